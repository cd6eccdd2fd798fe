import { and, eq, isNull, sql } from "drizzle-orm";
import {
  cities,
  eventDrafts,
  events,
  notifications,
  remotePictures,
  users,
} from "../../../../db/schema";
import { translatorFor } from "../../../i18n/messages.server";
import type { Deps } from "../../../lib/deps";
import { paths } from "../../../lib/paths";
import { notifyRooms } from "../../notifications/notification-statements.server";
import type { RemotePictureRow } from "./fetch-remote-pictures.server";
import { placePicture } from "./place-picture.server";

/**
 * Removes an unavailable picture from its entity and notifies the author once; candidates get a
 * finding instead.
 */
export async function dropPicture(deps: Deps, row: RemotePictureRow): Promise<void> {
  const isPlaced = await placePicture(deps, row, null);
  const subject =
    isPlaced || row.kind === "user" || row.kind === "setting" ? await subjectOf(deps, row) : null;
  const gone = deps.db.delete(remotePictures).where(eq(remotePictures.id, row.id));
  if (!subject) return void (await gone);
  const { title, actionPath, kind } = subject;
  const [notified] = await deps.db.batch([
    deps.db
      .insert(notifications)
      .select(
        deps.db
          .select({
            id: sql<string>`${deps.ids.next()}`.as("id"),
            userId: users.id,
            type: sql<"other">`'other'`.as("type"),
            kind: sql<string>`${kind}`.as("kind"),
            values: sql<
              Record<string, unknown>
            >`${JSON.stringify({ title, host: new URL(row.url).host })}`.as("values"),
            actionPath: sql<string>`${actionPath}`.as("action_path"),
            relatedEntityId: sql<string>`${row.entityId}`.as("related_entity_id"),
            idempotencyKey: sql<string>`${`picture:${row.id}`}`.as("idempotency_key"),
            readAt: sql<number | null>`NULL`.as("read_at"),
            createdAt: sql<number>`${deps.clock.now()}`.as("created_at"),
          })
          .from(users)
          .where(and(eq(users.id, row.ownerId), eq(users.isActive, true), isNull(users.deletedAt))),
      )
      .onConflictDoNothing()
      .returning(),
    gone,
  ]);
  await notifyRooms(deps, notified);
}

/** The names in its notification, and the target. */
async function subjectOf({ db }: Pick<Deps, "db">, { kind, entityId: id }: RemotePictureRow) {
  const texts = (en: string, fa: string | null) => ({ en, fa });
  switch (kind) {
    case "event": {
      const event = await db
        .select({ en: events.titleEn, fa: events.titleFa })
        .from(events)
        .where(eq(events.id, id))
        .get();
      const draft =
        event ??
        (await db
          .select({ en: eventDrafts.titleEn })
          .from(eventDrafts)
          .where(eq(eventDrafts.id, id))
          .get());
      if (!draft) return null;
      return {
        kind: "picture-dropped",
        title: texts(draft.en, event?.fa ?? null),
        actionPath: paths.editEvent(id),
      };
    }
    case "city": {
      const city = await db.select().from(cities).where(eq(cities.id, id)).get();
      return city
        ? {
            kind: "picture-dropped",
            title: texts(city.nameEn, city.nameFa),
            actionPath: paths.adminCity(city.slug),
          }
        : null;
    }
    case "user":
      return { kind: "avatar-dropped", title: texts("", null), actionPath: paths.account() };
    case "setting": {
      const title = (locale: "en" | "fa") =>
        translatorFor(locale)("settings:fields.seo.defaultOgImageUrl.label");
      return {
        kind: "picture-dropped",
        title: texts(title("en"), title("fa")),
        actionPath: paths.adminPlatformSettings(id),
      };
    }
    case "candidate":
      return null;
  }
}
