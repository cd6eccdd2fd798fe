import { formatDate, type Reader } from "./dates.server";
import { DAY, HOUR, MINUTE } from "./durations";

/** Longer ago, the date says more. */
const WORDS_UP_TO = 7 * DAY;

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** "now", "5 minutes ago", "yesterday", after a week the date in the reader's calendar. @param at UTC epoch ms */
export function formatAgo(at: number, now: number, reader: Reader, timeZone: string): string {
  const ago = Math.max(0, now - at);
  if (ago >= WORDS_UP_TO) return formatDate(at, timeZone, reader, { weekday: false });
  let format = formats.get(reader.locale);
  if (!format) {
    format = new Intl.RelativeTimeFormat(reader.locale, { numeric: "auto" });
    formats.set(reader.locale, format);
  }
  if (ago < MINUTE) return format.format(0, "second");
  if (ago < HOUR) return format.format(-Math.floor(ago / MINUTE), "minute");
  return ago < DAY ? format.format(-Math.floor(ago / HOUR), "hour") : format.format(-Math.floor(ago / DAY), "day");
}
