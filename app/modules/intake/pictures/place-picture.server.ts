import { and, eq, isNull, or, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  cities,
  eventDrafts,
  eventRevisions,
  events,
  ingestionCandidates,
  platformSettings,
  users,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import {
  bumpSiteVersion,
  bumpVersionsOfEvents,
  forgetSiteState,
} from "../../store/content-version.server";
import type { RemotePictureRow } from "./fetch-remote-pictures.server";

/**
 * Replaces an external picture in the row's entity. No version rises, since no content changed.
 * @param address null removes it
 * @returns whether the entity still named it
 */
export async function placePicture(
  deps: Deps,
  { kind, entityId, url }: RemotePictureRow,
  address: string | null,
): Promise<boolean> {
  const statements = statementsOf(deps, { kind, entityId, url }, address);
  const changed = await deps.db.batch([...statements, ...versionsOf(deps, kind, entityId)]);
  forgetSiteState(deps);
  return changed.slice(0, statements.length).some((rows) => Array.isArray(rows) && rows.length > 0);
}

/** Content versions of the cached pages that show it. */
function versionsOf({ db }: Pick<Deps, "db">, kind: Place["kind"], id: string) {
  if (kind === "event") return [bumpVersionsOfEvents(db, sql`(SELECT ${id})`)];
  return kind === "city" || kind === "setting" ? [bumpSiteVersion(db)] : [];
}

type Place = Pick<RemotePictureRow, "kind" | "entityId" | "url">;
type Statements = [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

function statementsOf(
  { db }: Pick<Deps, "db">,
  { kind, entityId: id, url }: Place,
  address: string | null,
): Statements {
  const withPicture = (values: SQLiteColumn, name = "imageUrl") =>
    sql`json_set(${values}, ${`$.${name}`}, ${address})`;
  const names = (values: SQLiteColumn) => sql`json_extract(${values}, '$.imageUrl') = ${url}`;
  switch (kind) {
    case "event":
      return [
        db
          .update(events)
          .set({ imageUrl: address })
          .where(and(eq(events.id, id), eq(events.imageUrl, url)))
          .returning({ id: events.id }),
        db
          .update(eventRevisions)
          .set({ values: withPicture(eventRevisions.values) })
          .where(and(eq(eventRevisions.eventId, id), names(eventRevisions.values)))
          .returning({ id: eventRevisions.eventId }),
        db
          .update(eventDrafts)
          .set({ values: withPicture(eventDrafts.values) })
          .where(and(eq(eventDrafts.id, id), names(eventDrafts.values)))
          .returning({ id: eventDrafts.id }),
      ];
    case "candidate": {
      // A finding for staff: the source names a picture.
      const finding = JSON.stringify({ code: "picture-dropped", field: "imageUrl" });
      const { findings, values } = ingestionCandidates;
      return [
        db
          .update(ingestionCandidates)
          .set({
            values: withPicture(values),
            ...(address === null && {
              findings: sql`json_insert(${findings}, '$[#]', json(${finding}))`,
            }),
          })
          .where(and(eq(ingestionCandidates.id, id), names(values)))
          .returning({ id: ingestionCandidates.id }),
      ];
    }
    case "city":
      return [
        db
          .update(cities)
          .set({ heroImageUrl: address })
          .where(and(eq(cities.id, id), eq(cities.heroImageUrl, url)))
          .returning({ id: cities.id }),
      ];
    case "user":
      // A new account has its picture nowhere yet; one that its owner has chosen meanwhile stays.
      return [
        db
          .update(users)
          .set({ photoUrl: address })
          .where(
            and(
              eq(users.id, id),
              or(eq(users.photoUrl, url), isNull(users.photoUrl)),
              isNull(users.deletedAt),
            ),
          )
          .returning({ id: users.id }),
      ];
    case "setting": {
      const name = "defaultOgImageUrl";
      const { group, values } = platformSettings;
      // The migration has taken the address out; one that was chosen since stays.
      const isVacant = sql`json_extract(${values}, ${`$.${name}`}) IS NULL AND ${address} IS NOT NULL`;
      return [
        db
          .update(platformSettings)
          .set({ values: withPicture(values, name) })
          .where(and(eq(group, id), isVacant))
          .returning({ group }),
      ];
    }
  }
}
