import { Temporal } from "temporal-polyfill";
import type { QuietHours } from "../../../db/schema";
import { DEFAULT_LOCALE, type Locale } from "../../i18n/locale";
import {
  type CalendarSystem,
  localDay,
  readerOf,
  startOfDay,
  USUAL_ZONE,
} from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";

/** Account choices that decide language and hours of notifications. */
export interface ReaderChoices {
  preferredLanguage: Locale | null;
  calendar: CalendarSystem | null;
  timeZone: string | null;
}

export interface NotificationReader {
  locale: Locale;
  calendar: CalendarSystem;
  timeZone: string;
}

/**
 * The reader of an unrequested message: their language, calendar and zone, else the defaults
 * (decisions.md §9).
 */
export function notificationReader({
  preferredLanguage,
  calendar,
  timeZone,
}: ReaderChoices): NotificationReader {
  return {
    ...readerOf(preferredLanguage ?? DEFAULT_LOCALE, calendar),
    timeZone: timeZone ?? USUAL_ZONE,
  };
}

/** A day in a user's zone, half open, UTC epoch ms. */
export function readersDay(now: number, timeZone: string): { from: number; to: number } {
  const day = localDay(now, timeZone);
  return { from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
}

const minutesOf = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * The earliest delivery time: now, or the end of the current quiet hours. A wall time skipped by a
 * clock change ends them at the change; of a repeated one, the first that is still ahead.
 * @returns UTC epoch ms
 */
export function afterQuietHours(now: number, quiet: QuietHours | null, timeZone: string): number {
  if (!quiet) return now;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  if (from === to) return now;
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const minute = here.hour * 60 + here.minute;
  const isOverMidnight = from > to;
  const isQuiet = isOverMidnight ? minute >= from || minute < to : minute >= from && minute < to;
  if (!isQuiet) return now;
  const day =
    isOverMidnight && minute >= from ? here.toPlainDate().add({ days: 1 }) : here.toPlainDate();
  const end = day.toPlainDateTime(Temporal.PlainTime.from(quiet.to));
  for (const disambiguation of ["compatible", "later"] as const) {
    const at = end.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds;
    if (at > now) return at;
  }
  return now;
}
