import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { dateParts, formatTime, localDay, type Reader } from "../../../lib/dates/dates.server";
import { addDays, daysBetween } from "../../../lib/dates/days";
import { DAY, MINUTE } from "../../../lib/dates/durations";
import type { EventListRow } from "../list/list-events.server";

export type TimedEvent = Pick<EventListRow, "startsAt" | "endsAt" | "timeZone" | "allDay">;

/**
 * The calendar days an event touches in its own zone, YYYY-MM-DD. An end at midnight belongs to the
 * day before.
 */
export function eventDays({ startsAt, endsAt, timeZone }: TimedEvent): {
  first: string;
  last: string;
  afterLast: string;
  count: number;
} {
  const first = localDay(startsAt, timeZone);
  const last = localDay(Math.max(startsAt, endsAt - 1), timeZone);
  return { first, last, afterLast: addDays(last, 1), count: daysBetween(first, last) + 1 };
}

/** More than a long night: it has days rather than hours. */
export function isMultiDay(event: TimedEvent): boolean {
  return eventDays(event).count > 1 && (event.allDay || event.endsAt - event.startsAt >= DAY);
}

/** "8 – 10 December 2026", "۲۹ آذر تا ۲ دی ۱۴۰۵": shared parts appear once. */
export function formatDays(
  event: TimedEvent,
  reader: Reader,
  {
    weekday = false,
    year = true,
    isShort = false,
  }: { weekday?: boolean; year?: boolean /** Short names of months. */; isShort?: boolean } = {},
): string {
  const { startsAt, endsAt, timeZone } = event;
  const from = dateParts(startsAt, timeZone, reader);
  const to = dateParts(Math.max(startsAt, endsAt - 1), timeZone, reader);
  const sameMonth = from.month === to.month && from.year === to.year;
  const say = (parts: typeof from, withMonth: boolean, withYear: boolean) =>
    [
      weekday && parts.weekday,
      parts.day,
      withMonth && (isShort ? parts.monthShort : parts.month),
      withYear && year && parts.year,
    ]
      .filter(Boolean)
      .join(" ");
  if (!isMultiDay(event)) return say(from, true, true);
  return translatorFor(reader.locale)("pages:event.range", {
    from: say(from, !sameMonth, from.year !== to.year),
    to: say(to, true, true),
  });
}

/**
 * Weekday and hours of an evening ("Tuesday, 20:30 – 22:20", past midnight "Friday 22:00 – Saturday
 * 02:00"), or the days of a longer event.
 */
export function formatWhen(event: TimedEvent, reader: Reader): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  const { startsAt, endsAt, timeZone, allDay } = event;
  const from = dateParts(startsAt, timeZone, reader);
  if (isMultiDay(event)) return formatDays(event, reader, { weekday: true, year: false });
  if (allDay) return t("pages:event.dayTime", { day: from.weekday, time: t("pages:event.allDay") });
  if (eventDays(event).count === 1)
    return t("pages:event.dayTime", { day: from.weekday, time: formatHours(event, locale) });
  const end = dateParts(endsAt, timeZone, reader);
  return t("pages:event.range", {
    from: `${from.weekday} ${formatTime(startsAt, timeZone, locale)}`,
    to: `${end.weekday} ${formatTime(endsAt, timeZone, locale)}`,
  });
}

/** "20:30 – 22:20". */
export function formatHours({ startsAt, endsAt, timeZone }: TimedEvent, locale: Locale): string {
  const from = formatTime(startsAt, timeZone, locale);
  return endsAt > startsAt
    ? translatorFor(locale)("pages:event.range", { from, to: formatTime(endsAt, timeZone, locale) })
    : from;
}

/** "1 hour 50 minutes", "10 days"; null where start and end are the same moment. */
export function formatDuration(event: TimedEvent, locale: Locale): string | null {
  const t = translatorFor(locale);
  if (event.allDay || isMultiDay(event))
    return t("pages:event.days", { count: eventDays(event).count });
  const minutes = Math.round((event.endsAt - event.startsAt) / MINUTE);
  if (minutes <= 0) return null;
  const parts = [
    minutes >= 60 ? t("pages:event.hours", { count: Math.floor(minutes / 60) }) : null,
    minutes % 60 > 0 ? t("pages:event.minutes", { count: minutes % 60 }) : null,
  ];
  return parts.filter(Boolean).join(t("pages:event.and"));
}
