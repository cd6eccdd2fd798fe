import { COMMA, type Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  type DateParts,
  dateParts,
  fromWallTime,
  localDay,
  type Reader,
} from "../../lib/dates/dates.server";
import { addDays, weekdayOf, weekOf } from "../../lib/dates/days";
import { gregorianOf } from "../../lib/dates/jalali";
import { type Schedule, type ScheduleOfKind, takesPlace } from "../../lib/event/schedule";
import { localDigits } from "../../lib/text/digits";
import { wallOccurrences } from "./expand-schedule.server";
import { dayOfWall, timeOfWall } from "./wall-time";

/** Whom a sentence is for, and when. */
export interface ScheduleReader extends Reader {
  /** IANA zone of the event. */
  timeZone: string;
  /** UTC epoch ms. */
  now: number;
}

const MONDAY = "2026-11-23";

/** A year of each calendar, for the names of months. */
const NAMED_YEAR = { jalali: 1405, gregorian: 2026 } as const;

const partsOfDay = (day: string, { timeZone, locale, calendar }: ScheduleReader): DateParts =>
  dateParts(fromWallTime(day, "12:00", timeZone), timeZone, { locale, calendar });

export const todayOf = ({ now, timeZone }: ScheduleReader): string => localDay(now, timeZone);

/** "2 Dey"; with the year where it is not this year. */
export function dayText(day: string, reader: ScheduleReader, { weekday = false } = {}): string {
  const parts = partsOfDay(day, reader);
  const isThisYear = parts.year === partsOfDay(todayOf(reader), reader).year;
  return [weekday && parts.weekday, parts.day, parts.month, !isThisYear && parts.year]
    .filter(Boolean)
    .join(" ");
}

/** First and last day in words, the month only once: "3" and "11 December". */
export function periodTexts(
  from: string,
  to: string,
  reader: ScheduleReader,
): { from: string; to: string } {
  const [first, last] = [partsOfDay(from, reader), partsOfDay(to, reader)];
  if (first.year === last.year && first.month === last.month)
    return { from: first.day, to: dayText(to, reader) };
  return first.year === last.year
    ? { from: `${first.day} ${first.month}`, to: dayText(to, reader) }
    : { from: dayText(from, reader), to: dayText(to, reader) };
}

/** "18:00", «۱۸»; Persian leaves out full hours, and `short` does in English. */
export function clockText(time: string, locale: Locale, { short = false } = {}): string {
  const [hour = "", minute = ""] = time.split(":");
  const isFull = minute === "00";
  if (locale === "en" && !short) return time;
  return localDigits(isFull ? String(Number(hour)) : `${Number(hour)}:${minute}`, locale);
}

/** "a, b and c", «الف، ب و پ». */
export function allOf(parts: readonly string[], locale: Locale): string {
  const last = parts.at(-1) ?? "";
  if (parts.length < 2) return last;
  return translatorFor(locale)("schedule:and", {
    all: parts.slice(0, -1).join(COMMA[locale]),
    last,
  });
}

/** @param weekday ISO */
export const weekdayName = (
  weekday: number,
  reader: ScheduleReader,
  { short = false } = {},
): string => {
  const parts = partsOfDay(addDays(MONDAY, weekday - 1), reader);
  return short ? parts.weekdayShort : parts.weekday;
};

/** ISO weekdays from the reader's first. */
export function weekdaysInOrder(locale: Locale): number[] {
  const first = weekOf(MONDAY, locale).first;
  return Array.from({ length: 7 }, (_, day) => weekdayOf(addDays(first, day)));
}

/** The name of a month of a calendar. @param month from 1 */
export function monthName(
  month: number,
  calendar: Reader["calendar"],
  reader: ScheduleReader,
): string {
  const year = NAMED_YEAR[calendar];
  const first =
    calendar === "jalali"
      ? gregorianOf({ year, month, day: 1 })
      : `${year}-${String(month).padStart(2, "0")}-01`;
  return partsOfDay(first ?? MONDAY, { ...reader, calendar }).month;
}

type OpeningHours = ScheduleOfKind<"openingHours">;

/** Weekdays that are named one by one, at most; more are ranges. */
const NAMED = 2;

/** "10–19" of two clock times, HH:MM. */
export const hoursText = (
  from: string,
  to: string,
  { locale }: Pick<ScheduleReader, "locale">,
): string =>
  translatorFor(locale)("schedule:open.hours", {
    from: clockText(from, locale, { short: true }),
    to: clockText(to, locale, { short: true }),
  });

/** "Mondays and Tuesdays". */
const pluralDays = (weekdays: readonly number[], reader: ScheduleReader): string =>
  allOf(
    weekdays.map((weekday) =>
      translatorFor(reader.locale)("schedule:open.plural", { day: weekdayName(weekday, reader) }),
    ),
    reader.locale,
  );

/** Weekdays as ranges, which may go over the end of the week: "Sat–Wed, Fri". */
function rangesOf(weekdays: ReadonlySet<number>, reader: ScheduleReader): string {
  const order = weekdaysInOrder(reader.locale);
  const isIn = (index: number) => weekdays.has(order[(index + 7) % 7] ?? 0);
  const name = (index: number) => weekdayName(order[index % 7] ?? 1, reader, { short: true });
  const starts = order.flatMap((_, index) => (isIn(index) && !isIn(index - 1) ? index : []));
  const ranges = starts.map((first) => {
    let last = first;
    while (isIn(last + 1) && last - first < 6) last++;
    if (last === first) return name(first);
    if (last === first + 1) return allOf([name(first), name(last)], reader.locale);
    return translatorFor(reader.locale)("schedule:open.range", {
      from: name(first),
      to: name(last),
    });
  });
  return ranges.join(COMMA[reader.locale]);
}

/**
 * Weekdays with their hours: "Daily 11–19, Fridays 14–20, closed Saturdays" or "Sat–Wed 10–19, Thu
 * 10–14".
 */
export function formatWeekHours(
  { hours }: Pick<OpeningHours, "hours">,
  reader: ScheduleReader,
): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  const order = weekdaysInOrder(locale);
  const groups = new Map<string, number[]>();
  for (const weekday of order) {
    const open = hours[weekday - 1];
    const text = open ? hoursText(open.opens, open.closes, reader) : "";
    groups.set(text, [...(groups.get(text) ?? []), weekday]);
  }
  const closed = groups.get("") ?? [];
  groups.delete("");
  const [usual, ...others] = [...groups].sort(([, a], [, b]) => b.length - a.length);
  if (!usual) return "";
  const exceptions = closed.length + others.reduce((sum, [, days]) => sum + days.length, 0);
  const closedText =
    closed.length > 0 && closed.length <= NAMED
      ? [t("schedule:open.closed", { days: pluralDays(closed, reader) })]
      : [];
  const texts =
    exceptions <= NAMED
      ? [
          t("schedule:open.daily", { hours: usual[0] }),
          ...others.map(([text, days]) =>
            t("schedule:open.on", { days: pluralDays(days, reader), hours: text }),
          ),
          ...closedText,
        ]
      : [usual, ...others].map(([text, days]) =>
          t("schedule:open.on", { days: rangesOf(new Set(days), reader), hours: text }),
        );
  return texts.join(COMMA[locale]);
}

/**
 * Hours of one day with its changes, by start; none when closed.
 * @param after wall time: only those that end later
 */
export const hoursOfDay = (
  schedule: OpeningHours,
  day: string,
  reader: ScheduleReader,
  after = "",
): string[] =>
  wallOccurrences(schedule, { from: day, to: day })
    .filter(
      (occurrence) =>
        dayOfWall(occurrence.start) === day &&
        takesPlace(occurrence) &&
        (occurrence.end ?? occurrence.start) > after,
    )
    .map(({ start, end }) =>
      end === null
        ? clockText(timeOfWall(start), reader.locale)
        : hoursText(timeOfWall(start), timeOfWall(end), reader),
    );

/** "closed Mondays"; null where more than two days are closed, or none. */
export function closedDaysText(
  { hours }: Pick<OpeningHours, "hours">,
  reader: ScheduleReader,
): string | null {
  const closed = weekdaysInOrder(reader.locale).filter((weekday) => !hours[weekday - 1]);
  if (closed.length === 0 || closed.length > NAMED) return null;
  return translatorFor(reader.locale)("schedule:open.closed", {
    days: pluralDays(closed, reader),
  });
}

/** Start of a run's last opening, as addresses write it; null for other events. */
export function lastOpening({
  schedule,
  runsUntil,
  timeZone,
}: {
  schedule: Schedule | null;
  runsUntil: number | null;
  timeZone: string;
}): string | null {
  if (schedule?.kind !== "openingHours" || runsUntil === null) return null;
  const day = localDay(runsUntil - 1, timeZone);
  const openings = wallOccurrences(schedule, { from: day, to: day }).filter(takesPlace);
  return openings.at(-1)?.originalStart ?? null;
}

/** The whole of a run: "Daily 11–19, closed Saturdays, until 18 December". */
export function formatOpeningHours(schedule: OpeningHours, reader: ScheduleReader): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  const { from, to } = schedule;
  const isRunning = from <= todayOf(reader);
  const period = isRunning
    ? t("schedule:open.until", { day: dayText(to, reader) })
    : t("schedule:open.period", periodTexts(from, to, reader));
  return [formatWeekHours(schedule, reader), period].filter(Boolean).join(COMMA[locale]);
}
