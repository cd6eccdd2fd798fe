import { isNull, sql } from "drizzle-orm";
import { addDays } from "../../app/lib/dates/days";
import { DAY, MINUTE } from "../../app/lib/dates/durations";
import type { Schedule } from "../../app/lib/event/schedule";
import { createMemo } from "../../app/lib/runtime/memo";
import { endEvents } from "../../app/modules/events/end-events.server";
import { eventRow } from "../../app/modules/events/event-row.server";
import { materialise } from "../../app/modules/schedule/expand-schedule.server";
import {
  occurrenceStatements,
  scheduleColumns,
} from "../../app/modules/schedule/occurrence-statements.server";
import { mergeSearchIndex, rebuildSearch } from "../../app/modules/search/index-event.server";
import type { Database } from "../../db/client";
import { events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { seedId } from "../../db/seed/seed-statements";
import { scheduleOf } from "../helpers/schedule-of";

const BATCH = 50;
/**
 * Of so many copies one is a series: with the dates of `scheduleFrom`, 10,000 events have about
 * 60,000 occurrences.
 */
const SERIES_EVERY = 8;
/** Share of the copied series that are plays; the others are weekly classes without an end. */
const PLAYS_EVERY = 3;
const SHOWINGS = 20;

/**
 * A weekly class, or a play on every second day with an evening and, on each third of them, an
 * afternoon showing.
 */
function scheduleFrom(first: string, copy: number): Schedule {
  if (copy % PLAYS_EVERY !== 0)
    return scheduleOf({
      kind: "rule",
      rules: [{ frequency: "weekly", start: `${first}T18:30`, end: `${first}T20:00` }],
    });
  const dates = Array.from({ length: SHOWINGS }, (_, nth) => addDays(first, nth * 2)).flatMap(
    (day, nth) => [
      ...(nth % 3 === 0 ? [{ originalStart: `${day}T16:00`, end: `${day}T18:00` }] : []),
      { originalStart: `${day}T20:30`, end: `${day}T22:30` },
    ],
  );
  return scheduleOf({ kind: "dates", dates });
}

/** Events whose facets one statement writes. */
const FACETS_OF = 500;
const FACET_COLUMNS = sql.raw(
  "facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks",
);

/**
 * Runs `work` without the triggers of facets, and writes facets and counters of all events
 * afterwards: row by row takes minutes.
 */
async function withoutFacetTriggers(db: Database, work: () => Promise<void>): Promise<void> {
  const triggers = await db.all<{ name: string; sql: string }>(
    sql`SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND (name LIKE 'events_facets_%' OR name LIKE 'facet_counts_%')`,
  );
  for (const { name } of triggers) await db.run(sql.raw(`DROP TRIGGER ${name}`));
  await work();
  const ids = (await db.select({ id: events.id }).from(events)).map(({ id }) => id);
  // In parts: a statement of minutes loses its connection.
  for (let start = 0; start < ids.length; start += FACETS_OF)
    await db.run(
      sql`INSERT OR IGNORE INTO event_facets (${FACET_COLUMNS}) SELECT ${FACET_COLUMNS} FROM json_each(${JSON.stringify(ids.slice(start, start + FACETS_OF))}) AS ids CROSS JOIN event_facet_rows AS facets ON facets.event_id = ids.value`,
    );
  await db.run(sql`DELETE FROM facet_counts`);
  await db.run(
    sql`INSERT INTO facet_counts (facet, upcoming) SELECT facet, count(*) FROM event_facets WHERE is_over = 0 AND is_next = 1 GROUP BY facet`,
  );
  for (const trigger of triggers) await db.run(sql.raw(trigger.sql));
}

/**
 * Seeds the database, then copies events to other days with numbered titles until there are
 * `count`; every eighth copy is a series.
 */
export async function fillWithEvents(
  db: Database,
  count: number,
  now: number,
  seriesEvery = SERIES_EVERY,
): Promise<void> {
  await seedDatabase(db, now);
  const samples = await db.select().from(events).where(isNull(events.schedule));
  const missing = Math.max(0, count - (await db.$count(events)));
  const ids = await Promise.all(
    Array.from({ length: missing }, (_, copy) => seedId("bench", String(copy))),
  );
  await withoutFacetTriggers(db, async () => {
    for (let start = 0; start < missing; start += BATCH) {
      const [first, ...rest] = ids.slice(start, start + BATCH).flatMap((id, place) => {
        const copy = start + place;
        const {
          isListed: _listed,
          publicOnlineUrl: _link,
          ...sample
        } = samples[copy % samples.length] as (typeof samples)[number];
        const titleEn = `${sample.titleEn} ${Math.floor(copy / samples.length) + 1}`;
        const days = ((copy * 7919) % 90) - 10;
        const startsAt = now + days * DAY + (copy % 1_440) * MINUTE;
        const once = {
          ...sample,
          id,
          titleEn,
          startsAt,
          endsAt: startsAt + Math.min(sample.endsAt - sample.startsAt, DAY),
          isOver: false,
        };
        if (copy % seriesEvery !== 0) return [db.insert(events).values(eventRow(once))];
        const schedule = scheduleFrom(new Date(startsAt).toISOString().slice(0, 10), copy);
        const occurrences = materialise(schedule, { eventId: id, timeZone: sample.timeZone }, now);
        const next = occurrences[0] ?? once;
        const series = {
          ...once,
          startsAt: next.startsAt,
          endsAt: next.endsAt,
          ...scheduleColumns(schedule, occurrences),
        };
        return [
          db.insert(events).values(eventRow(series)),
          ...occurrenceStatements(db, id, occurrences, now),
        ];
      });
      if (first) await db.batch([first, ...rest]);
    }
  });
  await rebuildSearch(db);
  const clock = { now: () => now };
  await endEvents({
    db,
    clock,
    memo: createMemo(clock),
    rooms: {
      cityChanged: async () => {},
      notified: async () => {},
      cityNotification: async () => {},
      runChanged: async () => {},
      signedOut: async () => {},
    },
  });
  // As the nightly job leaves the index.
  await mergeSearchIndex({ db });
}
