import { Temporal } from "temporal-polyfill";
import type { NotificationPreferences, QuietHours, RuleTiming } from "../../../db/schema";
import { DEFAULT_LOCALE, type Locale } from "../../i18n/locale";
import {
  type CalendarSystem,
  fromWallTime,
  localDay,
  readerOf,
  startOfDay,
  USUAL_ZONE,
} from "../../lib/dates/dates.server";
import { addDays, weekdayOf } from "../../lib/dates/days";

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

/** When digests go, by the reader's clock (decisions.md §9). */
const AT = "08:00";
const WEEK = 7;
const SATURDAY = 6;
const MONDAY = 1;

export type DigestFrequency = "daily" | "weekly";

type DigestPreferences = Pick<NotificationPreferences, "emailEnabled" | "frequency">;

/**
 * Weeks start on Saturday for Persian or the Solar Hijri calendar, else on Monday (decisions.md
 * §2). ISO weekday.
 */
const firstWeekday = ({
  locale,
  calendar,
}: Pick<NotificationReader, "locale" | "calendar">): number =>
  locale === "fa" || calendar === "jalali" ? SATURDAY : MONDAY;

/**
 * The digest frequency of a user. Instant users get a daily digest of rules that summarize a day.
 */
export const digestFrequency = ({
  frequency,
}: Pick<DigestPreferences, "frequency">): DigestFrequency =>
  frequency === "weekly" ? "weekly" : "daily";

/** The first day of the reader's period that a day is in, YYYY-MM-DD. */
const periodStart = (
  day: string,
  frequency: DigestFrequency,
  reader: NotificationReader,
): string =>
  frequency === "daily"
    ? day
    : addDays(day, -((weekdayOf(day) - firstWeekday(reader) + WEEK) % WEEK));

/**
 * When a user's next digest is due, UTC epoch ms: at 08:00 of their zone, the weekly one on the
 * first day of their week. Null without digests.
 */
export function nextDigestAt(
  preferences: DigestPreferences,
  choices: ReaderChoices,
  now: number,
): number | null {
  if (!preferences.emailEnabled) return null;
  const reader = notificationReader(choices);
  const frequency = digestFrequency(preferences);
  const start = periodStart(localDay(now, reader.timeZone), frequency, reader);
  const at = fromWallTime(start, AT, reader.timeZone);
  return at > now
    ? at
    : fromWallTime(addDays(start, frequency === "daily" ? 1 : WEEK), AT, reader.timeZone);
}

/**
 * The time of the digest that includes a rule's item, UTC epoch ms: the next one, for weekly rules
 * the one on the first day of the user's week. Null without digests.
 */
export function digestSlotAt(
  { timing }: { timing: RuleTiming },
  person: ReaderChoices & { preferences: DigestPreferences; digestDueAt: number | null },
  now: number,
): number | null {
  return timing === "weekly"
    ? nextDigestAt({ ...person.preferences, frequency: "weekly" }, person, now)
    : person.digestDueAt;
}

/** The period of the reader's own that a moment is in, and when its digest is due. */
export interface DigestPeriod {
  /** `daily:YYYY-MM-DD` or `weekly:YYYY-MM-DD`. */
  key: string;
  frequency: DigestFrequency;
  /** UTC epoch ms. */
  dueAt: number;
  /**
   * Keys of overlapping periods, in which a second digest would be a duplicate: a change of
   * calendar or language between weekly digests shifts the weeks.
   */
  overlaps: { from: string; to: string };
}

/** @see DigestPeriod */
export function digestPeriod(
  frequency: DigestFrequency,
  choices: ReaderChoices,
  now: number,
): DigestPeriod {
  const reader = notificationReader(choices);
  const start = periodStart(localDay(now, reader.timeZone), frequency, reader);
  const reach = frequency === "daily" ? 0 : WEEK - 1;
  return {
    key: `${frequency}:${start}`,
    frequency,
    dueAt: fromWallTime(start, AT, reader.timeZone),
    overlaps: {
      from: `${frequency}:${addDays(start, -reach)}`,
      to: `${frequency}:${addDays(start, reach)}`,
    },
  };
}
