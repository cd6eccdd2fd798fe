import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { type EventValues, eventDrafts, eventRevisions, events, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { TextPath } from "../../lib/event/field-groups";
import { type Actor, can } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import { type City, citiesById } from "../cities/queries.server";
import type { EventRow } from "../events/list/list-events.server";
import { keptMarks } from "../events/present/machine-translated";
import { hostRole, mayHost } from "../hosting/host-access.server";
import { valuesOfEvent } from "./event-values.server";

export type EventDraftRow = typeof eventDrafts.$inferSelect;
export type Revision = typeof eventRevisions.$inferSelect;

/**
 * An event as its creator or staff see it: a draft, or a submitted event with its pending or
 * rejected edit.
 */
export type OwnEvent = {
  creator: { id: string; displayName: string } | null;
  cities: ReadonlyMap<string, City>;
} & (
  | { draft: EventDraftRow; event: null; revision: null }
  | { draft: null; event: EventRow; revision: Revision | null }
);

/** Whether a draft began in Persian, so that it needs an English title only for submission. */
export const isPersianFirst = ({ titleEn }: Pick<EventDraftRow, "titleEn">): boolean =>
  titleEn === "";

const isCohost = async (deps: Pick<Deps, "db">, { id: userId }: Actor, id: string) =>
  mayHost(await hostRole(deps, userId, { kind: "event", id }), "edit");

/**
 * An event that the actor may edit: their own or one that they co-host, or any submitted event for
 * staff; drafts belong to their author alone, and to editors while they are handed over (docs/decisions/languages.md). A key
 * of the API reaches an event by its scope alone: one without `events` or `read` has no own events.
 * @throws not-found if it does not exist or the actor may not edit it
 */
export async function getOwnEvent(
  { db, memo }: Pick<Deps, "db" | "memo">,
  actor: Actor | null,
  id: string,
): Promise<OwnEvent> {
  if (!actor || !isUuid(id)) throw new AppError("not-found");
  const isAuthor = can(actor, "event:create");
  const isOwnDraft = isAuthor ? eq(eventDrafts.creatorId, actor.id) : undefined;
  const isHandedOver = can(actor, "draft:complete")
    ? isNotNull(eventDrafts.needsLanguage)
    : undefined;
  // No join of whole tables: D1 batches overwrite columns of equal names.
  const [drafts, submitted, revisions, people] = await db.batch([
    db
      .select()
      .from(eventDrafts)
      .where(and(eq(eventDrafts.id, id), or(isOwnDraft, isHandedOver) ?? sql`0`)),
    db
      .select()
      .from(events)
      .where(and(eq(events.id, id), isNull(events.deletedAt))),
    db.select().from(eventRevisions).where(eq(eventRevisions.eventId, id)),
    db
      .select({ id: users.id, displayName: users.displayName })
      .from(users)
      .where(
        sql`${users.id} IN (${actor.id}, (SELECT creator_id FROM events WHERE id = ${id}), (SELECT creator_id FROM event_drafts WHERE id = ${id}))`,
      ),
  ]);
  const creatorOf = (userId: string | null) =>
    people.find((person) => person.id === userId) ?? null;
  const cities = await citiesById({ db, memo });
  const [draft] = drafts;
  if (draft)
    return { draft, event: null, revision: null, cities, creator: creatorOf(draft.creatorId) };
  // Lists leave out a row with a bad value; here it is corrected.
  const event =
    submitted[0] ??
    (await db
      .select()
      .from(events)
      .where(and(eq(events.id, id), isNull(events.deletedAt)))
      .get());
  if (!event) throw new AppError("not-found");
  const isOwn = isAuthor && event.creatorId === actor.id;
  if (
    !isOwn &&
    !can(actor, "event:manage-all") &&
    !(isAuthor && (await isCohost({ db }, actor, id)))
  )
    throw new AppError("not-found");
  return {
    draft: null,
    event,
    revision: revisions[0] ?? null,
    cities,
    creator: creatorOf(event.creatorId),
  };
}

/** The author's latest values: of a pending or rejected edit, else of the event itself. */
export function ownEventValues({ draft, event, revision, cities }: OwnEvent): EventValues {
  if (draft) return draft.values;
  return revision?.values ?? valuesOfEvent(event, cities.get(event.cityId));
}

/**
 * Marks of machine translation on the author's latest values: an edit has changed some texts and
 * left others as they are.
 */
export function ownEventMarks(own: OwnEvent): readonly TextPath[] {
  const { draft, event, cities } = own;
  return draft
    ? draft.machineTranslated
    : keptMarks(
        event.machineTranslated,
        valuesOfEvent(event, cities.get(event.cityId)),
        ownEventValues(own),
      );
}

/**
 * Version for optimistic locking: forms send it back, and saving over a newer version throws
 * `conflict`.
 */
export function versionOf({ draft, event, revision }: OwnEvent): number {
  // Both versions only increase, so their sum changes when either does.
  return draft ? draft.version : event.version + (revision?.version ?? 0);
}

/** SQL condition: the event still has the version that was read. */
export const unchanged = (event: Pick<EventRow, "id" | "version">) =>
  and(eq(events.id, event.id), eq(events.version, event.version));
