import { COMMA } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  dateParts,
  inOtherCalendar,
  isThursdayWeekend,
  type Reader,
  startOfDay,
} from "../../lib/dates/dates.server";
import { addDays, daysBetween, isDay, monthOf, weekdayOf, weekOf } from "../../lib/dates/days";
import { holidayOn } from "../../lib/dates/holidays";
import { formatNumber } from "../../lib/text/money";
import {
  chosenDays,
  rangeText,
  stripDays,
  withoutDays,
} from "../../modules/events/list/browse-days.server";
import type { DayCounts } from "../../modules/events/list/facet-counts.server";
import type { EventList } from "../../modules/events/list/list-events.server";
import type { EventQuery } from "../../modules/events/schema";

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
