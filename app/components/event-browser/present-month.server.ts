import { translatorFor } from "../../i18n/messages.server";
import {
  dateParts,
  inOtherCalendar,
  isThursdayWeekend,
  type Reader,
  startOfDay,
} from "../../lib/dates/dates.server";
import { addDays, isDay, monthOf, weekdayOf, weeksOf } from "../../lib/dates/days";
import { holidayOn } from "../../lib/dates/holidays";
import type { Deps } from "../../lib/deps";
import { findCategory } from "../../lib/event/categories";
import { foldDigits } from "../../lib/text/digits";
import { formatNumber } from "../../lib/text/money";
import { stripDays } from "../../modules/events/list/browse-days.server";
import { monthDatesOf } from "../../modules/events/list/facet-counts.server";
import type { EventList } from "../../modules/events/list/list-events.server";
import type { Filters } from "../../modules/events/list/list-filters.server";

export type MonthView = NonNullable<Awaited<ReturnType<typeof presentMonth>>>;

/** Dates of a day that are drawn; the number says all. */
const DRAWN = 24;

/**
 * A month of the reader's calendar: under each day a tile for each event that its list has, in the
 * colour of its category. Null for a search by words, whose days are not known.
 * @param asked any day of the month, YYYY-MM-DD; null for the month of today
 */
export async function presentMonth(
  deps: Pick<Deps, "db" | "memo" | "clock">,
  list: Pick<EventList, "filters" | "area">,
  {
    asked,
    reader,
    monthLink,
    dayLink,
  }: {
    asked: string | null;
    reader: Reader;
    monthLink: (day: string) => string;
    dayLink: (day: string) => string;
  },
) {
  if (!list.filters) return null;
  const { timeZone, countryCode } = list.area;
  const t = translatorFor(reader.locale);
  const [today = ""] = stripDays(deps.clock.now(), list.area);
  const month = monthOf(asked && isDay(asked) ? asked : today, reader.calendar);
  // Weeks that are over have nothing to show.
  const weeks = weeksOf(month, reader.locale).filter((week) => (week.at(-1) ?? "") >= today);
  const days = weeks.flat();
  const filters: Filters = { ...list.filters, range: {} };
  const coming = days.filter((day) => day >= today);
  const dates = await monthDatesOf(deps, filters, coming, timeZone);
  const parts = (day: string, of: Reader) => dateParts(startOfDay(day, "UTC"), "UTC", of);
  const other = inOtherCalendar(reader);
  const own = parts(month.first, reader);
  const others = [month.first, month.last].map((day) => parts(day, other));
  const before = addDays(month.first, -1);
  return {
    title: `${own.month} ${own.year}`,
    other: [...new Set(others.map(({ month: name, year }) => `${name} ${year}`))].join(" – "),
    weekdays: (weeks[0] ?? []).map((day) => {
      const { weekday, weekdayShort } = parts(day, reader);
      return { long: weekday, short: reader.locale === "fa" ? weekday.slice(0, 1) : weekdayShort };
    }),
    days: days.map((day) => {
      const found = dates.get(day);
      const count = found?.length;
      const name = parts(day, reader);
      const beside = parts(day, other);
      return {
        day,
        number: name.day,
        other: foldDigits(beside.day) === "1" ? `${beside.day} ${beside.monthShort}` : beside.day,
        /** For readers who do not see the grid. */
        name: `${name.weekday} ${name.day} ${name.month}`,
        isOut: day < month.first || day > month.last,
        isOver: day < today,
        isToday: day === today,
        isRest:
          weekdayOf(day) === (isThursdayWeekend(countryCode) ? 5 : 7) ||
          holidayOn(day, countryCode) !== null,
        count: count ? t("events:count", { count }) : "",
        short: count ? formatNumber(count, reader.locale) : "",
        tiles: (found ?? [])
          .slice(0, DRAWN)
          .map((category) => findCategory(category ?? "")?.family ?? ""),
        href: day < today || count === 0 ? null : dayLink(day),
      };
    }),
    before: before < today && month.first <= today ? null : monthLink(before),
    beforeLabel: t("events:list.monthBefore"),
    after: monthLink(addDays(month.last, 1)),
    afterLabel: t("events:list.monthAfter"),
  };
}
