import { inArray, lte } from "drizzle-orm";
import { collectionEvents, eventDecisions, eventFlags, eventRevisions, events, eventViews } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { DAY } from "../../lib/durations";

/** How long a deleted event can be brought back, ms (decisions.md §3). */
const KEPT = 30 * DAY;
/** Events that one night removes: a statement must end in seconds. */
const BATCH = 500;

/** Nightly: removes for good what was deleted 30 days ago. First submits stay, since limits count them. @returns how many */
export async function purgeDeletedEvents({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  const due = db
    .select({ id: events.id })
    .from(events)
    .where(lte(events.deletedAt, clock.now() - KEPT))
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
  return outcomes[5].length;
}
