import type { Database } from "../../../db/client";
import { cellsAround } from "../../lib/geo/geo";
import type { City } from "../cities/queries.server";
import type { SearchFilters } from "../search/match-expression";
import { type Reread, type SearchResult, searchEvents } from "../search/search-events.server";
import { decodePlace } from "./cursor";
import { type EventColumns, eventsInOrder, type RowOf } from "./event-columns.server";
import { type Filters, type ListRequest, meantQuery } from "./list-filters.server";
import { distanceFrom, inOrder, type ListPage, offsetOf, pageOf, RANKED, RANKING_COLUMNS } from "./paginate-events.server";
import type { EventQuery, Sort } from "./schema";

const searchFilters = ({ cityId, categories, traits, free, tag, near, words }: Filters): SearchFilters => ({
  ...(cityId ? { cityId } : null),
  ...(categories.length > 0 ? { categories } : null),
  ...(traits.length > 0 ? { traits } : null),
  ...(free ? { free } : null),
  ...(tag ? { tag } : null),
  ...(near ? { cells: cellsAround(near.center, near.radius) } : null),
  ...words,
});

export interface SearchAnswer<Row> {
  /**
   * Search results; null when the words were only mistyped filter words and the order is not relevance: then `asked`
   * lists by its filters, which reaches further than search.
   */
  page: ListPage<Row> | null;
  /** The corrected words, where the typed ones matched nothing. */
  corrected: string | null;
  /** The request with mistyped words corrected. */
  asked: ListRequest;
  /** Which of the filters understood from the words hold for the results. */
  narrowedBy: SearchResult["narrowedBy"];
}

const readingOf = ({ filters, explicit, understood }: ListRequest): Omit<Reread, "query"> => ({
  words: understood.words,
  filters: searchFilters(filters),
  ...filters.range,
  includePast: filters.any,
  onlyPast: filters.past,
  understood,
  explicit: { filters: searchFilters(explicit), ...explicit.range, includePast: explicit.any, onlyPast: explicit.past },
});

/** Whether a list by filters, without search, gives the same events. */
export const isListed = ({ understood, filters }: ListRequest) =>
  !understood.words && understood.intents.length === 0 && filters.words === null;

/** A page of search results. @throws AppError("bad-request") for an invalid cursor */
export async function searchList<Columns extends EventColumns>(
  db: Database,
  columns: Columns,
  typed: ListRequest,
  query: EventQuery,
  sort: Sort,
  now: number,
  cities: readonly City[],
): Promise<SearchAnswer<RowOf<Columns>>> {
  // Whether the cursor belongs to search or to a list by filters is known after the search.
  const place = query.cursor === null ? null : decodePlace(query.cursor, sort);
  // Search ranks by relevance itself; every other order, and a radius, needs all that it has found.
  const isRanked = sort === "relevance" && !typed.filters.near && query.radius === null;
  let reread = null as ListRequest | null;
  const found = await searchEvents(db, {
    ...readingOf(typed),
    now,
    limit: isRanked ? query.limit : RANKED,
    offset: isRanked && place && "offset" in place ? place.offset : 0,
    reread: (evidence) => {
      reread = meantQuery(query, cities, now, evidence);
      return reread && { ...readingOf(reread), query: reread.understood.query };
    },
    // Other orders would mix partial matches with full ones.
    exactOnly: sort !== "relevance",
  });
  const corrected = found.matched === "typo" ? (found.correctedWords ?? null) : null;
  const { totalIsExact, narrowedBy, rereadAs } = found;
  const asked = rereadAs === undefined ? typed : (reread ?? typed);
  const about = { corrected, narrowedBy, asked };
  if (rereadAs !== undefined && sort !== "relevance" && isListed(asked)) return { page: null, ...about };
  const before = offsetOf(query, sort);
  if (isRanked) return { page: await pageOf(db, columns, found.ids, { query, sort, total: found.total, totalIsExact }), ...about };
  const { near, past } = narrowedBy === "none" ? asked.explicit : asked.filters;
  const all = await eventsInOrder(db, RANKING_COLUMNS, found.ids);
  const within = near ? all.filter((event) => distanceFrom(near.center, event) <= near.radius) : all;
  const order = sort === "relevance" ? within : inOrder(within, sort, near?.center ?? null);
  if (sort === "date" && past) order.reverse();
  const ids = order.slice(before).map(({ id }) => id);
  return { page: await pageOf(db, columns, ids, { query, sort, total: order.length, totalIsExact }), ...about };
}
