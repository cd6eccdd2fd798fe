import { and, asc, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import {
  collectionEvents,
  eventDecisions,
  eventFlags,
  eventRevisions,
  events,
  eventViews,
  users,
} from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { decodePosition, encodeCursor, NEWEST } from "../../../lib/http/cursor";
import { type Actor, assertCan } from "../../../lib/permissions";
import type { Purge } from "../../../lib/runtime/purge-rounds.server";
import { auditEntry } from "../../audit/audit-entry.server";
import { announceChange, publishStatements } from "../../authoring/announce-change.server";
import { getOwnEvent, unchanged } from "../../authoring/find-own-event.server";
import { citiesById } from "../../cities/queries.server";
import { decisionOn } from "../../events/decision.server";
import { notifyCreator } from "../../notifications/domain-events.server";
import { runGuarded } from "../../store/run-guarded.server";

/** Flags that staff set independently of the status: featured, and active (visible). */
export const SWITCHES = {
  feature: { field: "isFeatured", value: true },
  unfeature: { field: "isFeatured", value: false },
  activate: { field: "isActive", value: true },
  deactivate: { field: "isActive", value: false },
} as const;
export type EventSwitch = keyof typeof SWITCHES;

/**
 * Features or hides an event, or undoes either (decisions.md §3). Updates lists, search and counts.
 * Notifies the creator if a public event is hidden or shown again.
 * @param following statements for the end of the batch
 * @throws conflict if the flag already has the value or the event changed meanwhile; not-found for
 * drafts
 */
export async function switchEvent(
  deps: Deps,
  actor: Actor,
  id: string,
  action: EventSwitch,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  assertCan(actor, "event:manage-all");
  const { event, cities } = await getOwnEvent(deps, actor, id);
  if (!event) throw new AppError("not-found");
  const city = cities.get(event.cityId);
  const { field, value } = SWITCHES[action];
  if (!city || event[field] === value) throw new AppError("conflict");
  const decision = decisionOn(deps, { event, action, toStatus: event.status, actorId: actor.id });
  // Raises the version, so that a stale read cannot overwrite the search index.
  const changes = {
    [field]: value,
    decisionId: decision.id,
    version: event.version + 1,
    updatedAt: deps.clock.now(),
  };
  const isPublic = event.status === "approved";
  // Featuring sends no notification; hiding and showing do.
  const creatorNotification =
    isPublic && field === "isActive"
      ? notifyCreator(deps, actor, event, value ? "event-shown" : "event-hidden")
      : null;
  await runGuarded(deps, [
    decision.statement,
    deps.db.update(events).set(changes).where(unchanged(event)),
    ...(creatorNotification?.statements(decision.id) ?? []),
    auditEntry(deps, {
      actorId: actor.id,
      action: `event.${action}d`,
      entity: "event",
      entityId: id,
      metadata: { before: { [field]: event[field] }, after: { [field]: value } },
      sessionId: actor.sessionId,
    }),
    ...(isPublic ? publishStatements(deps, { ...event, ...changes }, city) : []),
    ...following,
  ]);
  if (isPublic) announceChange(deps, city.slug, id, "changed");
  await creatorNotification?.dispatch();
}

/** Time within which a deleted event can be restored, ms (decisions.md §3). */
export const RESTORABLE = 30 * DAY;
/** Events per round, so that a statement takes seconds at most. */
const BATCH = 500;

/**
 * Purges events 30 days after their deletion. Records of first submissions stay: limits count them.
 */
export const deletedEventsPurge: Purge = {
  due: (_, at) => sql`events WHERE deleted_at <= ${at - RESTORABLE}`,
  async round({ db, clock }) {
    const due = db
      .select({ id: events.id })
      .from(events)
      .where(lte(events.deletedAt, clock.now() - RESTORABLE))
      .orderBy(asc(events.deletedAt), asc(events.id))
      .limit(BATCH);
    const outcomes = await db.batch([
      db.delete(collectionEvents).where(inArray(collectionEvents.eventId, due)),
      db.delete(eventFlags).where(inArray(eventFlags.eventId, due)),
      db.delete(eventRevisions).where(inArray(eventRevisions.eventId, due)),
      db.delete(eventDecisions).where(inArray(eventDecisions.eventId, due)),
      db.delete(eventViews).where(inArray(eventViews.eventId, due)),
      // `meta.changes` would count rows of the search indexes too.
      db.delete(events).where(inArray(events.id, due)).returning({ id: events.id }),
    ]);
    const removed = outcomes[5].length;
    return { removed, isDone: removed < BATCH };
  },
};

const PAGE = 20;

/**
 * Deleted events that can be restored, the latest first, with who deleted them. @throws bad-request
 * for an invalid cursor
 */
export async function listDeletedEvents(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor | null,
  cursor: string | null,
) {
  assertCan(actor, "event:manage-all");
  const [at, id] = decodePosition(cursor, NEWEST);
  const rows = await db
    .select({
      id: events.id,
      version: events.version,
      titleEn: events.titleEn,
      titleFa: events.titleFa,
      cityId: events.cityId,
      status: events.status,
      deletedAt: events.deletedAt,
      deleter: sql<
        string | null
      >`(SELECT display_name FROM ${users} WHERE ${users.id} = ${eventDecisions.actorId})`,
      isMerged: sql<number>`${eventDecisions.action} = 'merge'`,
    })
    .from(events)
    .leftJoin(eventDecisions, eq(eventDecisions.id, events.decisionId))
    .where(
      and(
        gt(events.deletedAt, clock.now() - RESTORABLE),
        sql`(${events.deletedAt}, ${events.id}) < (${at}, ${id})`,
      ),
    )
    .orderBy(desc(events.deletedAt), desc(events.id))
    .limit(PAGE + 1);
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > PAGE && last ? encodeCursor([last.deletedAt ?? 0, last.id]) : null,
  };
}

/**
 * Restores a deleted event within 30 days, with the status that it had. Notifies the creator of a
 * public one. Saves that a merge has moved stay with the other event.
 * @param following statements for the end of the batch
 * @throws conflict if it is not deleted, is deleted for longer, or changed meanwhile
 */
export async function restoreEvent(
  deps: Deps,
  actor: Actor | null,
  id: string,
  following: readonly BatchItem<"sqlite">[] = [],
): Promise<void> {
  assertCan(actor, "event:manage-all");
  const { db, ids, clock } = deps;
  const now = clock.now();
  const event = await db.select().from(events).where(eq(events.id, id)).get();
  const city = event && (await citiesById(deps)).get(event.cityId);
  if (!event || !city || event.deletedAt === null || event.deletedAt <= now - RESTORABLE)
    throw new AppError("conflict");
  const decisionId = ids.next();
  const changes = { deletedAt: null, decisionId, version: event.version + 1, updatedAt: now };
  const isPublic = event.status === "approved" && event.isActive;
  const creatorNotification = isPublic ? notifyCreator(deps, actor, event, "event-shown") : null;
  await runGuarded(deps, [
    db.insert(eventDecisions).values({
      id: decisionId,
      // Null fails the batch if it was restored or purged meanwhile.
      eventId: sql`(SELECT id FROM events WHERE ${unchanged(event)} AND deleted_at IS NOT NULL)`,
      action: "restore",
      actorId: actor.id,
      fromStatus: event.status,
      toStatus: event.status,
      createdAt: now,
    }),
    db.update(events).set(changes).where(unchanged(event)),
    ...(creatorNotification?.statements(decisionId) ?? []),
    auditEntry(deps, {
      actorId: actor.id,
      action: "event.restored",
      entity: "event",
      entityId: id,
      metadata: { after: { status: event.status } },
      sessionId: actor.sessionId,
    }),
    ...(isPublic ? publishStatements(deps, { ...event, ...changes }, city) : []),
    ...following,
  ]);
  if (isPublic) announceChange(deps, city.slug, id, "changed");
  await creatorNotification?.dispatch();
}
