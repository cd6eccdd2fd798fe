import { getTableColumns } from "drizzle-orm";
import { localDay, startOfDay, toIsoWithOffset } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY } from "../../app/lib/dates/durations";
import { searchKey } from "../../app/lib/text/search-text";
import { addEventsStatements } from "../../app/modules/search/index-event.server";
import { readQuery } from "../../app/modules/search/read-query/read-query";
import type { IndexedCity, IndexedEvent } from "../../app/modules/search/search-document";
import { searchEvents } from "../../app/modules/search/search-events.server";
import { searchRowid } from "../../app/modules/search/search-rowid";
import { CREATE_SEARCH_TABLES, eventSearch } from "../../app/modules/search/search-tables";
import { createDatabase } from "../../db/client";
import cities from "../../db/seed/cities.json";
import sampleEvents from "../../db/seed/sample-events.json";
import venues from "../../db/seed/venues.json";
import { meterDatabase } from "../helpers/metered-database";
import { scheduleOf } from "../helpers/schedule-of";

const NOW = Date.UTC(2026, 10, 24, 8);
const ZONE = "Asia/Tehran";
const TODAY = localDay(NOW, ZONE);
/** Events range from a month ago to a year ahead. */
const PAST_DAYS = 30;
const AHEAD_DAYS = 365;

/** Of so many events one is a weekly series. */
const SERIES_EVERY = 8;
/** Minutes between a row and its copies; row numbers have 27 bits below the minute. */
const COPY_MINUTES = 61;
const MINUTE_BITS = 27;

/** Seeded pseudo-random generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const cityRows = cities.map((city) => ({
  id: searchKey(`id ${city.slug}`),
  slug: city.slug,
  countryCode: city.countryCode,
  timeZone: city.timezone,
  nameEn: city.name.en,
  nameFa: city.name.fa,
  countryEn: city.country.en,
  countryFa: city.country.fa,
  stateEn: city.stateProvince.en,
  stateFa: city.stateProvince.fa,
}));

/**
 * An event combined from parts of the samples, so that word frequencies match those of the 260
 * samples.
 */
function makeEvent(number: number): { event: IndexedEvent; city: IndexedCity } {
  const random = randomFrom(number * 7919 + 1);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const sample = pick(sampleEvents);
  const other = pick(sampleEvents);
  const venue = pick(venues);
  const city = pick(cityRows);
  const startsAt =
    NOW + Math.floor((random() * (AHEAD_DAYS + PAST_DAYS) - PAST_DAYS) * 24 * 60) * 60_000;
  const id = `event-${number}`;
  const [sentence = ""] = other.description.en.split(". ");
  const endsAt = startsAt + sample.durationMinutes * 60_000;
  const wall = (at: number) => toIsoWithOffset(at, city.timeZone).slice(0, 16);
  const schedule =
    number % SERIES_EVERY === 0 && startsAt > NOW && endsAt - startsAt < DAY
      ? scheduleOf({
          kind: "rule",
          rules: [{ frequency: "weekly", start: wall(startsAt), end: wall(endsAt) }],
        })
      : null;
  return {
    city,
    event: {
      id,
      cityId: city.id,
      titleEn: `${sample.title.en} ${number % 2 === 0 ? `no. ${number}` : (other.organizer.en.split(" ")[0] ?? "")}`,
      titleFa: sample.title.fa,
      descriptionEn: `${sample.description.en} ${sentence}`,
      descriptionFa: sample.description.fa,
      venueEn: venue.name.en,
      venueFa: venue.name.fa,
      organizerEn: other.organizer.en,
      organizerFa: other.organizer.fa,
      categories: sample.categories,
      tags: sample.tags,
      tagKeys: sample.tags.map(searchKey),
      price: sample.price,
      currency: sample.currency,
      isFeatured: sample.isFeatured,
      startsAt,
      endsAt,
      schedule,
      searchRowid: searchRowid(startsAt, id),
      status: "approved",
      isOver: endsAt <= NOW,
      isActive: true,
      deletedAt: null,
    },
  };
}

const known = new Set<string>();

/**
 * Copies index rows of the first `made` events, numbered `from` to `to`, to other minutes: cheaper
 * than indexing as many events.
 */
async function copyRows(db: D1Database, made: number, from: number, to: number): Promise<void> {
  const columns = Object.values(getTableColumns(eventSearch)).flatMap(({ name }) =>
    name === "rowid" ? [] : [name],
  );
  const copied = columns.map((name) =>
    name === "event_id" ? "s.event_id || '-' || c.nth" : `s.${name}`,
  );
  await db.batch([
    db.prepare("CREATE TABLE IF NOT EXISTS made (number INTEGER PRIMARY KEY, row INTEGER)"),
    db.prepare(
      "INSERT INTO made (row) SELECT rowid FROM event_search WHERE NOT EXISTS (SELECT 1 FROM made)",
    ),
    db.prepare(
      `INSERT OR IGNORE INTO event_search (rowid, ${columns.join(", ")})
       SELECT s.rowid + c.nth * ((${COPY_MINUTES} << ${MINUTE_BITS}) + 1), ${copied.join(", ")}
       FROM (WITH RECURSIVE wanted (place) AS (SELECT ${from} UNION ALL SELECT place + 1 FROM wanted WHERE place < ${to - 1})
             SELECT place % ${made} + 1 AS number, place / ${made} AS nth FROM wanted) c
       CROSS JOIN made m ON m.number = c.number CROSS JOIN event_search s ON s.rowid = m.row`,
    ),
  ]);
}

const search = {
  async fetch(request: Request, env: { DB: D1Database }): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/fill") {
      const db = createDatabase(env.DB);
      const from = Number(url.searchParams.get("from"));
      const to = Number(url.searchParams.get("to"));
      if (from === 0) {
        await env.DB.exec(
          "CREATE TABLE events (id TEXT, status TEXT, is_active INTEGER, deleted_at INTEGER, is_over INTEGER, search_rowid INTEGER)",
        );
        for (const statement of CREATE_SEARCH_TABLES) await env.DB.prepare(statement).run();
      }
      const made = Array.from({ length: to - from }, (_, place) => makeEvent(from + place));
      await db.batch(addEventsStatements(db, made, known));
      return new Response("filled");
    }
    if (url.pathname === "/copy") {
      const [made, from, to] = ["made", "from", "to"].map((name) =>
        Number(url.searchParams.get(name)),
      );
      await copyRows(env.DB, made ?? 0, from ?? 0, to ?? 0);
      return new Response("copied");
    }
    const { db, spent } = meterDatabase(env.DB);
    const understood = readQuery(url.searchParams.get("q") ?? "", {
      cities: cityRows,
      areaOf: () => ({ today: TODAY, isThursdayWeekend: true, currency: "IRR" }),
    });
    const days = url.searchParams.get("days") ?? "";
    const city = cityRows.find(({ slug }) => slug === understood.filters.city);
    const { ids, total, matched } = await searchEvents(db, {
      words: understood.words,
      filters: {
        ...(city ? { cityId: city.id } : null),
        ...(understood.filters.category ? { categories: [understood.filters.category] } : null),
        ...(understood.filters.free ? { free: true } : null),
      },
      ...(days === ""
        ? null
        : {
            from: startOfDay(addDays(TODAY, Number(days)), ZONE),
            to: startOfDay(addDays(TODAY, Number(days) + 1), ZONE),
          }),
      includePast: false,
      now: NOW,
      limit: 24,
      offset: 0,
      understood,
      explicit: { filters: {} },
    });
    return Response.json({ ids, total, matched, ...spent });
  },
};

// The runtime only reads the default export.
export { search as default };
