import { and, type SQL, sql } from "drizzle-orm";
import { events } from "../../../db/schema";
import {
  type InstantRange,
  isThursdayWeekend,
  localDay,
  presetRange,
} from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import type { FilterKey } from "../../lib/event/event-fields";
import { isNextEventCandidate } from "../cities/home-city.server";
import type { City } from "../cities/queries.server";
import { type EventListRow, LIST_COLUMNS, LONGEST_DAYS } from "../events/list/list-events.server";
import { MOODS } from "./shelves";

type Reader = Pick<Deps, "db" | "clock">;
type Database = Deps["db"];

/** Places of a shelf before it is known which of them other shelves show. */
const CANDIDATES = 8;
/** A mood shows fewer, and is made of several walks. */
const MOOD_WALK = 4;
const MOOD_CANDIDATES = 12;

/**
 * Recommendable events: cancelled and postponed ones stay in lists only. The unary plus keeps the
 * planner off the index by end, which it would scan and sort, where an index in the wanted order
 * stops early.
 */
const shownAt = (now: number) =>
  sql`${events.isListed} = 1 AND ${events.isOver} = 0 AND +${events.endsAt} > ${now} AND ${events.lifecycle} = 'scheduled'`;

/** The next event of a city, as a city's row shows it. */
export interface NextEvent {
  id: string;
  titleEn: string;
  titleFa: string | null;
  startsAt: number;
}

/** What the home page shows. */
export interface HomeEvents {
  parts: CityParts;
  trending: Trending;
  next: NextEvent[];
}

/** Events of the coming days by what the last seven days added to their popularity. */
export interface Trending {
  ofCity: EventListRow[];
  /** Of all cities, those of Iran first. */
  ofAll: EventListRow[];
  /** The most popular ones of the coming days, for a week that moved few. */
  popular: EventListRow[];
}

/** Parts of the home page of a city, each with more candidates than it shows. */
export interface CityParts {
  /** Begins this evening or night. */
  tonight: EventListRow[];
  /** Begins after tonight. */
  next: EventListRow[];
  /** Featured by an editor. */
  picks: EventListRow[];
  weekend: EventListRow[];
  /** Runs and exhibitions that end soon, the first to end first. */
  ending: EventListRow[];
  fresh: EventListRow[];
  free: EventListRow[];
}

/** The city of the home page, and the times that its parts are of. */
export interface HomeArea {
  cityId: string;
  tonight: InstantRange;
  weekend: Weekend;
}

/** How soon a run ends that is "on for a few more days", ms. */
const ENDING = 14 * DAY;
/** The last created events of a city, scanned for newly published ones. */
const FRESH_LOOKED = 30;
/** How long an event counts as new, ms. */
const FRESH = 7 * DAY;
/** Running events of a city scanned for those that end soon. */
const RUNNING_LOOKED = 20;

/** How soon an event takes place that is trending, ms. */
const TRENDING_WITHIN = 14 * DAY;
/** The events of the week's most points that are looked at, in a city and in all. */
const TRENDING_LOOKED = { city: 20, all: 24 };

/**
 * Data of the home page, in one round trip.
 * @param trending how many events of each kind of trending ones
 * @param nextIds the next events of the cities shown
 */
export async function readHome(
  { db, clock }: Reader,
  trending: number,
  nextIds: readonly string[],
  area: HomeArea,
): Promise<HomeEvents> {
  const now = clock.now();
  const [next, ofCity, ofAll, popular, ...parts] = await db.batch([
    db
      .select({
        id: events.id,
        titleEn: events.titleEn,
        titleFa: events.titleFa,
        startsAt: events.startsAt,
      })
      .from(sql`json_each(${JSON.stringify(nextIds)}) AS wanted`)
      .crossJoin(events)
      .where(and(sql`${events.id} = wanted.value`, isNextEventCandidate(now))),
    trendingOf(
      db,
      now,
      trending,
      sql`WHERE city_id = ${area.cityId} AND recent_points >= 10 ORDER BY recent_points DESC LIMIT ${TRENDING_LOOKED.city}`,
      TRUSTED_FIRST,
    ),
    trendingOf(
      db,
      now,
      trending,
      sql`WHERE recent_points >= 10 ORDER BY recent_points DESC LIMIT ${TRENDING_LOOKED.all}`,
      sql`${IRAN_FIRST}, ${TRUSTED_FIRST}`,
    ),
    trendingOf(
      db,
      now,
      trending,
      sql`WHERE is_listed = 1 AND is_over = 0 ORDER BY popularity DESC LIMIT ${TRENDING_LOOKED.all}`,
      sql`${IRAN_FIRST}, ${events.popularity} DESC`,
    ),
    ...partsOf(db, area, now),
  ]);
  const [tonight = [], after = [], picks = [], weekend = [], ending = [], fresh = [], free = []] =
    parts as EventListRow[][];
  return {
    next,
    trending: { ofCity, ofAll, popular } as Trending,
    parts: { tonight, next: after, picks, weekend, ending, fresh, free },
  };
}

/** In whole trusted saves, as popularity is. */
const TRUSTED_FIRST = sql`${events.recentPoints} / 10 DESC`;
const IRAN_FIRST = sql`(SELECT c.country_code = 'IR' FROM cities c WHERE c.id = ${events.cityId}) DESC`;

/** Events of the next two weeks among some. @param looked which events are looked at, by an index */
const trendingOf = (db: Database, now: number, limit: number, looked: SQL, order: SQL) =>
  db
    .select(LIST_COLUMNS)
    .from(sql`(SELECT id AS found_id FROM events ${looked}) AS found`)
    .crossJoin(events)
    .where(
      sql`${events.id} = found.found_id AND ${shownAt(now)} AND ${events.startsAt} < ${now + TRENDING_WITHIN}`,
    )
    .orderBy(sql`${order}, ${events.startsAt}`)
    .limit(limit);

/** One query for each part of a city, in the order of `CityParts`. */
function partsOf(db: Database, { cityId, tonight, weekend }: HomeArea, now: number) {
  const facet = `city:${cityId}`;
  const ending = sql`SELECT w.event_id, w.starts_at, w.local_day, min(coalesce(e.runs_until, e.ends_at)) AS place FROM (
      SELECT event_id, starts_at, local_day FROM event_facets WHERE facet = ${facet} AND is_over = 0 AND is_next = 1 AND starts_at > ${now - LONGEST_DAYS * DAY}
        AND (is_run = 1 OR (starts_at <= ${now} AND ends_at > ${now + DAY})) ORDER BY starts_at, event_id LIMIT ${RUNNING_LOOKED}
    ) AS w CROSS JOIN events e WHERE e.id = w.event_id AND coalesce(e.runs_until, e.ends_at) < ${now + ENDING}
      AND (e.runs_until IS NULL OR EXISTS (SELECT 1 FROM event_occurrences o WHERE o.event_id = w.event_id AND o.starts_at <= ${now})) GROUP BY w.event_id`;
  return [
    eventsOf(db, [
      beginning(
        facet,
        Math.max(now, tonight.from - 1),
        sql`AND starts_at < ${tonight.to}`,
        CANDIDATES,
      ),
    ]),
    eventsOf(db, [coming(facet, Math.max(now, tonight.to - 1))]),
    db
      .select(LIST_COLUMNS)
      .from(events)
      .where(
        sql`${shownAt(now)} AND ${events.isFeatured} = 1 AND ${events.startsAt} > ${now} AND ${events.cityId} = ${cityId}`,
      )
      .orderBy(events.startsAt)
      .limit(CANDIDATES),
    eventsOf(db, [
      beginning(
        facet,
        Math.max(now, weekend.from - 1),
        sql`AND starts_at < ${weekend.to} AND ${isOfDays(weekend)}`,
        CANDIDATES,
      ),
    ]),
    eventsOf(db, [ending]),
    db
      .select(LIST_COLUMNS)
      .from(
        sql`(SELECT id AS found_id FROM events WHERE city_id = ${cityId} ORDER BY created_at DESC, id DESC LIMIT ${FRESH_LOOKED}) AS found`,
      )
      .crossJoin(events)
      .where(
        sql`${events.id} = found.found_id AND ${events.publishedAt} > ${now - FRESH} AND ${shownAt(now)}`,
      )
      .orderBy(sql`${events.publishedAt} DESC`)
      .limit(CANDIDATES),
    eventsOf(db, [coming(`${facet}|free`, now)]),
  ];
}

export interface DiscoverEvents {
  featured: EventListRow[];
  weekend: EventListRow[];
  city: EventListRow[];
  free: EventListRow[];
  families: EventListRow[];
  fresh: EventListRow[];
  /** By the key of the mood. */
  moods: Map<string, EventListRow[]>;
}

/**
 * A weekend of some countries: its days, and all instants at which one of them is on somewhere
 * there.
 */
export interface Weekend extends InstantRange {
  /** YYYY-MM-DD, of each event's own zone. */
  days: readonly string[];
  /** Of the cities that have it. */
  cityIds: readonly string[];
}

/** Events scanned per weekend, since those of other countries are in between. */
const WEEKEND_LOOKED = 40;

/** SQL: whether a text is one of some, which have no parts of each other; a list of rows would be read. */
const isAmong = (value: SQL, texts: readonly string[]) => sql`instr(${texts.join()}, ${value}) > 0`;

const isOfDays = ({ days }: Weekend) => isAmong(sql`local_day`, days);

/** Events that begin on a weekend's days in the cities that have it, soonest first. */
const onWeekend = (weekend: Weekend, now: number) =>
  sql`SELECT w.event_id, w.starts_at, w.local_day, w.place FROM (${beginning("all", Math.max(now, weekend.from - 1), sql`AND starts_at < ${weekend.to} AND ${isOfDays(weekend)}`, WEEKEND_LOOKED)}) AS w CROSS JOIN events e
    WHERE e.id = w.event_id AND ${isAmong(sql`e.city_id`, weekend.cityIds)}
    ORDER BY w.starts_at, w.event_id LIMIT ${CANDIDATES}`;

/**
 * Candidates for every shelf of the discover page, in one round trip. Each walks an index to its
 * limit, so the rows read follow those shown.
 * @param feature that events of the city have; null for all
 */
export async function readDiscover(
  { db, clock }: Reader,
  weekend: readonly Weekend[],
  cityId: string,
  feature: FilterKey | null = null,
): Promise<DiscoverEvents> {
  const now = clock.now();
  const shown = shownAt(now);
  const facet = (name: string, condition = sql``) => [
    coming(name, now, condition),
    running(name, now, condition),
  ];
  const [featured, fresh, thisWeekend, city, free, families, ...moods] = await db.batch([
    db
      .select(LIST_COLUMNS)
      .from(events)
      .where(sql`${shown} AND ${events.isFeatured} = 1 AND ${events.startsAt} > ${now}`)
      .orderBy(events.startsAt)
      .limit(CANDIDATES),
    db
      .select(LIST_COLUMNS)
      .from(events)
      .where(shown)
      .orderBy(sql`${events.publishedAt} DESC`)
      .limit(CANDIDATES),
    eventsOf(
      db,
      weekend.map((one) => onWeekend(one, now)),
    ),
    eventsOf(db, facet(feature === null ? `city:${cityId}` : `city:${cityId}|trait:${feature}`)),
    eventsOf(db, facet("free")),
    eventsOf(db, facet("category:Kids & Family")),
    ...MOODS.map(({ categories }) =>
      eventsOf(
        db,
        categories.map((category) => coming(`category:${category}`, now, sql``, MOOD_WALK)),
        MOOD_CANDIDATES,
      ),
    ),
  ]);
  return {
    featured: featured as EventListRow[],
    fresh: fresh as EventListRow[],
    weekend: thisWeekend as EventListRow[],
    city: city as EventListRow[],
    free: free as EventListRow[],
    families: families as EventListRow[],
    moods: new Map(MOODS.map(({ key }, index) => [key, (moods[index] ?? []) as EventListRow[]])),
  };
}

/** Events that begin after a moment, soonest first; those with several dates on their next one. */
const coming = (facet: string, after: number, condition: SQL = sql``, limit = CANDIDATES) =>
  beginning(facet, after, sql`AND is_next = 1 ${condition}`, limit);

/** Days of events that begin after a moment. */
const beginning = (facet: string, after: number, condition: SQL, limit: number) =>
  sql`SELECT event_id, starts_at, local_day, 0 AS place FROM event_facets WHERE facet = ${facet} AND is_over = 0 AND starts_at > ${after} ${condition} ORDER BY starts_at, event_id LIMIT ${limit}`;

/** Running events, listed after upcoming ones. */
const running = (facet: string, now: number, condition: SQL = sql``) =>
  sql`SELECT event_id, starts_at, local_day, 1 AS place FROM event_facets WHERE facet = ${facet} AND is_over = 0 AND is_next = 1 AND starts_at <= ${now} AND starts_at > ${now - LONGEST_DAYS * DAY} AND ends_at > ${now} ${condition} ORDER BY starts_at, event_id LIMIT ${CANDIDATES}`;

/** The events of at most five walks (terms of a UNION in D1), each once. */
function eventsOf(db: Database, walks: readonly SQL[], limit = CANDIDATES) {
  const union = sql.join(
    walks.map((walk) => sql`SELECT * FROM (${walk})`),
    sql` UNION ALL `,
  );
  const places = sql`SELECT event_id, min(starts_at) AS starts_at, local_day, place FROM (${union}) GROUP BY event_id ORDER BY place, starts_at, event_id LIMIT ${limit}`;
  return db
    .select({
      ...LIST_COLUMNS,
      startsAt: sql<number>`found.starts_at`.as("starts_at"),
      endsAt:
        sql<number>`coalesce((SELECT o.ends_at FROM event_occurrences o WHERE o.event_id = ${events.id} AND o.starts_at = found.starts_at), ${events.endsAt})`.as(
          "ends_at",
        ),
      localDay: sql<string>`found.local_day`.as("local_day"),
    })
    .from(sql`(${places}) AS found`)
    .crossJoin(events)
    .where(sql`${events.id} = found.event_id AND ${events.lifecycle} = 'scheduled'`)
    .orderBy(sql`found.place, found.starts_at, found.event_id`);
}

/**
 * "This weekend" by country: Thursday and Friday in Iran and Afghanistan, Saturday and Sunday
 * elsewhere (decisions.md §2), in each event's time zone.
 */
export function weekendsOf(cities: readonly City[], now: number): Weekend[] {
  const found = new Map<
    boolean,
    { days: Set<string>; cityIds: string[]; from: number; to: number }
  >();
  const ranges = new Map<string, ReturnType<typeof presetRange>>();
  for (const { id, timeZone, countryCode } of cities) {
    const isEarly = isThursdayWeekend(countryCode);
    const key = `${timeZone} ${isEarly}`;
    if (!ranges.has(key)) ranges.set(key, presetRange("weekend", now, timeZone, countryCode));
    const range = ranges.get(key);
    if (!range) continue;
    const weekend = found.get(isEarly) ?? { days: new Set(), cityIds: [], ...range };
    for (
      let day = localDay(range.from, timeZone);
      day <= localDay(range.to - 1, timeZone);
      day = addDays(day, 1)
    )
      weekend.days.add(day);
    weekend.cityIds.push(id);
    weekend.from = Math.min(weekend.from, range.from);
    weekend.to = Math.max(weekend.to, range.to);
    found.set(isEarly, weekend);
  }
  return [...found.values()].map(({ days, ...weekend }) => ({ ...weekend, days: [...days] }));
}
