import { addDays, isDay } from "../../../lib/dates/days";
import { gregorianOf } from "../../../lib/dates/jalali";
import { foldDigits } from "../../../lib/text/digits";
import { readZone } from "../zones/read-zone";

/** Properties of iCalendar that hold times. */
const TIMED = /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)(?=[;:])/i;
const VALUE = /:\s*([\d۰-۹].*)$/s;
const LETTER_OF_TIMES = /[\d۰-۹TZ,/PDHMSW+\-:.\s]/i;
const ZONE_PARAMETER = /;TZID=("[^"]*"|[^;"]*(?:;[^=;]*)*?)(?=;[A-Z-]+=|$)/i;

/** Marks of what a line said, for the reader of entries. */
export const IMPOSSIBLE = "X-ROOYDAD-IMPOSSIBLE";
export const SOLAR = "X-ROOYDAD-SOLAR";
export const UNKNOWN_ZONE = "X-ROOYDAD-UNKNOWN-ZONE";

/** A time with seconds, of a day that there is; 24:00 is the next midnight. Null for none. */
function timeOf(written: string): string | null {
  const [, year, month, day, clock, zone = ""] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}:?\d{2}(?::?\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      written.trim(),
    ) ?? [];
  const isSolar = Number(year) >= 1300 && Number(year) <= 1500;
  const date = isSolar
    ? gregorianOf({ year: Number(year), month: Number(month), day: Number(day) })
    : `${year}-${month}-${day}`;
  if (date === null || !isDay(date)) return null;
  if (clock === undefined) return date.replaceAll("-", "");
  const time = clock.replaceAll(":", "").padEnd(6, "0");
  if (/^[+-]/.test(zone)) return utcOf(date, time, zone);
  const zulu = zone;
  if (time === "240000") return `${addDays(date, 1).replaceAll("-", "")}T000000${zulu}`;
  return /^(?:[01]\d|2[0-3])[0-5]\d[0-6]\d$/.test(time)
    ? `${date.replaceAll("-", "")}T${time.replace(/6\d$/, "59")}${zulu}`
    : null;
}

/** A time with an offset, which iCalendar does not have, in UTC. */
function utcOf(date: string, time: string, offset: string): string | null {
  const written = `${date}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}${offset.slice(0, 3)}:${offset.slice(-2)}`;
  const at = Date.parse(written);
  return Number.isNaN(at)
    ? null
    : `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

interface FileZones {
  /** Zone of times without one; null where the file names none. */
  usual: string | null;
  /** Zones that the file describes, with what they are called elsewhere; null for nothing. */
  described: ReadonlyMap<string, string | null>;
}

function zonesOf(lines: readonly string[]): FileZones {
  const described = new Map<string, string | null>();
  let usual: string | null = null;
  let zone: string | null = null;
  for (const line of lines) {
    const [, name = "", value = ""] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
    const property = name.toUpperCase();
    if (property === "X-WR-TIMEZONE") usual ??= readZone(value);
    else if (property === "TZID" && zone === null) {
      zone = value.trim();
      described.set(zone, null);
    } else if (property === "X-LIC-LOCATION" && zone !== null) described.set(zone, readZone(value));
    else if (property === "END" && /^VTIMEZONE$/i.test(value.trim())) zone = null;
  }
  return { usual, described };
}

/** A line about a time as the parser takes it. */
function timedLine(line: string, { usual, described }: FileZones): string[] {
  // From the end: one expression for all of it takes the square of a line of many colons.
  let from = line.length;
  while (from > 0 && LETTER_OF_TIMES.test(line.charAt(from - 1))) from -= 1;
  const match = VALUE.exec(line.slice(from));
  const name = TIMED.exec(line)?.[0].toUpperCase() ?? "";
  if (!match) return [`${IMPOSSIBLE}:${name}`];
  let head = line.slice(0, from + match.index);
  const values = foldDigits(match[1] ?? "")
    .split(",")
    .map((value) => {
      if (!value.includes("/")) return timeOf(value);
      const [start = "", end = ""] = value.split("/");
      const [from, to] = [timeOf(start), end.startsWith("P") ? end : timeOf(end)];
      return from === null || to === null ? null : `${from}/${to}`;
    });
  if (values.some((value) => value === null)) return [`${IMPOSSIBLE}:${name}`];
  const hasTime = values.some((value) => value?.includes("T"));
  // A date with a time is a time, whatever its type says.
  head = hasTime ? head.replace(/;VALUE=DATE(?=;|$)/i, "") : head.replace(ZONE_PARAMETER, "");
  if (!hasTime && !/;VALUE=/i.test(head)) head += ";VALUE=DATE";
  const [, written] = ZONE_PARAMETER.exec(head) ?? [];
  const isZoned = written !== undefined || values.some((value) => /Z$/i.test(value ?? ""));
  const stated = written?.replace(/^"|"$/g, "") ?? null;
  const zone = stated === null ? null : (readZone(stated) ?? described.get(stated) ?? null);
  const extra: string[] = [];
  if (zone !== null) head = head.replace(ZONE_PARAMETER, `;TZID=${zone}`);
  else if (stated !== null && !described.has(stated)) {
    head = head.replace(ZONE_PARAMETER, "");
    extra.push(`${UNKNOWN_ZONE}:${stated}`);
  } else if (!isZoned && hasTime && usual !== null) head += `;TZID=${usual}`;
  // Years of the Solar Hijri calendar.
  if (/^\s*:?\s*1[345]\d\d/.test(foldDigits(match[1] ?? ""))) extra.push(`${SOLAR}:${name}`);
  return [`${head}:${values.join(",")}`, ...extra];
}

/** A value in quoted-printable, as old calendars (vCalendar 1.0) write letters. */
function unquoted(line: string): string {
  const colon = line.indexOf(":");
  const [head, value] = [line.slice(0, Math.max(0, colon)), line.slice(colon + 1)];
  if (!/;ENCODING=QUOTED-PRINTABLE/i.test(head)) return line;
  const bytes = new Uint8Array(
    [...value.matchAll(/=([\dA-F]{2})|[^=]/gis)].flatMap(([letter, hex]) =>
      hex ? [Number.parseInt(hex, 16)] : [...new TextEncoder().encode(letter)],
    ),
  );
  const text = new TextDecoder().decode(bytes).replace(/\r?\n/g, "\\n");
  return `${head.replace(/;(?:ENCODING|CHARSET)=[^;:]*/gi, "")}:${text}`;
}

/**
 * The text of a calendar file as its parser takes it: without folds, every time with seconds and of
 * a day that there is, every zone by its IANA name where one is meant. A zone that only the file
 * describes stays.
 */
export function calendarLines(file: string): string {
  const lines = file
    .replace(/^\uFEFF/, "")
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r\n|\n|\r/)
    .map(unquoted);
  const zones = zonesOf(lines);
  const isCancel = lines.some((line) => /^METHOD:\s*CANCEL\s*$/i.test(line));
  let depth = 0;
  return lines
    .flatMap((line) => {
      // The whole file takes back what it names.
      if (isCancel && /^BEGIN:VEVENT\s*$/i.test(line)) {
        depth += 1;
        return [line, "STATUS:CANCELLED"];
      }
      if (/^BEGIN:V(?:EVENT|TODO|JOURNAL)\s*$/i.test(line)) depth += 1;
      if (/^END:V(?:EVENT|TODO|JOURNAL)\s*$/i.test(line)) depth -= 1;
      return depth > 0 && TIMED.test(line) ? timedLine(line, zones) : [line];
    })
    .join("\r\n");
}
