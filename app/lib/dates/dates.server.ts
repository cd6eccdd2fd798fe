import { Temporal } from "temporal-polyfill";
import type { Locale } from "../../i18n/locale";
import { remembered } from "../runtime/remembered";
import type { DatePreset } from "./date-presets";
import { DAY, MINUTE, SECOND } from "./durations";
import { jalaliOf } from "./jalali";

/** Which calendar dates are shown in: Solar Hijri or Gregorian (decisions.md §2). */
export type CalendarSystem = "jalali" | "gregorian";

/** Whom dates are written for. */
export interface Reader {
  locale: Locale;
  calendar: CalendarSystem;
}

/** The default zone when a reader's zone is unknown (decisions.md §9). */
export const USUAL_ZONE = "Asia/Tehran";

/**
 * A reader of a language, with the calendar they have chosen, else with the one of their language
 * (decisions.md §2).
 */
export const readerOf = (locale: Locale, chosen?: CalendarSystem | null): Reader => ({
  locale,
  calendar: chosen ?? (locale === "fa" ? "jalali" : "gregorian"),
});

/** The same reader in the calendar that is not theirs: shown small beside it. */
export const inOtherCalendar = ({ locale, calendar }: Reader): Reader => ({
  locale,
  calendar: calendar === "jalali" ? "gregorian" : "jalali",
});

const FORMS = {
  long: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  short: { weekday: "short", month: "short", day: "numeric", year: "numeric" },
  clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  zone: { timeZoneName: "long" },
  offset: { timeZoneName: "shortOffset" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Parts = Readonly<Record<string, string>>;

const formatFor = remembered(
  100,
  (
    form: keyof typeof FORMS,
    locale: Locale,
    calendar: CalendarSystem,
    timeZone: string,
  ): Intl.DateTimeFormat => {
    const tag = `${locale === "fa" ? "fa-IR" : "en-GB"}-u-ca-${calendar === "jalali" ? "persian" : "gregory"}`;
    return new Intl.DateTimeFormat(tag, { timeZone, ...FORMS[form] });
  },
);

/** Instants that are remembered: lists repeat events, and Intl is slow. */
const INSTANTS = 20_000;

const parts = remembered(
  INSTANTS,
  (
    at: number,
    locale: Locale,
    calendar: CalendarSystem,
    timeZone: string,
    form: keyof typeof FORMS,
  ): Parts =>
    Object.fromEntries(
      formatFor(form, locale, calendar, timeZone)
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    ),
);

/**
 * The parts of a date as people read them. Composed from parts, since `dateStyle: "full"` orders
 * Persian words wrongly.
 */
export interface DateParts {
  weekday: string;
  weekdayShort: string;
  day: string;
  month: string;
  monthShort: string;
  year: string;
}

/** The Solar Hijri months as people in Afghanistan name them in Persian, from 1 Farvardin on. */
const AFGHAN_MONTHS = [
  "حمل",
  "ثور",
  "جوزا",
  "سرطان",
  "اسد",
  "سنبله",
  "میزان",
  "عقرب",
  "قوس",
  "جدی",
  "دلو",
  "حوت",
];
const AFGHAN_ZONE = "Asia/Kabul";

/**
 * The Afghan name of a date's month; undefined where the zone is another, or the calendar or
 * language.
 */
function afghanMonth(
  at: number,
  timeZone: string,
  { locale, calendar }: Reader,
): string | undefined {
  if (timeZone !== AFGHAN_ZONE || locale !== "fa" || calendar !== "jalali") return undefined;
  return AFGHAN_MONTHS[jalaliOf(localDay(at, timeZone)).month - 1];
}

/** Persian month names as they stand alone: Intl writes them before a year, «ژانویهٔ». */
const alone = (month = ""): string => month.replace(/ٔ$/, "");

/** Months of Afghan dates have their Afghan names in Persian. @param at UTC epoch ms */
export function dateParts(at: number, timeZone: string, reader: Reader): DateParts {
  const { locale, calendar } = reader;
  const found = parts(at, locale, calendar, timeZone, "long");
  const month = afghanMonth(at, timeZone, reader);
  const long: Parts = month === undefined ? found : { ...found, month };
  // Persian has no short month names and is read with the whole weekday.
  const short = locale === "fa" ? long : parts(at, locale, calendar, timeZone, "short");
  return {
    weekday: long.weekday ?? "",
    weekdayShort: short.weekday ?? "",
    day: long.day ?? "",
    month: alone(long.month),
    monthShort: alone(calendar === "jalali" ? long.month : short.month),
    year: long.year ?? long.relatedYear ?? "",
  };
}

/** "Tuesday 8 December 2026", "سه‌شنبه ۱۷ آذر ۱۴۰۵". */
export function formatDate(
  at: number,
  timeZone: string,
  reader: Reader,
  { weekday = true, year = true } = {},
): string {
  const found = dateParts(at, timeZone, reader);
  const month = year && /ه$/.test(found.month) ? `${found.month}ٔ` : found.month;
  return [weekday && found.weekday, found.day, month, year && found.year].filter(Boolean).join(" ");
}

/** The wall clock, 24 hours: "20:30", "۲۰:۳۰". */
export function formatTime(at: number, timeZone: string, locale: Locale): string {
  const found = parts(at, locale, "gregorian", timeZone, "clock");
  return `${found.hour}:${found.minute}`;
}

/** The zone's name as people say it: "Iran Standard Time", "وقت عادی ایران". */
export function formatTimeZone(at: number, timeZone: string, locale: Locale): string {
  return parts(at, locale, "gregorian", timeZone, "zone").timeZoneName ?? timeZone;
}

/** The zone's distance from Greenwich: "GMT+3:30", "‎+۳:۳۰ گرینویچ". */
export function formatOffset(at: number, timeZone: string, locale: Locale): string {
  return parts(at, locale, "gregorian", timeZone, "offset").timeZoneName ?? timeZone;
}

/** Whether the clocks of two zones show different times at a moment. */
export const hasDifferentOffset = (at: number, timeZone: string, otherZone: string): boolean =>
  timeZone !== otherZone && toIsoWithOffset(at, timeZone) !== toIsoWithOffset(at, otherZone);

const zonedIso = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: "never", fractionalSecondDigits: 0 });

/** Days and zones that are remembered: lists need many, and Temporal and Intl are slow. */
const DAYS = 20_000;

/** A zone's offset at the midnight of UTC that begins a day, "+03:30". */
const midnightOffset = remembered(
  DAYS,
  (day: number, timeZone: string): string =>
    Temporal.Instant.fromEpochMilliseconds(day * DAY).toZonedDateTimeISO(timeZone).offset,
);

/** A zone's offset at two midnights; null where it changes between them. */
function offsetBetween(from: number, to: number, timeZone: string): string | null {
  const [first, last] = [midnightOffset(from, timeZone), midnightOffset(to, timeZone)];
  return first === last && first.length === 6 ? first : null;
}

/** Clocks change weeks apart: a zone that has one offset before and after so many days kept it. */
const SPAN = 16;
const spanOffset = remembered(DAYS, (span: number, timeZone: string): string | null =>
  offsetBetween(span * SPAN, (span + 1) * SPAN, timeZone),
);

/** A zone's offset throughout a day of UTC, "+03:30"; null on the days on which it changes. */
const dayOffset = remembered(
  DAYS,
  (day: number, timeZone: string): string | null =>
    spanOffset(Math.floor(day / SPAN), timeZone) ?? offsetBetween(day, day + 1, timeZone),
);

/** "+03:30" in ms. */
const msOf = (offset: string): number =>
  (offset.startsWith("-") ? -MINUTE : MINUTE) *
  (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4)));

/** ISO 8601 with the zone's offset and without fractions: 2026-12-08T20:30:00+03:30. */
export function toIsoWithOffset(at: number, timeZone: string): string {
  const offset = dayOffset(Math.floor(at / DAY), timeZone);
  if (offset === null) return zonedIso(at, timeZone);
  return new Date(at + msOf(offset)).toISOString().slice(0, -5) + offset;
}

/** A zone's offset from UTC at an instant, ms. */
export function offsetAt(at: number, timeZone: string): number {
  const offset = dayOffset(Math.floor(at / DAY), timeZone);
  if (offset !== null) return msOf(offset);
  const whole = Math.floor(at / SECOND) * SECOND;
  return Date.parse(`${toIsoWithOffset(whole, timeZone).slice(0, 19)}Z`) - whole;
}

/** The calendar day of an instant in a zone, YYYY-MM-DD. */
export const localDay = (at: number, timeZone: string): string =>
  toIsoWithOffset(at, timeZone).slice(0, -15);

/**
 * Midnight at the start of a day of a zone, UTC epoch ms. @throws RangeError where the text is no
 * date
 */
export const startOfDay = remembered(DAYS, (day: string, timeZone: string): number => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Where the clock stays as it is, its offset tells: Temporal takes ten times as long.
  if (!Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${day}T`)) {
    const before = offsetAt(midnight - DAY, timeZone);
    if (before === offsetAt(midnight + DAY, timeZone)) return midnight - before;
  }
  return Temporal.PlainDate.from(day, { overflow: "reject" }).toZonedDateTime(timeZone)
    .epochMilliseconds;
});

/**
 * A wall time of a zone as an instant; a missing or doubled hour resolves as Temporal's
 * `compatible` (decisions.md §2).
 */
export function fromWallTime(day: string, time: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone, {
    disambiguation: "compatible",
  }).epochMilliseconds;
}

/**
 * Thursday and Friday in Iran and Afghanistan, Saturday and Sunday elsewhere (decisions.md §2); ISO
 * weekdays.
 */
const weekendDays = (countryCode: string): readonly [number, number] =>
  isThursdayWeekend(countryCode) ? [4, 5] : [6, 7];

/** Whether the weekend of a country (ISO 3166) is Thursday and Friday. */
export const isThursdayWeekend = (countryCode: string): boolean =>
  countryCode === "IR" || countryCode === "AF";

/** A half-open range of instants, UTC epoch ms. */
export interface InstantRange {
  from: number;
  to: number;
}

/** Local hours between which it is tonight (decisions.md §3). */
const EVENING_START = 17;
const NIGHT_END = 4;

/**
 * The range of a date preset in a city. On its second day "this weekend" is the rest of it; "week"
 * and "month" are the next 7 and 30 days. `null` for presets without a range (upcoming, past, any).
 */
export function presetRange(
  preset: DatePreset,
  now: number,
  timeZone: string,
  countryCode: string,
): InstantRange | null {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const range = (first: Temporal.PlainDate, days: number): InstantRange => ({
    from: first.toZonedDateTime(timeZone).epochMilliseconds,
    to: first.add({ days }).toZonedDateTime(timeZone).epochMilliseconds,
  });
  switch (preset) {
    case "tonight": {
      const zoned = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
      const evening = zoned.hour < NIGHT_END ? today.subtract({ days: 1 }) : today;
      const at = (day: Temporal.PlainDate, hour: number) =>
        day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
      return { from: at(evening, EVENING_START), to: at(evening.add({ days: 1 }), NIGHT_END) };
    }
    case "today":
      return range(today, 1);
    case "tomorrow":
      return range(today.add({ days: 1 }), 1);
    case "week":
      return range(today, 7);
    case "month":
      return range(today, 30);
    case "weekend": {
      const [first, second] = weekendDays(countryCode);
      if (today.dayOfWeek === second) return range(today, 1);
      return range(today.add({ days: (first - today.dayOfWeek + 7) % 7 }), 2);
    }
    default:
      return null;
  }
}
