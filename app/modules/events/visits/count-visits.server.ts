import { and, eq, lt, sql } from "drizzle-orm";
import { countedMessages, events, eventViews, visitorSalts } from "../../../../db/schema";
import { HOUR } from "../../../lib/dates/durations";
import type { CountedVisit, Deps, JobMessage } from "../../../lib/deps";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";
import { beaconLevel } from "./popularity.server";

/** How long a visitor's hash is kept (decisions.md §3), ms. */
const KEPT = 48 * HOUR;
/** Visits a batch: a statement's parameter may be 2 MB, and a batch holds up every other write. */
const ROUND = 1_000;

type VisitsMessage = Extract<JobMessage, { type: "visits.noted" }>;

/** The key that counts a visit once, also the id of its stored interaction. */
const keyOf = ({ eventId, kind, day, visitor }: CountedVisit) =>
  `${kind}:${day}:${visitor}:${eventId}`;

/**
 * Counts visits from messages: one view per visitor, event and day, and one interaction of each
 * kind. An event's popularity counts each kind once per network and day, by `beaconLevel`. Records them in the same batch, so that a redelivered message changes nothing.
 */
export async function countVisits(
  { db }: Pick<Deps, "db">,
  messages: readonly VisitsMessage[],
): Promise<void> {
  const visits = [
    ...new Map(
      messages.flatMap((message) => message.visits).map((visit) => [keyOf(visit), visit]),
    ).values(),
  ];
  for (let start = 0; start < visits.length; start += ROUND) {
    const round = visits
      .slice(start, start + ROUND)
      .map((visit) => ({ ...visit, key: keyOf(visit) }));
    const views = JSON.stringify(round.filter(({ kind }) => kind === "view"));
    const interactions = JSON.stringify(round.filter(({ kind }) => kind !== "view"));
    const of = (list: string) =>
      sql`(SELECT value ->> 'eventId' AS event_id, value ->> 'day' AS day, value ->> 'visitor' AS visitor, value ->> 'key' AS key, value ->> 'at' AS at FROM json_each(${list})) AS visit`;
    const newViews = sql`(SELECT event_id AS id, count(*) AS visits FROM ${of(views)}
      WHERE NOT EXISTS (SELECT 1 FROM event_views seen WHERE seen.event_id = visit.event_id AND seen.day = visit.day AND seen.visitor = visit.visitor)
      GROUP BY event_id) AS fresh`;
    const newInteractions = sql`(SELECT event_id AS id, count(*) AS visits FROM ${of(interactions)}
      WHERE NOT EXISTS (SELECT 1 FROM counted_messages seen WHERE seen.id = visit.key)
      GROUP BY event_id) AS fresh`;
    const reached = JSON.stringify([
      ...new Map(
        round.map(({ eventId, day, kind, network, at }) => [
          `${eventId} ${day} net:${kind}:${network}`,
          { eventId, day, visitor: `net:${kind}:${network}`, at },
        ]),
      ).values(),
    ]);
    const gains = sql`(SELECT event_id AS id, sum(${beaconLevel(sql`(known + fresh)`)} - (${beaconLevel(sql`known`)})) AS points FROM (
      SELECT event_id, day, count(*) AS fresh, (SELECT count(*) FROM event_views seen WHERE seen.event_id = visit.event_id AND seen.day = visit.day AND seen.visitor >= 'net:' AND seen.visitor < 'net;') AS known
      FROM ${of(reached)} WHERE NOT EXISTS (SELECT 1 FROM event_views seen WHERE seen.event_id = visit.event_id AND seen.day = visit.day AND seen.visitor = visit.visitor)
      GROUP BY event_id, day) GROUP BY event_id) AS gain`;
    const isKnown = sql`EXISTS (SELECT 1 FROM events WHERE events.id = visit.event_id)`;
    await db.batch([
      db
        .update(events)
        .set({ viewCount: sql`view_count + fresh.visits` })
        .from(newViews)
        .where(eq(events.id, sql`fresh.id`)),
      db
        .insert(eventViews)
        .select(sql`SELECT event_id, day, visitor, at FROM ${of(views)} WHERE ${isKnown}`)
        .onConflictDoNothing(),
      db
        .update(events)
        .set({ interactionCount: sql`interaction_count + fresh.visits` })
        .from(newInteractions)
        .where(eq(events.id, sql`fresh.id`)),
      db
        .insert(countedMessages)
        .select(sql`SELECT key, at FROM ${of(interactions)} WHERE ${isKnown}`)
        .onConflictDoNothing(),
      db
        .update(events)
        .set({ popularityPoints: sql`popularity_points + gain.points` })
        .from(gains)
        .where(and(eq(events.id, sql`gain.id`), sql`gain.points > 0`)),
      db
        .insert(eventViews)
        .select(sql`SELECT event_id, day, visitor, at FROM ${of(reached)} WHERE ${isKnown}`)
        .onConflictDoNothing(),
    ]);
  }
}

/** Visitor hashes, their salts and remembered interactions are kept for 48 hours. */
export const viewsPurge = purgeOf(eventViews, (at) => lt(eventViews.createdAt, at - KEPT));
export const saltsPurge = purgeOf(visitorSalts, (at) => lt(visitorSalts.createdAt, at - KEPT));
export const countedMessagesPurge = purgeOf(countedMessages, (at) =>
  lt(countedMessages.createdAt, at - KEPT),
);
