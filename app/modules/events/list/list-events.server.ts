import { eq, sql } from "drizzle-orm";
import { bookmarkOf, requiredBookmark, siblingOf } from "../../../../db/client";
import { facetCounts } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import type { Position } from "../../../lib/geo/geo";
import { foreignCursor } from "../../../lib/http/cursor";
import { type City, citiesById, listCities } from "../../cities/queries.server";
import {
  type Chip,
  type QueryCorrection,
  UNDERSTOOD_KINDS,
} from "../../search/read-query/understood";
import { siteState, versionKey } from "../../store/content-version.server";
import {
  type EventColumns,
  type EventListRow,
  eachOnce,
  LIST_COLUMNS,
  LISTED_JSON_COLUMNS,
  type ListedJsonRow,
  type Once,
  type RowOf,
  readEvents,
  selectEvents,
} from "../event-columns.server";
import type { EventQuery, Sort } from "../schema";
import { facetsOf, isByDay, isCounted, placesOf, withShortestRoad } from "./facet-walks.server";
import { type Area, type Filters, type ListRequest, readFilters } from "./list-filters.server";
import {
  countsOfWalk,
  countWalk,
  cursorBehind,
  decodePlace,
  inOrder,
  type ListPage,
  offsetOf,
  pageOf,
  RANKED,
  RANKING_COLUMNS,
} from "./paginate-events.server";
import {
  isListed,
  isReadAgain,
  keepsCancelled,
  rewriteWords,
  type SearchAnswer,
  type SearchOutcome,
  searchList,
  type TitleReading,
} from "./search-list.server";

export { type EventListRow, type EventRow, LIST_COLUMNS } from "../event-columns.server";
export { LONGEST_DAYS } from "./facet-walks.server";
export { DEFAULT_AREA } from "./list-filters.server";

export interface EventList extends ListPage<EventListRow>, SearchOutcome {
  cities: Map<string, City>;
  /** The requested city, by word or parameter. */
  city: City | null;
  /** Where distances are taken from: the reader's position or, with a radius, the city's centre. */
  center: Position | null;
  /** The area whose zone defines "today" and "weekend". */
  area: Area;
  /** The list's filters; null when search words narrow it too. */
  filters: Filters | null;
  /** Filters that were understood from the words. */
  understood: Chip[];
  /** The effective request, with mistyped words corrected. */
  request: ListRequest;
  /** Changes made to the query before it was read, in order. */
  corrections: readonly QueryCorrection[];
  /** Whether search found it; a list by filters reaches further. */
  isSearched: boolean;
  sort: Sort;
}

type Reader = Pick<Deps, "db" | "memo" | "clock" | "meaning" | "rewriter">;

/**
 * The list of events for a query (product.md §2, decisions.md §12), within days a row for each day
 * of a series. @throws AppError("bad-request") for a cursor that is not ours
 */
export function listEvents(deps: Reader, query: EventQuery): Promise<EventList> {
  return list(deps, query, LIST_COLUMNS, "lists");
}

/** A list with other rows than the page's. */
type ListOf<Row> = Omit<EventList, "events"> & { events: Row[] };

/** What is counted: nothing, what a search by words matches, or every list. */
type Counted = "nothing" | "words" | "lists";

/** The same list with each event once, and by default without counting: for all but the page. */
export async function listEachOnce<Columns extends EventColumns>(
  deps: Reader,
  query: EventQuery,
  columns: Columns,
  counted: Counted = "nothing",
): Promise<ListOf<Once<RowOf<Columns>>>> {
  const found = await list(deps, query, columns, counted);
  return { ...found, events: eachOnce(found.events) };
}

const LISTED_JSON: EventColumns = LISTED_JSON_COLUMNS;

/** The list for the API: with descriptions. */
export const listEventsWhole = (
  deps: Reader,
  query: EventQuery,
): Promise<ListOf<Once<ListedJsonRow>>> => listEachOnce(deps, query, LISTED_JSON_COLUMNS, "words");

/** Most events on a map. */
const MOST_PINS = 500;

/**
 * The events of a list with what a map shows of them, each once; at most 500, the first of the
 * list.
 */
export const listPins = async (
  deps: Reader,
  query: EventQuery,
): Promise<Once<RowOf<typeof LIST_COLUMNS>>[]> =>
  (await listEachOnce(deps, { ...query, cursor: null, limit: MOST_PINS }, LIST_COLUMNS)).events;

async function list<Columns extends EventColumns>(
  deps: Reader,
  query: EventQuery,
  columns: Columns,
  counted: Counted,
  reading: TitleReading = "open",
): Promise<ListOf<RowOf<Columns>>> {
  const isCounting = counted === "lists";
  const now = deps.clock.now();
  const listed = await listCities(deps);
  const read = readFilters(query, listed, now);
  const asked = { ...read, filters: await withShortestRoad(deps, read.filters) };
  const sort = sortOf(query, asked);
  const cities = await citiesById(deps);
  if (isSearch(query, asked)) {
    const {
      page: found,
      asked: meant,
      ...about
    } = await searchList(deps, columns, asked, query, {
      sort,
      now,
      cities: listed,
      isBrief: counted === "nothing" || (counted === "words" && query.q === ""),
      reading,
    });
    if (isReadAgain(about, query, reading)) {
      const literal = { ...query, without: [...UNDERSTOOD_KINDS] };
      const titled = await list(deps, literal, columns, counted, "title");
      if (titled.exactTotal > 0) return titled;
      return list(deps, query, columns, counted, "filters");
    }
    const rewritten = await rewrittenQuery(deps, query, sort, { ...about, asked: meant }, now);
    if (rewritten) {
      const better = await list({ ...deps, rewriter: null }, rewritten, columns, counted);
      if (better.exactTotal > 0) return { ...better, corrected: rewritten.q };
    }
    const page =
      found ??
      (await byFilters(
        deps,
        columns,
        await withShortestRoad(deps, meant.filters),
        query,
        sort,
        isCounting,
      ));
    const exactTotal = found ? about.exactTotal : page.total;
    return {
      cities,
      sort,
      ...aboutOf(meant, found !== null && !keepsCancelled(sort)),
      ...page,
      ...about,
      exactTotal,
      isSearched: found !== null,
    };
  }
  const page = await byFilters(deps, columns, asked.filters, query, sort, isCounting);
  return {
    cities,
    sort,
    ...aboutOf(asked),
    ...page,
    parts: [],
    partsAreExact: true,
    // A list for the API is not counted.
    exactTotal: Math.max(page.total, page.events.length),
    corrected: null,
    suggestion: null,
    knownName: null,
    isUnmatched: false,
    isTitle: false,
    isSearched: false,
  };
}

/** Filters that a rewritten query must read as the typed one did. */
const hardFilters = ({ understood: { filters } }: ListRequest): string => {
  const { category: _category, intent: _intent, traits: _traits, ...hard } = filters;
  return JSON.stringify(hard);
};

/**
 * The query with its words as a model takes them, where nothing matches them; its filters stay as
 * they are. Null without a model, for known names, and where words are taken as typed.
 */
async function rewrittenQuery(
  deps: Reader,
  query: EventQuery,
  sort: Sort,
  {
    asked,
    exactTotal,
    knownName,
  }: Pick<SearchAnswer<unknown>, "asked" | "exactTotal" | "knownName">,
  now: number,
): Promise<EventQuery | null> {
  const { words, chips } = asked.understood;
  if (exactTotal > 0 || knownName !== null || words === "" || sort !== "relevance") return null;
  if (query.without.includes("corrections")) return null;
  const meant = await rewriteWords(deps, words);
  if (meant === null) return null;
  const kept = chips.map(({ matchedText }) => matchedText).filter(Boolean);
  const rewritten = { ...query, q: [...kept, meant].join(" ") };
  const read = readFilters(rewritten, await listCities(deps), now);
  return hardFilters(read) === hardFilters(asked) ? rewritten : null;
}

/** Properties of the list. @param asSearched whether its numbers count what a search lists */
function aboutOf(request: ListRequest, asSearched = false) {
  const { city, center, area, understood, filters } = request;
  const { chips, corrections } = understood;
  return {
    city,
    center,
    area,
    filters: isListed(request) ? { ...filters, ...(asSearched ? { asSearched } : null) } : null,
    understood: chips,
    corrections,
    request,
  };
}

/**
 * Whether a list is searched. Queries of filter words only are ranked too: the interpretation may
 * be wrong, and search recovers from it.
 */
export const isSearch = (query: EventQuery, request: ListRequest): boolean =>
  (query.q !== "" && sortOf(query, request) === "relevance") || !isListed(request);

/**
 * The requested order, or the best for the request: the nearest first if words ask for what is
 * near.
 */
export function sortOf({ sort, q }: EventQuery, { center, understood }: ListRequest): Sort {
  const isMeaningless = (sort === "distance" && !center) || (sort === "relevance" && !q);
  return (
    (isMeaningless ? null : sort) ??
    (q ? (center && understood.asksNear ? "distance" : "relevance") : "date")
  );
}

/** A page of events by filters, without search words. */
function byFilters<Columns extends EventColumns>(
  deps: Reader,
  columns: Columns,
  filters: Filters,
  query: EventQuery,
  sort: Sort,
  counted: boolean,
): Promise<ListPage<RowOf<Columns>>> {
  if (sort === "date") return byDate(deps, columns, filters, query, counted);
  return sort === "popular" && isOfCityAlone(filters)
    ? mostPopular(deps, columns, filters, query, counted)
    : ranked(deps, columns, filters, query, sort);
}

async function byDate<Columns extends EventColumns>(
  deps: Reader,
  columns: Columns,
  filters: Filters,
  query: EventQuery,
  counted: boolean,
): Promise<ListPage<RowOf<Columns>>> {
  const { db } = deps;
  const now = deps.clock.now();
  const after = query.cursor === null ? null : decodePlace(query.cursor, "date");
  if (after && !("id" in after)) throw foreignCursor();
  const perDay = counted && isByDay(filters);
  const rows = selectEvents(
    db,
    columns,
    placesOf(filters, now, query.limit + 1, { after, perDay }),
    columns === LISTED_JSON ? "start" : "found",
  );
  const read = async () => {
    if (!counted) return { answer: await rows, total: 0, isExact: false, categories: null };
    if (isCounted(filters)) {
      const [answer, [counter]] = await db.batch([rows, readCounter(db, filters)]);
      return { answer, total: counter?.total ?? 0, isExact: true, categories: null };
    }
    const [answer, walk] = await db.batch([rows, countWalk(deps, filters)]);
    return { answer, ...countsOfWalk(walk, filters, now) };
  };
  const { answer, total, isExact, categories } = await read();
  const sign = filters.past ? -1 : 1;
  const found = readEvents(columns, answer).sort(
    (a, b) => sign * (a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1)),
  );
  const shown = found.slice(0, query.limit);
  const before = after?.before ?? 0;
  const reached = before + shown.length;
  const isEnd = found.length <= query.limit;
  // A list of each event once that is read to its end is its own count.
  const isWhole = isEnd && !perDay;
  const cursorAfter = (count: number) => {
    const row = shown[count - 1];
    return row ? cursorBehind(row, before + count) : query.cursor;
  };
  return {
    events: shown,
    before,
    total: isExact || !isWhole ? total : reached,
    totalIsExact: isExact || isWhole,
    // The walk of a list by categories has no others.
    categories: filters.categories.length === 0 ? categories : null,
    nextCursor: isEnd ? null : cursorAfter(shown.length),
    cursorAfter,
  };
}

/** Statement: the total of a list that has a counter. */
const readCounter = (db: Reader["db"], filters: Filters) =>
  db
    .select({ total: facetCounts.upcoming })
    .from(facetCounts)
    .where(eq(facetCounts.facet, facetsOf(filters)[0] ?? ""));

/** Whether an index has a list's events in order of popularity: those of a city, or all. */
const isOfCityAlone = (filters: Filters): boolean =>
  isCounted(filters) &&
  !filters.host &&
  !filters.tag &&
  !filters.free &&
  filters.traits.length === 0 &&
  filters.categories.length === 0;

/** The most popular events to come, of the same popularity the soonest first; paged by position. */
async function mostPopular<Columns extends EventColumns>(
  deps: Reader,
  columns: Columns,
  filters: Filters,
  query: EventQuery,
  counted: boolean,
): Promise<ListPage<RowOf<Columns>>> {
  const { db, clock } = deps;
  const before = offsetOf(query, "popular");
  const most = Math.max(0, Math.min(before + query.limit + 1, RANKED));
  const { cityId } = filters;
  const index = cityId ? sql`events_popular_in_city` : sql`events_by_popularity`;
  const ofCity = cityId ? sql`city_id = ${cityId} AND` : sql``;
  const places = db
    .select({ id: sql<string>`id`.as("id") })
    .from(
      sql`(SELECT id FROM events INDEXED BY ${index} WHERE ${ofCity} is_listed = 1 AND is_over = 0 AND ends_at > ${clock.now()} ORDER BY popularity DESC, starts_at LIMIT ${most}) AS found`,
    );
  const [found, totals] = counted
    ? await db.batch([places, readCounter(db, filters)])
    : [await places, []];
  const total = totals[0]?.total ?? 0;
  const ids = found.map(({ id }) => id);
  const isEnd = ids.length < most;
  return pageOf(db, columns, ids.slice(before), {
    query,
    sort: "popular",
    total: isEnd ? ids.length : Math.min(RANKED, Math.max(total, ids.length)),
    totalIsExact: isEnd || (counted && total <= RANKED),
    dates: new Map(),
  });
}

/** The soonest matches ranked by something else than time, paged by position. */
async function ranked<Columns extends EventColumns>(
  { db, clock }: Reader,
  columns: Columns,
  filters: Filters,
  query: EventQuery,
  sort: Sort,
): Promise<ListPage<RowOf<Columns>>> {
  const places = placesOf(filters, clock.now(), RANKED);
  // Without a range the listed day of a series is its next one.
  const shown = isByDay(filters) || filters.past ? "found" : "none";
  const found = readEvents(RANKING_COLUMNS, await selectEvents(db, RANKING_COLUMNS, places, shown));
  const order = inOrder(found, sort, filters.near?.center ?? null).map(({ id }) => id);
  const before = offsetOf(query, sort);
  return pageOf(db, columns, order.slice(before), {
    query,
    sort,
    total: order.length,
    totalIsExact: found.length < RANKED,
    dates: new Map(
      found.flatMap(({ id, startsAt, localDay: day, times }) =>
        times ? [[id, { startsAt, day }]] : [],
      ),
    ),
  });
}

/** How long readers share a list, ms: events begin and end meanwhile. */
const SHARED_FOR = 5_000;

/**
 * The list of a page, which the readers of an isolate share for 5 s and under the same content
 * versions. A reader whose bookmark is later than the list's own reads it anew
 * (docs/decisions/database-sessions.md).
 * @returns a list that no reader may change @throws AppError("bad-request") for a cursor that is
 * not ours
 */
export async function sharedList(deps: Deps, query: EventQuery): Promise<Readonly<EventList>> {
  const { memo, clock, meaning, rewriter } = deps;
  const required = requiredBookmark(deps.db);
  const isOfOneReader = query.latitude !== null || query.bounds !== null || query.cursor !== null;
  if (required === null || isOfOneReader) return listEvents(deps, query);
  const load = async () => {
    const db = siblingOf(deps.db);
    const list = await listEvents({ db, memo, clock, meaning, rewriter }, query);
    Object.freeze(list.events);
    return { list, bookmark: bookmarkOf(db) };
  };
  const key = `list:${versionKey(await siteState(deps), "listing")}:${JSON.stringify(query)}`;
  const { list, bookmark } = await memo.get(key, SHARED_FOR, load);
  return bookmark !== null && bookmark >= required ? list : (await load()).list;
}
