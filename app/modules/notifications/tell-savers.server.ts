import { and, eq, ne, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { collectionEvents, collections, type EventLifecycle, notifications } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";

/** People of one statement: it takes them as one JSON text. */
const AT_ONCE = 5_000;

export type LifecycleKind = "event-cancelled" | "event-postponed" | "event-reinstated";
const KINDS: Readonly<Record<EventLifecycle, LifecycleKind>> = {
  scheduled: "event-reinstated",
  postponed: "event-postponed",
  cancelled: "event-cancelled",
};

/**
 * Statements that tell those who have saved an event what has become of it, for the batch of its cause (decisions.md §3).
 * Whoever has done it is not told.
 */
export async function tellSavers(
  { db, ids, clock }: Pick<Deps, "db" | "ids" | "clock">,
  event: { id: string; titleEn: string; titleFa: string | null },
  lifecycle: EventLifecycle,
  { decisionId, actorId }: { decisionId: string; actorId: string },
): Promise<BatchItem<"sqlite">[]> {
  const people = await db
    .select({ id: collections.ownerId })
    .from(collectionEvents)
    .innerJoin(collections, eq(collections.id, collectionEvents.collectionId))
    .where(and(eq(collectionEvents.eventId, event.id), eq(collections.isDefault, true), ne(collections.ownerId, actorId)));
  const values = JSON.stringify({ title: { en: event.titleEn, fa: event.titleFa } });
  const statements: BatchItem<"sqlite">[] = [];
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const rows = JSON.stringify(people.slice(at, at + AT_ONCE).map(({ id }) => [ids.next(), id]));
    // In the order of the table's columns. `WHERE true` tells the parser that ON CONFLICT belongs to the INSERT.
    const told = sql`SELECT value ->> 0, value ->> 1, 'other', ${KINDS[lifecycle]}, ${values}, ${paths.event(event.id)}, ${event.id}, ${`decision:${decisionId}:`} || (value ->> 1), NULL, ${clock.now()} FROM json_each(${rows}) WHERE true`;
    statements.push(db.insert(notifications).select(told).onConflictDoNothing());
  }
  return statements;
}
