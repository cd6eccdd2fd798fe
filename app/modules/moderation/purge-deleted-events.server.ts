import { asc, inArray, lte, sql } from "drizzle-orm";
import { collectionEvents, eventDecisions, eventFlags, eventRevisions, events, eventViews } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Purge } from "../../lib/runtime/purge-rounds.server";

/** How long a deleted event can be brought back, ms (decisions.md §3). */
const KEPT = 30 * DAY;
/** Events of one round: a statement must end in seconds. */
const BATCH = 500;

/** What was deleted 30 days ago goes for good. First submits stay, since limits count them. */
export const deletedEventsPurge: Purge = {
  due: (_, at) => sql`events WHERE deleted_at <= ${at - KEPT}`,
  async round({ db, clock }) {
    const due = db
      .select({ id: events.id })
      .from(events)
      .where(lte(events.deletedAt, clock.now() - KEPT))
      .orderBy(asc(events.deletedAt), asc(events.id))
      .limit(BATCH);
    const outcomes = await db.batch([
      db.delete(collectionEvents).where(inArray(collectionEvents.eventId, due)),
      db.delete(eventFlags).where(inArray(eventFlags.eventId, due)),
      db.delete(eventRevisions).where(inArray(eventRevisions.eventId, due)),
      db.delete(eventDecisions).where(inArray(eventDecisions.eventId, due)),
      db.delete(eventViews).where(inArray(eventViews.eventId, due)),
      // Changes would count the rows of the search indexes too.
      db.delete(events).where(inArray(events.id, due)).returning({ id: events.id }),
    ]);
    const removed = outcomes[5].length;
    return { removed, isDone: removed < BATCH };
  },
};
