import { Temporal } from "temporal-polyfill";
import type { Locale } from "../../i18n/locale";
import { remembered } from "../runtime/remembered";
import { formatDate, localDay, type Reader } from "./dates.server";
import { daysBetween } from "./days";
import { HOUR, MINUTE } from "./durations";

/** Years in which an event can sensibly be announced. */
const YEAR_MIN = 1990;
const YEAR_MAX = 2100;

const hasOffset = (text: string): boolean => /(Z|[+-]\d{2}:?\d{2})$/.test(text);

/**
 * A typed time as an instant, UTC epoch ms; null for an invalid day, hour or year. Without an
 * offset it is wall time of `timeZone`; a missing or doubled hour resolves as Temporal's
 * `compatible` (decisions.md §2).
 */
export function instantOf(written: string, timeZone: string): number | null {
  try {
    const at = hasOffset(written)
      ? Temporal.Instant.from(written)
      : Temporal.PlainDateTime.from(written, { overflow: "reject" })
          .toZonedDateTime(timeZone, { disambiguation: "compatible" })
          .toInstant();
    const { year } = at.toZonedDateTimeISO(timeZone);
    // Lists order by whole seconds.
    return year >= YEAR_MIN && year <= YEAR_MAX
      ? Math.floor(at.epochMilliseconds / 1000) * 1000
      : null;
  } catch {
    return null;
  }
}

/** An instant as the wall time of a zone, YYYY-MM-DDTHH:MM, as native inputs have it. */
function wallTimeOf(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });
}

/** The wall time of a typed time, in a zone if known. */
export function wallTimeIn(written: string, timeZone: string | null): string {
  if (!hasOffset(written) || timeZone === null) return written.slice(0, 16);
  const at = instantOf(written, timeZone);
  return at === null ? written.slice(0, 16) : wallTimeOf(at, timeZone);
}

/** From so many calendar days on, the date says more. */
const DATES_FROM = 7;

const formatOf = remembered(
  2,
  (locale: Locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }),
);

/**
 * "now", "5 minutes ago", "yesterday", after a week the date in the reader's calendar. Hours are
 * those of the same day; "yesterday" is the previous calendar day in the reader's zone, however few
 * hours ago.
 * @param at UTC epoch ms
 * @param timeZone the reader's
 */
export function formatAgo(at: number, now: number, reader: Reader, timeZone: string): string {
  const ago = Math.max(0, now - at);
  const days = Math.max(0, daysBetween(localDay(at, timeZone), localDay(now, timeZone)));
  if (days >= DATES_FROM) return formatDate(at, timeZone, reader, { weekday: false });
  const format = formatOf(reader.locale);
  if (ago < MINUTE) return format.format(0, "second");
  if (ago < HOUR) return format.format(-Math.floor(ago / MINUTE), "minute");
  return days === 0 ? format.format(-Math.floor(ago / HOUR), "hour") : format.format(-days, "day");
}
