import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { cellsWithin, isWithinBounds } from "../../../lib/geo/bounds";
import { cellsAround, distanceFrom } from "../../../lib/geo/geo";
import { fencedPrompt } from "../../../lib/text/fence-text";
import { searchKey } from "../../../lib/text/search-text";
import type { City } from "../../cities/queries.server";
import type { SearchFilters } from "../../search/match-expression";
import type { KnownName } from "../../search/named-in-query";
import type { ResultPart } from "../../search/result-parts";
import { type SearchResult, searchEvents } from "../../search/search-events.server";
import type { SearchQuery } from "../../search/search-rounds.server";
import { settingsOf } from "../../settings/platform-settings.server";
import {
  type EventColumns,
  type EventRow,
  eventsInOrder,
  type RowOf,
} from "../event-columns.server";
import type { EventQuery, Sort } from "../schema";
import { type Filters, type ListRequest, meantQuery } from "./list-filters.server";
import {
  byStart,
  cursorBehind,
  decodePlace,
  encodePlace,
  inOrder,
  type ListPage,
  offsetOf,
  pageOf,
  RANKED,
  RANKING_COLUMNS,
} from "./paginate-events.server";

const searchFilters = ({
  cityId,
  categories,
  traits,
  free,
  tag,
  near,
  bounds,
  words,
}: Filters): SearchFilters => ({
  ...(cityId ? { cityId } : null),
  ...(categories.length > 0 ? { categories } : null),
  ...(traits.length > 0 ? { traits } : null),
  ...(free ? { free } : null),
  ...(tag ? { tag } : null),
  ...(near
    ? { cells: cellsAround(near.center, near.radius) }
    : bounds
      ? { cells: cellsWithin(bounds) }
      : null),
  ...words,
});

/** What is known of a list beside its events. */
export interface SearchOutcome {
  /** The corrected words, where the typed ones matched nothing. */
  corrected: string | null;
  /** The correction, where the query asks for none. */
  suggestion: string | null;
  /** A known name in the words that no listed event has. */
  knownName: KnownName | null;
  isUnmatched: SearchResult["isUnmatched"];
  isTitle: SearchResult["isTitle"];
  /**
   * Parts of the results of a search, in their order, by what they lack; empty for a list by
   * filters.
   */
  parts: ResultPart[];
  /** False if more events exist that match in part. */
  partsAreExact: boolean;
  /**
   * Number of events that match all words and filters: the total of a list by filters, of a search
   * without its other parts. Exact if the page's `totalIsExact` is set.
   */
  exactTotal: number;
}

export interface SearchAnswer<Row> extends SearchOutcome {
  /**
   * Search results; null when the words were only mistyped filter words and the order is not
   * relevance: then `asked` lists by its filters, which reaches further than search.
   */
  page: ListPage<Row> | null;
  /** The request with mistyped words corrected. */
  asked: ListRequest;
}

/** A request as a search reads it. */
export const readingOf = ({ filters, explicit, understood }: ListRequest): SearchQuery => ({
  words: understood.words,
  filters: searchFilters(filters),
  ...filters.range,
  includePast: filters.any,
  onlyPast: filters.past,
  understood,
  explicit: {
    filters: searchFilters(explicit),
    ...explicit.range,
    includePast: explicit.any,
    onlyPast: explicit.past,
  },
});

/** Whether a list tells what is cancelled: one in order of time and a calendar, as lists by filters do. */
export const keepsCancelled = (sort: Sort): boolean => sort !== "relevance";

/** Whether a list by filters, without search, gives the same events. */
export const isListed = ({ understood, filters }: ListRequest) =>
  !understood.words && understood.intents.length === 0 && filters.words === null;
/** Whether an event is within the radius and the area of a list; cells are wider than both. */
export function isListedPlace(
  event: Pick<EventRow, "latitude" | "longitude">,
  { near, bounds }: Pick<Filters, "near" | "bounds">,
): boolean {
  const { latitude, longitude } = event;
  const isInside =
    !bounds ||
    (latitude !== null && longitude !== null && isWithinBounds(bounds, { latitude, longitude }));
  return isInside && (!near || distanceFrom(near.center, event) <= near.radius);
}

/** Totals of the parts after some events were removed. @param ids the whole list */
function recount(
  parts: readonly ResultPart[],
  ids: readonly string[],
  kept: ReadonlySet<string>,
): ResultPart[] {
  let start = 0;
  return parts
    .map((part) => {
      const own = ids.slice(start, start + part.total);
      start += part.total;
      return { ...part, total: own.filter((id) => kept.has(id)).length };
    })
    .filter(({ total }) => total > 0);
}

/** Where the events behind a cursor begin in a list by date. */
function startBehind(
  order: readonly { id: string; startsAt: number }[],
  place: ReturnType<typeof decodePlace>,
  isPast: boolean,
): number {
  if (!("id" in place)) return place.offset;
  const sign = isPast ? -1 : 1;
  const found = order.findIndex(
    ({ startsAt, id }) =>
      sign * (startsAt - place.startsAt || (id < place.id ? -1 : Number(id > place.id))) > 0,
  );
  return found === -1 ? order.length : found;
}

/**
 * How a query is read whose words of filters may be a part of a title: as filters, until a title
 * is found; as that title; or as filters after all.
 */
export type TitleReading = "open" | "title" | "filters";

interface SearchOptions {
  sort: Sort;
  now: number;
  cities: readonly City[];
  /** Whether the number of matches is of no use. */
  isBrief: boolean;
  reading: TitleReading;
}

/** Whether the list is read again as that of a title; then it has no page. */
export const isReadAgain = (
  { isTitle }: Pick<SearchOutcome, "isTitle">,
  { without }: EventQuery,
  reading: TitleReading,
): boolean => isTitle && reading === "open" && without.length === 0;

/** A page of search results. @throws AppError("bad-request") for an invalid cursor */
export async function searchList<Columns extends EventColumns>(
  { db, meaning }: Pick<Deps, "db" | "meaning">,
  columns: Columns,
  typed: ListRequest,
  query: EventQuery,
  { sort, now, cities, isBrief, reading }: SearchOptions,
): Promise<SearchAnswer<RowOf<Columns>>> {
  // Whether the cursor belongs to search or to a list by filters is known after the search.
  const place = query.cursor === null ? null : decodePlace(query.cursor, sort);
  // Search ranks by relevance itself; every other order, and a radius, needs all that it has found.
  const isRanked =
    sort === "relevance" && !typed.filters.near && !typed.filters.bounds && query.radius === null;
  let reread = null as ListRequest | null;
  const found = await searchEvents(db, {
    ...readingOf(typed),
    isBrief,
    now,
    limit: isRanked ? query.limit : RANKED,
    offset: isRanked && place && "offset" in place ? place.offset : 0,
    reread: (evidence) => {
      reread = meantQuery(query, cities, now, evidence);
      const { corrections, query: read } = reread?.understood ?? { corrections: [], query: "" };
      const isCertain = corrections.some(
        ({ kind }) => kind === "layout" || kind === "transliteration",
      );
      return reread && { ...readingOf(reread), query: read, isCertain };
    },
    meaning,
    isLiteral: query.without.includes("corrections"),
    isTitled: reading === "title",
    // Other orders would mix partial matches with full ones.
    exactOnly: sort !== "relevance",
    keepsCancelled: keepsCancelled(sort),
  });
  const corrected = found.matched === "typo" ? (found.correctedWords ?? null) : null;
  const { narrowedBy, rereadAs } = found;
  let { totalIsExact } = found;
  const asked = rereadAs === undefined ? typed : (reread ?? typed);
  const { parts, partsAreExact, exactTotal } = found;
  const about = {
    corrected,
    suggestion: found.suggestion ?? null,
    knownName: found.knownName ?? null,
    isUnmatched: found.isUnmatched,
    isTitle: found.isTitle,
    asked,
    parts,
    partsAreExact,
    exactTotal,
  };
  if (rereadAs !== undefined && sort !== "relevance" && isListed(asked))
    return { page: null, ...about, parts: [] };
  const { dates } = found;
  if (isReadAgain(about, query, reading)) return { page: null, ...about };
  if (isRanked)
    return {
      page: await pageOf(db, columns, found.ids, {
        query,
        sort,
        total: found.total,
        totalIsExact,
        dates,
      }),
      ...about,
    };
  const { near, bounds, past } = narrowedBy === "none" ? asked.explicit : asked.filters;
  // The index of search has the starts; what other orders and areas need is in the events.
  const isByStart = sort === "date" && !near && !bounds;
  const placeOf = (id: string) => ({ id, startsAt: found.startOf.get(id) ?? 0 });
  const within = isByStart
    ? []
    : (await eventsInOrder(db, RANKING_COLUMNS, found.ids, null))
        .map((row) => ({ ...row, ...placeOf(row.id) }))
        .filter((event) => isListedPlace(event, { near, bounds }));
  if (near || bounds) {
    about.parts = recount(parts, found.ids, new Set(within.map(({ id }) => id)));
    const listed = (list: readonly ResultPart[]) =>
      list.find(({ kind }) => kind === "all")?.total ?? 0;
    // Events behind the ranked ones have no known distance.
    totalIsExact &&= exactTotal === listed(parts);
    about.exactTotal = listed(about.parts);
  }
  const order: { id: string; startsAt: number }[] = isByStart
    ? found.ids.map(placeOf).sort(byStart)
    : sort === "relevance"
      ? within
      : inOrder(within, sort, near?.center ?? null);
  if (sort === "date" && past) order.reverse();
  const start = sort === "date" && place ? startBehind(order, place, past) : offsetOf(query, sort);
  const ids = order.slice(start).map(({ id }) => id);
  const options = { query: { ...query, cursor: null }, sort, totalIsExact, dates };
  const page = await pageOf(db, columns, ids, { ...options, total: ids.length });
  const before = place && "id" in place ? place.before : start;
  // A place in time stays where it is when other events come and go.
  const cursorAfter = (count: number) => {
    const last = order[start + count - 1];
    if (sort !== "date") return encodePlace({ kind: sort, offset: start + count });
    return last ? cursorBehind(last, before + count) : query.cursor;
  };
  return {
    page: {
      ...page,
      before,
      total: order.length,
      nextCursor: page.nextCursor && cursorAfter(query.limit),
      cursorAfter,
    },
    ...about,
  };
}

/** Longest answer, characters, and words of it. */
const [LONGEST, MOST] = [120, 6];

const INSTRUCTIONS = `These are the words of a search among events that found nothing. Say in one to four plain words what kind of event or subject is meant, as titles and tags of events would, in the language of the search. Name no day, place, price or person that is not there. Answer with these words alone.`;

/** The words of an answer; null where it is none. */
function wordsOf(answer: string, typed: string): string | null {
  const [line = ""] = answer.trim().split("\n");
  const words = line.replace(/[^\p{L}\p{M}\p{N}\u200c' -]/gu, " ").trim();
  const key = searchKey(words);
  const count = key.split(" ").filter(Boolean).length;
  return count === 0 || count > MOST || key === searchKey(typed) ? null : words;
}

/**
 * What a model takes the words of a search for that found nothing; kept by the folded words for a
 * day. Null without a model, where drafting is off, and where it fails, is late or says nothing.
 */
export async function rewriteWords(
  deps: Pick<Deps, "db" | "memo" | "rewriter">,
  words: string,
): Promise<string | null> {
  const { memo, rewriter } = deps;
  if (!rewriter || !(await settingsOf(deps)).features.enableDrafting) return null;
  const ask = async () => {
    let answer = "";
    for await (const part of rewriter.ask(fencedPrompt(INSTRUCTIONS, words))) {
      answer += part;
      if (answer.length > LONGEST) break;
    }
    return wordsOf(answer.slice(0, LONGEST), words);
  };
  return memo.get(`rewritten:${searchKey(words)}`, DAY, ask).catch(() => null);
}
