import { and, eq, isNull, sql } from "drizzle-orm";
import { type EventValues, eventDrafts, eventRevisions, events, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, can } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import { type City, citiesById } from "../cities/queries.server";
import type { EventRow } from "../events/list-events.server";
import { valuesOfEvent } from "./event-values.server";

export type Draft = typeof eventDrafts.$inferSelect;
export type Revision = typeof eventRevisions.$inferSelect;

/** An event as it stands before its creator or staff: a draft, or what has been submitted with the edit that waits, if one does. */
export type OwnEvent = { creator: { id: string; displayName: string } | null; cities: ReadonlyMap<string, City> } & (
  | { draft: Draft; event: null; revision: null }
  | { draft: null; event: EventRow; revision: Revision | null }
);

/**
 * An event that somebody may edit: their own, or any submitted one for staff; drafts are their author's alone.
 * @throws AppError("not-found") for everybody else, whether it is there or not
 */
export async function getOwnEvent({ db, memo }: Pick<Deps, "db" | "memo">, actor: Actor | null, id: string): Promise<OwnEvent> {
  if (!actor || !isUuid(id)) throw new AppError("not-found");
  // Columns of one name would overwrite each other in the rows of a batch, hence no join of whole tables.
  const [drafts, submitted, revisions, people] = await db.batch([
    db
      .select()
      .from(eventDrafts)
      .where(and(eq(eventDrafts.id, id), eq(eventDrafts.creatorId, actor.id))),
    db
      .select()
      .from(events)
      .where(and(eq(events.id, id), isNull(events.deletedAt))),
    db.select().from(eventRevisions).where(eq(eventRevisions.eventId, id)),
    db
      .select({ id: users.id, displayName: users.displayName })
      .from(users)
      .where(sql`${users.id} IN (${actor.id}, (SELECT creator_id FROM events WHERE id = ${id}))`),
  ]);
  const creatorOf = (userId: string | null) => people.find((person) => person.id === userId) ?? null;
  const cities = await citiesById({ db, memo });
  const [draft] = drafts;
  if (draft) return { draft, event: null, revision: null, cities, creator: creatorOf(draft.creatorId) };
  const [event] = submitted;
  if (!event || (event.creatorId !== actor.id && !can(actor, "event:manage-all"))) throw new AppError("not-found");
  return { draft: null, event, revision: revisions[0] ?? null, cities, creator: creatorOf(event.creatorId) };
}

/** What its author wrote last: of an edit that waits or was turned down, else of the event itself. */
export function valuesOf({ draft, event, revision, cities }: OwnEvent): EventValues {
  if (draft) return draft.values;
  return revision?.values ?? valuesOfEvent(event, cities.get(event.cityId));
}

/** The number that a form sends back, so that who saves over somebody's newer text is told. */
export function versionOf({ draft, event, revision }: OwnEvent): number {
  // Both only rise, so their sum says whether either has.
  return draft ? draft.version : event.version + (revision?.version ?? 0);
}

/** The clause of an update that must not overwrite what nobody saw. */
export const unchanged = (event: Pick<EventRow, "id" | "version">) => and(eq(events.id, event.id), eq(events.version, event.version));
