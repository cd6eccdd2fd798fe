import { localDay } from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import type { ListView } from "../../lib/pages/list-view";
import type { City } from "../../modules/cities/queries.server";
import { withoutDays } from "../../modules/events/list/browse-days.server";
import { readFilters } from "../../modules/events/list/list-filters.server";
import { type EventQuery, LIST_LIMIT } from "../../modules/events/schema";
import { WEEK_REST } from "./browse-groups.server";

/** Events of a week view, which needs all of its days; longer lists have no counts. */
export const WEEK_LIMIT = 60;

/** The query in the reader's own city, unless it names a place itself. */
export function inHomeCity(
  query: EventQuery,
  home: string | null,
  cities: readonly City[],
  now: number,
): EventQuery {
  if (!home || query.city !== null || query.everywhere || query.latitude !== null || query.bounds)
    return query;
  const { city, place } = readFilters(query, cities, now).understood.filters;
  return city || place ? query : { ...query, city: home };
}

/** Events of a week view, in order of time; without days, those of a week from today. */
function ofWeek(query: EventQuery, cities: readonly City[], now: number): EventQuery {
  const limit = query.limit === LIST_LIMIT ? WEEK_LIMIT : query.limit;
  const ordered: EventQuery = { ...query, sort: "date", limit };
  if (query.when !== null || query.from !== null || query.to !== null) return ordered;
  const { area, understood } = readFilters(query, cities, now);
  if (understood.filters.when) return ordered;
  const today = localDay(now, area.timeZone);
  return { ...ordered, from: today, to: addDays(today, WEEK_REST) };
}

/**
 * What a month needs of its list: the filters and the total of all days, which it shows. Words that
 * are filters need no search.
 */
const ofMonth = (query: EventQuery): EventQuery => ({
  ...withoutDays(query),
  sort: "date",
  limit: 1,
});

/** The query that a view lists for the one asked. */
export const ofView = (
  query: EventQuery,
  view: ListView | null,
  cities: readonly City[],
  now: number,
): EventQuery =>
  view === "week" ? ofWeek(query, cities, now) : view === "month" ? ofMonth(query) : query;
