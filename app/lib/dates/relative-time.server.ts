import type { Locale } from "../../i18n/locale";
import { remembered } from "../runtime/remembered";
import { formatDate, localDay, type Reader } from "./dates.server";
import { daysBetween } from "./days";
import { HOUR, MINUTE } from "./durations";

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
