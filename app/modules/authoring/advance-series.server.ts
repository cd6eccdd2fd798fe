import { and, eq, gt, isNotNull, lte, sql } from "drizzle-orm";
import { cities, eventOccurrences, events } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { isolateFailures } from "../../lib/http/isolate-failures";
import { hasAllowance } from "../../lib/runtime/allowance";
import { describeError, log } from "../../lib/runtime/log";
import { materialise } from "../schedule/expand-schedule.server";
import {
  raiseScheduleVersion,
  scheduleColumns,
  upsertOccurrences,
} from "../schedule/occurrence-statements.server";
import { searchRowid } from "../search/search-rowid";
import { publishStatements } from "./announce-change.server";

type JobDeps = Pick<Deps, "db" | "clock">;

/** Events that one run of the minute moves on; the rest follows a minute later. */
const ROUND = 100;

/**
 * The next occurrence of each event that has one, and how many there are: one query for a round.
 */
async function nextOccurrences({ db, clock }: JobDeps, ids: readonly string[]) {
  const rows = await db.all<{
    eventId: string;
    count: number;
    startsAt: number;
    endsAt: number;
    localDay: string;
  }>(
    sql`SELECT event_id AS eventId, count(*) AS count, min(starts_at) AS startsAt, ends_at AS endsAt, local_day AS localDay FROM event_occurrences
      WHERE event_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ends_at > ${clock.now()} AND status IN ('scheduled', 'sold-out') GROUP BY event_id`,
  );
  return new Map(rows.map(({ eventId, ...next }) => [eventId, next]));
}

/**
 * Moves series whose shown occurrence has ended on to their next one: start, end, place in the
 * search index, facets. Those without another end with `endEvents`. Idempotent; an event that
 * changes meanwhile is left to the next minute.
 */
export async function advanceSeries(
  deps: JobDeps & Pick<Deps, "ids" | "allowance">,
): Promise<{ advanced: number }> {
  const { db, clock, ids } = deps;
  const now = clock.now();
  await db
    .update(eventOccurrences)
    .set({ isOver: true })
    .where(and(eq(eventOccurrences.isOver, false), lte(eventOccurrences.endsAt, now)));
  const due = await db
    .select({ event: events, city: cities })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(and(isNotNull(events.schedule), eq(events.isOver, false), lte(events.endsAt, now)))
    .orderBy(events.endsAt)
    .limit(ROUND);
  if (due.length === 0) return { advanced: 0 };
  const next = await nextOccurrences(
    { db, clock },
    due.map(({ event }) => event.id),
  );
  let advanced = 0;
  for (const { event, city } of due) {
    const found = next.get(event.id);
    if (!found) continue;
    if (!hasAllowance(deps)) break;
    const { count, ...times } = found;
    const changes = {
      ...times,
      searchRowid: searchRowid(times.startsAt, event.id),
      occurrenceCount: count,
    };
    try {
      await db.batch([
        db
          .update(events)
          // Null, and so a failed batch, if the event has changed since it was read. Facets follow
          // the start by trigger.
          .set({
            ...changes,
            version: sql`CASE WHEN ${events.version} = ${event.version} THEN ${events.version} END`,
          })
          .where(eq(events.id, event.id)),
        ...publishStatements({ db, clock, ids }, { ...event, ...changes }, city),
      ]);
      advanced++;
    } catch (error) {
      log("warn", "series.not-advanced", { event: event.id, ...describeError(error) });
    }
  }
  return { advanced };
}

/** Events that one step of the hourly job reads. */
const TOP_UP_ROUND = 50;

/**
 * Adds the occurrences of endless rules that have come within the days that are stored ahead
 * (decisions.md §3). Idempotent.
 */
export async function topUpSeries(
  deps: JobDeps & Pick<Deps, "allowance">,
): Promise<{ toppedUp: number }> {
  const { db, clock } = deps;
  const now = clock.now();
  let toppedUp = 0;
  for (let after = ""; ; ) {
    const round = await db
      .select({
        id: events.id,
        schedule: events.schedule,
        timeZone: events.timeZone,
        // A cancelled date that its guests keep may stand behind dates that were not stored yet.
        last: sql<
          number | null
        >`(SELECT starts_at FROM event_occurrences WHERE event_id = ${events.id} AND status <> 'cancelled' ORDER BY starts_at DESC LIMIT 1)`,
      })
      .from(events)
      .where(and(isNotNull(events.schedule), eq(events.isOver, false), gt(events.id, after)))
      .orderBy(events.id)
      .limit(TOP_UP_ROUND);
    const topUp = async ({ id, schedule, timeZone, last }: (typeof round)[number]) => {
      if (schedule?.kind !== "rule") return;
      const occurrences = materialise(schedule, { eventId: id, timeZone }, now);
      const added = occurrences.filter(({ startsAt }) => startsAt > (last ?? 0));
      if (added.every(({ status }) => status === "cancelled")) return;
      const { occurrenceCount } = scheduleColumns(schedule, occurrences);
      await db.batch([
        db.update(events).set({ occurrenceCount }).where(eq(events.id, id)),
        ...upsertOccurrences(db, id, added, now),
        raiseScheduleVersion(db, id),
      ]);
      toppedUp++;
    };
    await isolateFailures(
      round,
      async (part) => {
        for (const event of part) await topUp(event);
      },
      async ({ id }, error) =>
        log("error", "series.not-topped-up", { event: id, ...describeError(error) }),
      { atOnce: 1, isEnough: () => !hasAllowance(deps) },
    );
    const end = round.at(-1);
    if (!end || round.length < TOP_UP_ROUND || !hasAllowance(deps)) return { toppedUp };
    after = end.id;
  }
}
