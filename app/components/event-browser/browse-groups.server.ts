import { type Locale, listOf } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  formatDate,
  inOtherCalendar,
  localDay,
  type Reader,
  startOfDay,
} from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import type { ListView } from "../../lib/pages/list-view";
import type { EventCardView } from "../../lib/pages/views";
import { formatNumber } from "../../lib/text/money";
import type { City } from "../../modules/cities/queries.server";
import {
  type ChosenDays,
  chosenDays,
  hasCategoryCounters,
  withoutDays,
} from "../../modules/events/list/facet-counts.server";
import { isByDay } from "../../modules/events/list/facet-walks.server";
import type { EventList } from "../../modules/events/list/list-events.server";
import type { Filters } from "../../modules/events/list/list-filters.server";
import { readFilters } from "../../modules/events/list/list-filters.server";
import type { CategoryCounts } from "../../modules/events/list/paginate-events.server";
import { chipLabel, searchTexts } from "../../modules/events/list/request-text.server";
import { type EventQuery, LIST_LIMIT } from "../../modules/events/schema";
import { typedWords } from "../../modules/search/read-query/understood";

/** Days of a week view after the first. */
const WEEK_REST = 6;

/** Rows of a list under one heading. */
export interface DayGroup {
  key: string;
  title: string;
  /** The day in the other calendar, small beside it. */
  otherCalendar: string;
  isToday: boolean;
  /** False for a part of search results, with its count for `otherCalendar`. */
  isDay?: boolean;
  events: EventCardView[];
}

/** "12 events", "more than 70 events". */
export function eventCountText(count: number, isExact: boolean, locale: Locale): string {
  return translatorFor(locale)(isExact ? "events:count" : "events:countMore", { count });
}

/**
 * The cards of a search under headings that say what they lack; one group without a heading if they
 * all match everything.
 */
function partGroups(
  query: EventQuery,
  list: EventList,
  cards: readonly EventCardView[],
  reader: Reader,
): DayGroup[] {
  const whole = { otherCalendar: "", isToday: false, isDay: false };
  const [first, ...others] = list.parts;
  if (!first || (first.kind === "all" && others.length === 0))
    return [{ ...whole, key: "all", title: "", events: [...cards] }];
  const groups: DayGroup[] = [];
  let start = 0;
  for (const part of list.parts) {
    const [from, to] = [start - list.before, start + part.total - list.before];
    start += part.total;
    const events = cards.slice(Math.max(from, 0), Math.max(to, 0));
    const count =
      part.kind === "all"
        ? eventCountText(list.exactTotal, list.totalIsExact, reader.locale)
        : list.partsAreExact
          ? eventCountText(part.total, true, reader.locale)
          : searchTexts(reader.locale)("search:part.closest", {
              count: formatNumber(part.total, reader.locale),
            });
    if (events.length > 0)
      groups.push({
        ...whole,
        key: `part-${part.kind}-${part.without.join("-")}`,
        title: partTitle(part, query, list, reader),
        otherCalendar: count,
        events,
      });
  }
  return groups;
}

function partTitle(
  { kind, without }: EventList["parts"][number],
  { q }: EventQuery,
  list: EventList,
  reader: Reader,
): string {
  const { locale } = reader;
  const say = searchTexts(locale);
  if (kind === "words")
    return say("search:part.words", {
      words: without
        .map((words) => typedWords(q, words))
        .join(locale === "fa" ? "» و «" : "” and “"),
    });
  const filters = listOf(
    locale,
    list.understood.map((chip) => chipLabel(chip, list.city, reader)),
  );
  return say(`search:part.${kind}`, { filters });
}

/** Whether an event began before today and has not ended. */
export const isOngoing = (
  { startsAt, endsAt, localDay: day, timeZone }: EventList["events"][number],
  now: number,
): boolean => startsAt <= now && endsAt > now && day < localDay(now, timeZone);

/**
 * Groups events by start day, with running ones first. An event is on the date of its own city's
 * clock, each date has one heading, and "today" and "tomorrow" are those of `timeZone`: at one
 * moment Tehran and Toronto have different dates, a list has one.
 */
export function groupByDay(
  list: Pick<EventList, "events">,
  cards: EventCardView[],
  timeZone: string,
  now: number,
  reader: Reader,
): DayGroup[] {
  const t = translatorFor(reader.locale);
  const groups = new Map<string, DayGroup>();
  list.events.forEach((event, index) => {
    const card = cards[index];
    if (!card) return;
    const key = isOngoing(event, now) ? ONGOING : event.localDay;
    const group =
      groups.get(key) ??
      (key === ONGOING
        ? { key, title: t("events:day.ongoing"), otherCalendar: "", isToday: false, events: [] }
        : emptyDay(key, timeZone, now, reader));
    group.events.push(card);
    groups.set(key, group);
  });
  return [...groups.values()].sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1));
}

const ONGOING = "ongoing";
const dayOf = ({ key }: DayGroup) => (key === ONGOING ? "" : key);

/** The heading of a day, by the clock of a zone. */
function emptyDay(day: string, timeZone: string, now: number, reader: Reader): DayGroup {
  const today = localDay(now, timeZone);
  const near = day === today ? "today" : day === addDays(today, 1) ? "tomorrow" : null;
  const name = near && translatorFor(reader.locale)(`events:day.${near}`);
  const at = startOfDay(day, timeZone);
  const date = formatDate(at, timeZone, reader, { year: day.slice(0, 4) !== today.slice(0, 4) });
  const other = formatDate(at, timeZone, inOtherCalendar(reader), { weekday: false, year: false });
  return {
    key: day,
    title: name ?? date,
    otherCalendar: name ? `${date} · ${other}` : other,
    isToday: day === today,
    events: [],
  };
}

/** By the time that is shown: on the clock of each event's own city. */
const byShownTime = (a: EventCardView, b: EventCardView): number =>
  a.startsAt.slice(11, 16).localeCompare(b.startsAt.slice(11, 16));

/** A week with its days without events, so that its columns stay; longer lists have none. */
function wholeWeek(
  groups: readonly DayGroup[],
  days: ChosenDays | null,
  { area }: EventList,
  now: number,
  reader: Reader,
): DayGroup[] {
  if (!days || addDays(days.first, WEEK_REST) < days.last) return [...groups];
  const week: DayGroup[] = [];
  for (let day = days.first; day <= days.last; day = addDays(day, 1)) {
    const empty = emptyDay(day, area.timeZone, now, reader);
    const found = groups.find(({ key }) => key === empty.key) ?? empty;
    week.push({ ...found, events: [...found.events].sort(byShownTime) });
  }
  const isOther = ({ key }: DayGroup) => !week.some((day) => day.key === key);
  return [
    ...groups.filter((group) => group.key === ONGOING),
    ...week,
    ...groups.filter((group) => group.key !== ONGOING && isOther(group)),
  ];
}

/** The groups of a list: by day, by what they lack, or one. */
export function groupsOf(
  days: DayGroup[] | null,
  query: EventQuery,
  list: EventList,
  cards: readonly EventCardView[],
  {
    now,
    reader,
    isWeek,
    isOfCategory,
  }: { now: number; reader: Reader; isWeek: boolean; isOfCategory: boolean },
): DayGroup[] {
  if (days && isWeek)
    return days.length > 0 ? wholeWeek(days, chosenDays(list), list, now, reader) : days;
  return days && !(isOfCategory && isSparse(days)) ? days : partGroups(query, list, cards, reader);
}

/** With a single event on most days, headings would be all there is to see. */
function isSparse(days: readonly DayGroup[]): boolean {
  return days.reduce((sum, day) => sum + day.events.length, 0) < 2 * days.length;
}

/**
 * The number of events that match everything, and of those listed if they are fewer; with the words
 * that were searched, which are others than the typed ones where nothing matched those.
 */
export function summaryText(
  { q }: EventQuery,
  list: EventList,
  near: string | null,
  total: string,
  locale: Locale,
): string {
  const say = searchTexts(locale);
  if (q && list.exactTotal === 0) return say("search:nothingFor", { words: q });
  const listed = listedOfMore(list);
  const words = list.corrected ?? q;
  const found = q ? translatorFor(locale)("events:list.found", { total, words }) : total;
  return (
    near ??
    (listed === null
      ? found
      : say("search:listedOf", { found, count: formatNumber(listed, locale) }))
  );
}

/** "12", "12+" when counting stopped early; empty for unknown counts. */
export function categoryCountText(
  { of, isExact }: CategoryCounts,
  name: string,
  locale: Locale,
): string {
  const count = of.get(name) ?? 0;
  if (isExact) return formatNumber(count, locale);
  return count === 0
    ? ""
    : translatorFor(locale)("events:list.countAtLeast", { count: formatNumber(count, locale) });
}

/**
 * Number of the matches that a search lists, where more match: it ranks the soonest ones. Null where
 * all are listed.
 */
function listedOfMore({
  parts,
  exactTotal,
  totalIsExact,
}: Pick<EventList, "parts" | "exactTotal" | "totalIsExact">): number | null {
  const all = parts.find(({ kind }) => kind === "all")?.total;
  return all !== undefined && (exactTotal > all || !totalIsExact) ? all : null;
}

/**
 * The range of a page. Counting stops at a limit, which a reader may have passed. `note` says at
 * the end of a search that more match.
 */
export function pageExtent(list: EventList, count: number, locale: Locale) {
  const { before, total, totalIsExact, nextCursor, sort, parts, filters } = list;
  const reached = before + count;
  const isByDate = sort === "date" && filters !== null && isByDay(filters);
  if (parts.length > 0) {
    const listed = listedOfMore(list);
    const note =
      listed === null
        ? null
        : searchTexts(locale)("search:soonest", { count: formatNumber(listed, locale) });
    return {
      before,
      count,
      total: Math.max(total, reached),
      exact: true,
      isByDate,
      note: nextCursor === null ? note : null,
    };
  }
  // A series has a row for each of its days; the total is of events.
  if (isByDate) return { before, count, total, exact: totalIsExact, isByDate, note: null };
  const isEnd = sort === "date" && nextCursor === null && totalIsExact;
  return {
    before,
    count,
    total: isEnd ? reached : Math.max(total, reached),
    exact: totalIsExact,
    isByDate,
    note: null,
  };
}

/** Events of a week view, which needs all of its days; longer lists have no counts. */
const WEEK_LIMIT = 60;

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

/** Weeks, months and searches of later days read much themselves: they state what counters have. */
export const countsCategories = (
  filters: Filters,
  { q, limit }: EventQuery,
  view: ListView | null,
): boolean =>
  hasCategoryCounters(filters) ||
  (limit <= WEEK_LIMIT &&
    view !== "month" &&
    view !== "week" &&
    (q === "" || filters.range.from === undefined));
