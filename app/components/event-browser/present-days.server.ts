import { COMMA, type Locale, listOf, localized } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { calendarTexts } from "../../lib/dates/calendar-texts.server";
import {
  dateParts,
  inOtherCalendar,
  isThursdayWeekend,
  type Reader,
  startOfDay,
} from "../../lib/dates/dates.server";
import {
  addDays,
  daysBetween,
  isDay,
  monthOf,
  WEEK_LENGTH,
  weekdayOf,
  weekOf,
  weeksOf,
} from "../../lib/dates/days";
import { holidayOn, namesOfDay } from "../../lib/dates/holidays";
import type { Deps } from "../../lib/deps";
import { CATEGORIES, findCategory } from "../../lib/event/categories";
import type { EventCardView } from "../../lib/pages/views";
import { foldDigits } from "../../lib/text/digits";
import { formatNumber } from "../../lib/text/money";
import {
  chosenDays,
  type DayCounts,
  type MonthDate,
  monthDatesOf,
  namedInMonth,
  rangeText,
  stripDays,
  withoutDays,
} from "../../modules/events/list/facet-counts.server";
import { type EventList, sharedList } from "../../modules/events/list/list-events.server";
import type { Filters } from "../../modules/events/list/list-filters.server";
import { type EventQuery, LIST_LIMIT } from "../../modules/events/schema";

/** Months side by side in the calendar of a list. */
const MONTHS = 2;
/** Stands for the first and the last day in a link for any days. */
const [FROM, TO] = ["FIRST", "LAST"];

/**
 * The strip of days, the months of the calendar, and the links of any day. @param month any day of
 * the first month, YYYY-MM-DD
 */
export function presentDays(
  query: EventQuery,
  list: Pick<EventList, "request" | "area">,
  counts: DayCounts,
  {
    month,
    now,
    reader,
    link,
  }: {
    month: string | null;
    now: number;
    reader: Reader;
    link: (query: EventQuery, month?: string) => string;
  },
) {
  const { timeZone, countryCode } = list.area;
  const t = translatorFor(reader.locale);
  const days = stripDays(now, list.area);
  const [today = ""] = days;
  const chosen = chosenDays(list);
  const any = withoutDays(query);
  const first =
    month && isDay(month) ? month : chosen && chosen.first > today ? chosen.first : today;
  return {
    today,
    chosen,
    /** Text of the chosen days; null for none. */
    chosenText: chosen && rangeText(chosen, reader),
    strip: days.map((day) => {
      const at = startOfDay(day, timeZone);
      const parts = dateParts(at, timeZone, reader);
      const count = counts.get(day);
      return {
        day,
        weekday:
          day === today
            ? t("events:day.today")
            : reader.locale === "fa"
              ? parts.weekday
              : parts.weekdayShort,
        number: parts.day,
        count: count === undefined ? "" : count === 0 ? "–" : formatNumber(count, reader.locale),
        /** Month and count, for readers who do not see the strip. */
        unseen: [parts.month, count === undefined ? "" : t("events:count", { count })]
          .filter(Boolean)
          .join(COMMA[reader.locale]),
        isOff:
          weekdayOf(day) === (isThursdayWeekend(countryCode) ? 5 : 7) ||
          holidayOn(day, countryCode) !== null,
      };
    }),
    months: monthsFrom(first, reader),
    /** Opens the calendar: its months were asked for. */
    isOpen: month !== null,
    /** Of the months before and after. */
    before:
      monthOf(first, reader.calendar).first <= today
        ? null
        : link(query, addDays(monthOf(first, reader.calendar).first, -1)),
    after: link(query, addDays(monthOf(first, reader.calendar).last, 1)),
    /**
     * The list of any days, `FIRST` to `LAST`; of the calendar, which stays open; and of all days.
     */
    link: link({ ...any, from: FROM, to: TO }),
    calendarLink: link({ ...any, from: FROM, to: TO }, first),
    anyDay: link(any),
  };
}

/** Months of the reader's calendar, with those of the other one beside them. */
function monthsFrom(day: string, reader: Reader) {
  const months = [];
  for (let at = day; months.length < MONTHS; ) {
    const { first, last } = monthOf(at, reader.calendar);
    const parts = (of: Reader, which: string) => dateParts(startOfDay(which, "UTC"), "UTC", of);
    const own = parts(reader, first);
    const others = [first, last].map((end) => parts(inOtherCalendar(reader), end).month);
    months.push({
      first,
      label: `${own.month} ${own.year}`,
      other: [...new Set(others)].join(" – "),
      length: daysBetween(first, last) + 1,
      /** Days of the week before the first. */
      offset: daysBetween(weekOf(first, reader.locale).first, first),
    });
    at = addDays(last, 1);
  }
  const week = weekOf(day, reader.locale).first;
  const weekdays = Array.from({ length: 7 }, (_, index) => {
    const { weekday, weekdayShort } = dateParts(
      startOfDay(addDays(week, index), "UTC"),
      "UTC",
      reader,
    );
    return {
      long: weekday,
      short: reader.locale === "fa" ? weekday.slice(0, 1) : weekdayShort.slice(0, 2),
    };
  });
  return { months, weekdays };
}

export type MonthView = NonNullable<Awaited<ReturnType<typeof presentMonth>>>;

/** Dates of a day that are drawn; the number says all. */
const DRAWN = 24;
/** Events of the chosen day beside the grid, and those that are open all day. */
const SHOWN = { timed: 6, open: 3 };
/** Categories that are the key to the colours, most frequent first. */
const KINDS = 8;

/** Minimum number of weeks that the current month shows from today on. */
const LEAST_WEEKS = 3;

interface MonthRequest {
  query: EventQuery;
  /** The chosen day, YYYY-MM-DD, which chooses the month; null for today. */
  asked: string | null;
  reader: Reader;
  link: (query: EventQuery, view: "month" | "rows", day?: string) => string;
  cardsOf: (list: EventList) => Promise<EventCardView[]>;
  /** False for the page of one category. */
  hasKinds: boolean;
}

/**
 * A month of the reader's calendar: under each day a tile for each event that its list has, in the
 * colour of its category, and beside it the events of one day. Null for a search by words, whose
 * days are not known.
 */
export async function presentMonth(
  deps: Deps,
  list: Pick<EventList, "filters" | "area">,
  request: MonthRequest,
) {
  const { asked, reader, link } = request;
  if (!list.filters) return null;
  const { timeZone, countryCode } = list.area;
  const t = translatorFor(reader.locale);
  const [today = ""] = stripDays(deps.clock.now(), list.area);
  const month = monthOf(asked && isDay(asked) ? asked : today, reader.calendar);
  // Weeks that are over are left out; late in a month, the weeks after it are shown.
  const soon = addDays(weekOf(today, reader.locale).first, LEAST_WEEKS * WEEK_LENGTH - 1);
  const last = month.first <= today && soon > month.last ? soon : month.last;
  const weeks = weeksOf({ first: month.first, last }, reader.locale).filter(
    (week) => (week.at(-1) ?? "") >= today,
  );
  const days = weeks.flat();
  const filters: Filters = { ...list.filters, range: {} };
  const coming = days.filter((day) => day >= today);
  const dates = await monthDatesOf(deps, filters, coming, timeZone, request.query.q !== "");
  const named = await namedInMonth(deps, dates);
  const lines = linesOf(named);
  const query = withoutDays(request.query);
  const isOfMonth = (day: string) => day >= month.first && day <= month.last;
  const chosen =
    asked && isDay(asked) && asked >= today
      ? asked
      : (coming.find((day) => isOfMonth(day) && dates.get(day)?.length !== 0) ?? today);
  const parts = (day: string, of: Reader) => dateParts(startOfDay(day, "UTC"), "UTC", of);
  const other = inOtherCalendar(reader);
  const own = parts(month.first, reader);
  const others = [month.first, month.last].map((day) => parts(day, other));
  const before = monthOf(addDays(month.first, -1), reader.calendar);
  const monthLink = (day: string) => link(query, "month", day);
  const titleOf = (event: Named | undefined) =>
    event ? localized({ en: event.titleEn, fa: event.titleFa }, reader.locale) : "";
  return {
    day: await presentDay(deps, chosen, today, countryCode, request),
    kinds: request.hasKinds
      ? kindsOf(
          coming.filter(isOfMonth).map((day) => dates.get(day)),
          monthLink(chosen),
          request,
        )
      : null,
    title: `${own.month} ${own.year}`,
    other: monthNames(others),
    weekdays: (weeks[0] ?? []).map((day) => {
      const { weekday, weekdayShort } = parts(day, reader);
      return { long: weekday, short: reader.locale === "fa" ? weekday.slice(0, 1) : weekdayShort };
    }),
    days: days.map((day, index) => {
      const found = dates.get(day);
      const count = found?.length;
      const name = parts(day, reader);
      const beside = parts(day, other);
      const dayNames = namedText(day, countryCode, reader.locale);
      return {
        day,
        number: name.day,
        /** Short name of the following month, on its first day. */
        begins: day > month.last && foldDigits(name.day) === "1" ? name.monthShort : "",
        other: foldDigits(beside.day) === "1" ? `${beside.day} ${beside.monthShort}` : beside.day,
        /** For readers who do not see the grid. */
        name: listOf(reader.locale, [`${name.weekday} ${name.day} ${name.month}`, dayNames]),
        named: dayNames,
        /** The day beside it has the same name: a phone says it once. */
        isNamedAgain:
          index % 7 > 0 && dayNames === namedText(addDays(day, -1), countryCode, reader.locale),
        isOut: day < month.first || day > month.last,
        isOver: day < today,
        isToday: day === today,
        isChosen: day === chosen,
        isRest:
          weekdayOf(day) === (isThursdayWeekend(countryCode) ? 5 : 7) ||
          holidayOn(day, countryCode) !== null,
        count: count ? t("events:count", { count }) : "",
        tiles: (found ?? []).slice(0, DRAWN).map(({ category }) => familyOf(category)),
        /** An event of this day alone; the last day of one that goes on has its line. */
        title: titleOf(
          named.find(
            ({ days, lastDay }) => lastDay === null && days.length === 1 && days[0] === day,
          ),
        ),
        lines: lines.flatMap((line) => {
          const { first, last } = line;
          if (day < first || day > last) return [];
          const week = weeks.find((one) => one.includes(day)) ?? [];
          const isFirst = day === first;
          return [
            {
              family: familyOf(line.category),
              lane: line.lane,
              isFirst,
              isLast: day === last,
              // Once a week.
              title: isFirst || day === week[0] ? titleOf(line) : "",
              cells: week.filter((one) => one >= day && one <= last).length,
            },
          ];
        }),
        href: day < today || count === 0 ? null : monthLink(day),
      };
    }),
    before: month.first <= today ? null : monthLink(before.first),
    beforeLabel: t("events:list.monthBefore"),
    today: month.first <= today ? null : { href: monthLink(today), label: t("events:day.today") },
    after: monthLink(addDays(month.last, 1)),
    afterLabel: t("events:list.monthAfter"),
  };
}

/** Names of a day as text, "Yalda Night", "Ashura?"; "" if it has none. */
function namedText(
  day: string,
  countryCode: string,
  locale: Locale,
  unsure: "perhaps" | "byMoon" = "perhaps",
): string {
  const t = calendarTexts(locale);
  const namesOf = (isSure: boolean) =>
    namesOfDay(day, countryCode)
      .filter((one) => one.isSure === isSure)
      .map(({ name }) => t(`calendar:named.${name}`));
  const lunar = namesOf(false).join(" / ");
  return listOf(locale, [...namesOf(true), lunar && t(`calendar:${unsure}`, { names: lunar })]);
}

type Named = Awaited<ReturnType<typeof namedInMonth>>[number];

const familyOf = (category: string | null) => findCategory(category ?? "")?.family ?? "";

/** Lines of a day at most. */
const LANES = 2;

/** What goes on for days, each as a line on the first lane that is free, the longest first. */
function linesOf(named: readonly Named[]) {
  const lanes: { first: string; last: string }[][] = Array.from({ length: LANES }, () => []);
  return named.flatMap((event) => {
    const [first] = event.days;
    const last = event.lastDay;
    if (last === null || first === undefined) return [];
    const lane = lanes.findIndex((taken) =>
      taken.every((one) => one.last < first || one.first > last),
    );
    if (lane === -1) return [];
    lanes[lane]?.push({ first, last });
    return [{ ...event, first, last, lane }];
  });
}

/** "Aban – Azar 1405", "December 2026 – January 2027". */
function monthNames(months: readonly { month: string; year: string }[]): string {
  const last = months.at(-1);
  return [
    ...new Set(
      months.map(({ month, year }) =>
        year === last?.year && month !== last.month ? month : `${month} ${year}`,
      ),
    ),
  ].join(" – ");
}

/** The first events of a day, those that are open all day apart, and the way to all of them. */
async function presentDay(
  deps: Deps,
  day: string,
  today: string,
  countryCode: string,
  { query, reader, link, cardsOf }: MonthRequest,
) {
  const t = translatorFor(reader.locale);
  const asked: EventQuery = { ...withoutDays(query), from: day, to: day, limit: LIST_LIMIT };
  const found = await sharedList(deps, { ...asked, sort: "date" });
  const cards = await cardsOf(found);
  const parts = (of: Reader) => dateParts(startOfDay(day, "UTC"), "UTC", of);
  const name = parts(reader);
  const beside = parts(inOtherCalendar(reader));
  const monthLink = (of: string) => link(withoutDays(query), "month", of);
  const count = found.exactTotal;
  const open = cards.filter(({ tile }) => tile.isUntil);
  return {
    title: `${name.weekday} ${name.day} ${name.month}`,
    other: [`${beside.day} ${beside.month}`, namedText(day, countryCode, reader.locale, "byMoon")]
      .filter(Boolean)
      .join(" · "),
    isToday: day === today,
    timed: cards.filter(({ tile }) => !tile.isUntil).slice(0, SHOWN.timed),
    open: { title: t("events:list.dayOpen"), events: open.slice(0, SHOWN.open) },
    none: count === 0 ? t("events:list.dayNone") : null,
    all: {
      href: link(asked, "rows"),
      label: t("events:list.dayAll", { count }),
    },
    before: day === today ? null : monthLink(addDays(day, -1)),
    beforeLabel: t("events:list.dayBefore"),
    after: monthLink(addDays(day, 1)),
    afterLabel: t("events:list.dayAfter"),
  };
}

/**
 * The categories of a month: the key to the tiles, and filters; with their counts where all are known.
 */
function kindsOf(
  days: readonly (readonly MonthDate[] | undefined)[],
  all: string,
  { query, asked, reader: { locale }, link }: MonthRequest,
) {
  const counts = new Map<string, number>();
  const isWhole = days.every((dates) => dates?.every(({ category }) => category !== null));
  for (const { category: name } of days.flatMap((dates) => dates ?? []))
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isChosen = (name: string) => query.categories.some((chosen) => chosen === name);
  return {
    title: translatorFor(locale)("events:list.kinds"),
    all: {
      label: translatorFor(locale)("events:list.allKinds"),
      href: query.categories.length > 0 ? link({ ...query, categories: [] }, "month") : all,
      isChosen: query.categories.length === 0,
    },
    some: CATEGORIES.filter(({ name }) => counts.has(name) || isChosen(name))
      .sort((a, b) => (counts.get(b.name) ?? 0) - (counts.get(a.name) ?? 0))
      .slice(0, KINDS)
      .map(({ name, fa, family }) => ({
        name,
        label: locale === "fa" ? fa : name,
        family,
        count: isWhole ? formatNumber(counts.get(name) ?? 0, locale) : "",
        isChosen: isChosen(name),
        href: link(
          { ...withoutDays(query), categories: isChosen(name) ? [] : [name] },
          "month",
          asked ?? undefined,
        ),
      })),
  };
}
