import { asc, inArray, lte, sql } from "drizzle-orm";
import {
  collectionEvents,
  eventDecisions,
  eventFlags,
  eventRevisions,
  events,
  eventViews,
} from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Purge } from "../../../lib/runtime/purge-rounds.server";

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
