import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { events, facetCounts } from "../../../db/schema";
import { addDays, type InstantRange, presetRange, startOfDay } from "../../lib/dates.server";
import type { Deps } from "../../lib/deps";
import { boundingBox, cellsAround, distanceKm, type Position } from "../../lib/geo";
import { searchKey } from "../../lib/search-text";
import { type City, citiesById, listCities } from "../cities/queries.server";
import { searchEvents } from "../search/search-events.server";
import { type Chip, understandQuery } from "../search/understand-query";
import { decodeCursor, encodeCursor, foreignCursor } from "./cursor";
import { EVENT_JSON_COLUMNS, type EventJsonRow } from "./event-json.server";
import { DEFAULT_RADIUS_KM, type EventQuery, type Sort } from "./schema";

export type EventRow = typeof events.$inferSelect;
/** An event without its descriptions: lists do not show them. */
export type EventListRow = Omit<EventRow, "descriptionEn" | "descriptionFa">;

export interface EventList {
  events: EventListRow[];
  cities: Map<string, City>;
  /** The city that is asked for, in words or as a parameter. */
  city: City | null;
  /** Where distances are taken from: the reader's position or, with a radius, the city's centre. */
  center: Position | null;
  total: number;
  /** False where counting stopped early: there are more than `total`. */
  totalIsExact: boolean;
  nextCursor: string | null;
  /** Filters that were understood from the words. */
  understood: Chip[];
  /** The words that were looked for instead, where nothing matched what was typed. */
  corrected: string | null;
  sort: Sort;
}

/** Where neither position, city nor zone say what "today" is: most events are in Iran. */
export const DEFAULT_AREA = { timeZone: "Asia/Tehran", countryCode: "IR" };
/** The longest event that a range still finds by its middle, days: bounds how far back the index is walked. */
export const LONGEST_DAYS = 62;
/** Sorts other than by date rank the soonest so many. */
const RANKED = 300;
/** Counting stops here, so that a list reads at most five rows for each it shows. */
export const COUNTED = 70;

/** Everything of an event row but what only its own page shows. */
export const LIST_COLUMNS = (() => {
  const { descriptionEn: _en, descriptionFa: _fa, ...columns } = getTableColumns(events);
  return columns;
})();

type Columns = typeof LIST_COLUMNS;
type Reader = Pick<Deps, "db" | "memo" | "clock">;

interface Filters {
  cityId: string | null;
  near: { center: Position; radius: number } | null;
  categories: EventQuery["categories"];
  tag: string | null;
  free: boolean;
  past: boolean;
  any: boolean;
  range: Partial<InstantRange>;
}

/** The list of events for a query (product.md §2, decisions.md §12). @throws AppError("bad-request") for a cursor that is not ours */
export function listEvents(deps: Reader, query: EventQuery): Promise<EventList> {
  return list(deps, query, LIST_COLUMNS);
}

/** The same list for the API: with the descriptions, and without counting what nobody is told. */
export async function listEventsWhole(
  deps: Reader,
  query: EventQuery,
): Promise<Pick<EventList, "cities" | "nextCursor"> & { events: EventJsonRow[] }> {
  const { events, cities, nextCursor } = await list(deps, query, EVENT_JSON_COLUMNS as unknown as Columns, { counted: false });
  return { events: events as unknown as EventJsonRow[], cities, nextCursor };
}

async function list(deps: Reader, query: EventQuery, columns: Columns, { counted = true } = {}): Promise<EventList> {
  const now = deps.clock.now();
  const cities = await listCities(deps);
  const byId = await citiesById(deps);
  const understood = understandQuery(query.q, {
    cities,
    explicit: {
      city: query.city !== null || query.latitude !== null,
      category: query.categories.length > 0,
      free: query.free,
      when: query.when !== null || query.from !== null || query.to !== null,
    },
    ignore: query.without,
  });
  const citySlug = query.city ?? understood.filters.city ?? null;
  const city = cities.find(({ slug }) => slug === citySlug) ?? null;
  const position = query.latitude !== null && query.longitude !== null ? { latitude: query.latitude, longitude: query.longitude } : null;
  const center = position ?? (query.radius !== null && city ? { latitude: city.latitude, longitude: city.longitude } : null);
  const when = query.when ?? understood.filters.when ?? null;
  const area = city ?? DEFAULT_AREA;
  const filters: Filters = {
    cityId: center ? null : (city?.id ?? null),
    near: center && { center, radius: query.radius ?? DEFAULT_RADIUS_KM },
    categories: query.categories.length > 0 ? query.categories : understood.filters.category ? [understood.filters.category] : [],
    tag: query.tag && searchKey(query.tag),
    free: query.free || understood.filters.free === true,
    past: when === "past",
    any: when === "any",
    range: {
      ...(when ? presetRange(when, now, area.timeZone, area.countryCode) : null),
      ...(query.from ? { from: startOfDay(query.from, area.timeZone) } : null),
      ...(query.to ? { to: startOfDay(addDays(query.to, 1), area.timeZone) } : null),
    },
  };
  // A range in the past is asked for on purpose.
  if (filters.range.to !== undefined && filters.range.to <= now && !filters.past) filters.any = true;

  const meaningless = (query.sort === "distance" && !center) || (query.sort === "relevance" && !understood.words);
  const sort: Sort = (meaningless ? null : query.sort) ?? (understood.words ? "relevance" : "date");
  const shared = { cities: byId, city, center, understood: understood.chips, sort };
  if (understood.words) {
    const found = await search(deps.db, columns, understood.words, filters, query, sort, now);
    return { ...shared, ...found };
  }
  const listed =
    sort === "date"
      ? await byDate(deps.db, columns, filters, query, now, counted)
      : await ranked(deps.db, columns, filters, query, sort, now);
  return { ...shared, ...listed, corrected: null };
}

type Listed = Pick<EventList, "events" | "total" | "totalIsExact" | "nextCursor">;

function facetsOf(filters: Filters): string[] {
  if (filters.near) return cellsAround(filters.near.center, filters.near.radius);
  if (filters.tag) return [`tag:${filters.tag}`];
  if (filters.categories.length > 0)
    return filters.categories.map((category) => (filters.cityId ? `city:${filters.cityId}|category:${category}` : `category:${category}`));
  const everything = filters.free ? "free" : "all";
  return [filters.cityId ? `city:${filters.cityId}${filters.free ? "|free" : ""}` : everything];
}

/** Conditions on `event_facets f`, and on `events e` where the facet alone does not say it. */
function conditions(filters: Filters, now: number): { onFacet: SQL[]; onEvent: SQL[] } {
  const onFacet: SQL[] = [];
  const onEvent: SQL[] = [];
  const { from, to } = filters.range;
  if (!filters.past && !filters.any) onFacet.push(sql`f.ends_at > ${Math.max(now, from ?? now)}`);
  else if (from !== undefined) onFacet.push(sql`f.ends_at > ${from}`);
  if (from !== undefined) onFacet.push(sql`f.starts_at >= ${from - LONGEST_DAYS * 86_400_000}`);
  if (to !== undefined) onFacet.push(sql`f.starts_at < ${to}`);
  if (filters.free) onFacet.push(sql`f.is_free = 1`);
  if (filters.near) {
    const box = boundingBox(filters.near.center, filters.near.radius);
    onFacet.push(sql`f.latitude BETWEEN ${box.south} AND ${box.north} AND f.longitude BETWEEN ${box.west} AND ${box.east}`);
    const flat = Math.cos((filters.near.center.latitude * Math.PI) / 180);
    const { latitude, longitude } = filters.near.center;
    // On the flat within 200 km of the centre: less than 0.5 % off, and no trigonometry a row.
    onFacet.push(
      sql`(f.latitude - ${latitude}) * (f.latitude - ${latitude}) + (f.longitude - ${longitude}) * (f.longitude - ${longitude}) * ${flat * flat} <= ${((filters.near.radius / 6371) * (180 / Math.PI)) ** 2}`,
    );
  }
  const primary = filters.near ? "near" : filters.tag ? "tag" : filters.categories.length > 0 ? "category" : "city";
  if (primary === "near" || primary === "tag") {
    if (filters.categories.length > 0)
      onEvent.push(sql`EXISTS (SELECT 1 FROM json_each(e.categories) WHERE value IN ${filters.categories})`);
    if (filters.cityId) onEvent.push(sql`e.city_id = ${filters.cityId}`);
  }
  if (primary === "near" && filters.tag) onEvent.push(sql`EXISTS (SELECT 1 FROM json_each(e.tag_keys) WHERE value = ${filters.tag})`);
  return { onFacet, onEvent };
}

/** `is_over` values to walk: what is coming, what is past, or both. */
const phases = (filters: Filters) => (filters.any ? [0, 1] : filters.past ? [1] : [0]);

interface Place {
  startsAt: number;
  id: string;
}

/**
 * One walk a facet and phase, each by its own index up to the limit: so the rows read follow the rows shown, not
 * the size of the table. Several walks are statements of one batch, since D1 takes five terms of a UNION at most.
 */
function walks(filters: Filters, now: number, limit: number, after: Place | null): SQL[] {
  const { onFacet, onEvent } = conditions(filters, now);
  const direction = filters.past ? sql`DESC` : sql`ASC`;
  const compare = filters.past ? sql`<` : sql`>`;
  return phases(filters).flatMap((phase) =>
    facetsOf(filters).map((facet) => {
      const where = [sql`f.facet = ${facet}`, sql`f.is_over = ${phase}`, ...onFacet, ...onEvent];
      if (after) where.push(sql`(f.starts_at, f.event_id) ${compare} (${after.startsAt}, ${after.id})`);
      const join = onEvent.length > 0 ? sql`CROSS JOIN events e ON e.id = f.event_id` : sql``;
      return sql`SELECT f.event_id AS id, f.starts_at AS startsAt FROM event_facets f ${join} WHERE ${sql.join(where, sql` AND `)} ORDER BY f.starts_at ${direction}, f.event_id ${direction} LIMIT ${limit}`;
    }),
  );
}

/** The walks' places as one list in order of time, each event once. */
function merge(found: Place[][], past: boolean, limit: number): Place[] {
  const places = new Map(found.flat().map((place) => [place.id, place]));
  const sign = past ? -1 : 1;
  return [...places.values()].sort((a, b) => sign * (a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))).slice(0, limit);
}

async function placesByDate(db: Database, filters: Filters, now: number, limit: number, after: Place | null = null): Promise<Place[]> {
  const [first, ...rest] = walks(filters, now, limit, after).map((walk) =>
    db.select({ id: sql<string>`w.id`, startsAt: sql<number>`w.startsAt` }).from(sql`(${walk}) AS w`),
  );
  return first ? merge((await db.batch([first, ...rest])) as Place[][], filters.past, limit) : [];
}

const rowsOf = (db: Database, columns: Columns, places: SQL, past: boolean) =>
  db
    .select(columns)
    .from(sql`(${places}) AS found`)
    .crossJoin(events)
    .where(sql`${events.id} = found.id`)
    .orderBy(past ? sql`found.startsAt DESC, found.id DESC` : sql`found.startsAt, found.id`);

/** True where the facets' own counters already say how many there are. */
function isCounted(filters: Filters): boolean {
  const { near, tag, categories, free, past, any, range } = filters;
  if (near || past || any || range.from !== undefined || range.to !== undefined) return false;
  if (tag) return categories.length === 0 && !filters.cityId && !free;
  return free ? categories.length === 0 : categories.length <= 1;
}

async function byDate(
  db: Database,
  columns: Columns,
  filters: Filters,
  query: EventQuery,
  now: number,
  withTotal: boolean,
): Promise<Listed> {
  const after = query.cursor === null ? null : decodeCursor(query.cursor, "date");
  if (after && !("id" in after)) throw foreignCursor();
  const [walk, ...others] = walks(filters, now, query.limit + 1, after);
  let found: EventListRow[];
  let total: number;
  if (!withTotal) {
    found =
      walk && others.length === 0
        ? ((await rowsOf(db, columns, walk, filters.past)) as EventListRow[])
        : await eventsInOrder(
            db,
            (await placesByDate(db, filters, now, query.limit + 1, after)).map(({ id }) => id),
            columns,
          );
    total = found.length;
  } else if (walk && others.length === 0) {
    const count = isCounted(filters)
      ? db
          .select({ total: facetCounts.upcoming })
          .from(facetCounts)
          .where(eq(facetCounts.facet, facetsOf(filters)[0] ?? ""))
      : db.select({ total: sql<number>`count(*)` }).from(sql`(${walks(filters, now, COUNTED + 1, null)[0]}) AS w`);
    const [rows, totals] = await db.batch([rowsOf(db, columns, walk, filters.past), count]);
    found = rows as EventListRow[];
    total = totals[0]?.total ?? 0;
  } else {
    const places = await placesByDate(db, filters, now, Math.max(COUNTED, query.limit) + 1);
    total = places.length;
    const rest = after ? await placesByDate(db, filters, now, query.limit + 1, after) : places.slice(0, query.limit + 1);
    found = await eventsInOrder(
      db,
      rest.map(({ id }) => id),
      columns,
    );
  }
  const counted = walk !== undefined && others.length === 0 && isCounted(filters);
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    events: shown,
    total: counted ? total : Math.min(total, COUNTED),
    totalIsExact: counted || total <= COUNTED,
    nextCursor: found.length > query.limit && last ? encodeCursor({ kind: "date", startsAt: last.startsAt, id: last.id }) : null,
  };
}

/** The soonest matches ranked by something else than time, paged by position. */
async function ranked(db: Database, columns: Columns, filters: Filters, query: EventQuery, sort: Sort, now: number): Promise<Listed> {
  const offset = offsetOf(query, sort);
  const places = await placesByDate(db, filters, now, RANKED);
  const found = await eventsInOrder(
    db,
    places.map(({ id }) => id),
    columns,
  );
  const order = [...found].sort((a, b) => compareBy(sort, filters.near?.center ?? null, a, b));
  return page(order, offset, query.limit, sort, found.length < RANKED);
}

function compareBy(sort: Sort, center: Position | null, a: EventListRow, b: EventListRow): number {
  if (sort === "distance" && center) return distanceFrom(center, a) - distanceFrom(center, b);
  return b.interactionCount * 5 + b.viewCount - (a.interactionCount * 5 + a.viewCount) || Number(b.isFeatured) - Number(a.isFeatured);
}

/** km; an event without a position comes last. */
export function distanceFrom(center: Position, event: Pick<EventListRow, "latitude" | "longitude">): number {
  if (event.latitude === null || event.longitude === null) return Number.POSITIVE_INFINITY;
  return distanceKm(center, { latitude: event.latitude, longitude: event.longitude });
}

function offsetOf(query: EventQuery, sort: Sort): number {
  if (query.cursor === null) return 0;
  const cursor = decodeCursor(query.cursor, sort);
  if (!("offset" in cursor)) throw foreignCursor();
  return cursor.offset;
}

function page(order: EventListRow[], offset: number, limit: number, sort: Sort, totalIsExact: boolean): Listed {
  const end = offset + limit;
  return {
    events: order.slice(offset, end),
    total: order.length,
    totalIsExact,
    nextCursor: order.length > end ? encodeCursor({ kind: sort, offset: end }) : null,
  };
}

async function search(
  db: Database,
  columns: Columns,
  words: string,
  filters: Filters,
  query: EventQuery,
  sort: Sort,
  now: number,
): Promise<Listed & Pick<EventList, "corrected">> {
  const offset = offsetOf(query, sort);
  const byRelevance = sort === "relevance" && !filters.near;
  const found = await searchEvents(db, {
    words,
    filters: {
      ...(filters.cityId ? { cityId: filters.cityId } : null),
      ...(filters.categories.length > 0 ? { categories: filters.categories } : null),
      ...(filters.free ? { free: true } : null),
      ...(filters.tag ? { tag: filters.tag } : null),
    },
    ...filters.range,
    includePast: filters.past || filters.any,
    now,
    limit: byRelevance ? query.limit : RANKED,
    offset: byRelevance ? offset : 0,
  });
  const corrected = found.matched === "typo" ? (found.correctedWords ?? null) : null;
  const rows = await eventsInOrder(db, found.ids, columns);
  if (byRelevance) {
    const end = offset + query.limit;
    return {
      events: rows,
      total: found.total,
      totalIsExact: found.totalIsExact,
      nextCursor: found.total > end ? encodeCursor({ kind: sort, offset: end }) : null,
      corrected,
    };
  }
  const { near } = filters;
  const within = near ? rows.filter((event) => distanceFrom(near.center, event) <= near.radius) : rows;
  const order =
    sort === "date"
      ? within.sort((a, b) => a.startsAt - b.startsAt)
      : sort === "relevance"
        ? within
        : within.sort((a, b) => compareBy(sort, near?.center ?? null, a, b));
  return { ...page(order, offset, query.limit, sort, found.totalIsExact), corrected };
}

/** Events by id, in the order of the ids; unknown ones are left out. */
async function eventsInOrder(db: Database, ids: readonly string[], columns: Columns = LIST_COLUMNS): Promise<EventListRow[]> {
  if (ids.length === 0) return [];
  const rows = (await db
    .select(columns)
    .from(sql`json_each(${JSON.stringify(ids)}) AS wanted`)
    .crossJoin(events)
    .where(sql`${events.id} = wanted.value`)
    .orderBy(sql`wanted.key`)) as EventListRow[];
  return rows;
}
