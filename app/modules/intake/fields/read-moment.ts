import { remembered } from "../../../lib/runtime/remembered";
import { foldDigits } from "../../../lib/text/digits";
import type { AnswerContext } from "../entries/parsed-event";
import type { IssueCode } from "../issue-table";
import { withoutMarks } from "../text/clean-value";
import { isEmpty, type JsonValue } from "../text/json-value";
import { type ReadDates, readDates, readDayList } from "./read-date";
import { textOf } from "./read-texts";
import { type ReadTimes, readTimes } from "./read-time";

/** A day and an hour, each with its issues. */
export interface Moment {
  dates: ReadDates;
  times: ReadTimes;
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s*([Zz]|[+-](?:0\d|1[0-4]):?\d{2})?(?:\[[^\]]{1,60}\])?$/;
/** ISO 8601 basic format: 20261205T200000. */
const BASIC = /^(20\d{2})([01]\d)([0-3]\d)T([0-2]\d)([0-5]\d)(?:[0-5]\d)?(?=Z|[+-]\d{2}|$)/;
/** Two hours after a day, which resemble an hour with a UTC offset. */
const HOURS_OF_DAY = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}\s?-\s?(\d{2}):\d{2}$/;
/** Characters examined, including citations. */
const LONGEST = 1_000;
/** Maximum length of a text that can only be an hour, characters. */
const HOUR_LENGTH = 10;
/** An hour with a UTC offset. */
const ZONED = /^(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s?([Zz]|[+-]\d{2}:?\d{2})$/;
const NO_TIMES: ReadTimes = { start: null, end: null, confidence: 0, codes: [], rest: "" };
const NO_DATES: ReadDates = { start: null, end: null, confidence: 0, codes: [] };
/** Unix time in seconds or milliseconds, of this century. */
const EPOCH_SECONDS = /^1[6-9]\d{8}$|^[2-4]\d{9}$/;
const EPOCH_MS = /^1[6-9]\d{11}$|^[2-4]\d{12}$/;

/** Reads a value that may contain a day, an hour or both. */
export function readMoment(value: JsonValue, context: AnswerContext): Moment {
  if (Array.isArray(value)) return severalMoments(value.slice(0, 60), context);
  const text = basicIso(shortText(value));
  if (EPOCH_SECONDS.test(text) || EPOCH_MS.test(text))
    return instant(Number(text) * (EPOCH_MS.test(text) ? 1 : 1_000), context, []);
  const iso = ISO.exec(text);
  const hasIsoYear = iso && !isHours(text, iso, context) && Number(text.slice(0, 4)) > 1_900;
  if (iso && hasIsoYear) return isoMoment(iso, context);
  // ISO 8601 interval: start/end.
  const [first = "", second = "", ...more] = text.split("/");
  if (more.length === 0 && ISO.test(first) && ISO.test(second))
    return joined(readMoment(first, context), readMoment(second, context));
  const times = readTimes(text.replace(/(?<=\d)[Tt](?=\d)/, " "), false);
  const dates = readDates(times.rest, context.month, context.city.country);
  return { dates, times };
}

/** The value as a short text, for dates and hours. */
const shortText = (value: JsonValue): string =>
  foldDigits(withoutMarks((textOf(value) ?? "").slice(0, LONGEST))).trim();

const basicIso = (text: string): string => text.replace(BASIC, "$1-$2-$3T$4:$5");

/**
 * "2026-12-05 10:00-12:00" is a range; so is "2026-12-05 20:00-05:00" unless the city has that
 * offset.
 */
function isHours(
  text: string,
  [, date = "", time = "", zone = ""]: RegExpExecArray,
  context: AnswerContext,
): boolean {
  if (!HOURS_OF_DAY.test(text)) return false;
  const local = instant(Date.parse(`${date}T${time}:00${zone}`), context, []);
  return local.times.start !== time;
}

function severalMoments(values: readonly JsonValue[], context: AnswerContext): Moment {
  const moments = values
    .filter((value) => !isEmpty(value))
    .map((value) => readMoment(value, context));
  const [first] = moments;
  if (!first) return { dates: NO_DATES, times: NO_TIMES };
  if (moments.length === 1) return first;
  const ends = moments.flatMap(({ dates }) => [
    { ...dates, day: dates.start },
    ...(dates.end ? [{ ...dates, day: dates.end }] : []),
  ]);
  return {
    dates: readDayList(
      ends.filter(({ day }) => day !== null).length ? ends.filter(({ day }) => day !== null) : ends,
    ),
    times: first.times,
  };
}

function joined(start: Moment, end: Moment): Moment {
  return {
    dates: { ...start.dates, end: end.dates.start },
    times: { ...start.times, end: end.times.start },
  };
}

function isoMoment(
  [, date = "", time = "", zone]: RegExpExecArray,
  context: AnswerContext,
): Moment {
  const dates = readDates(date, context.month, context.city.country);
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  // Programs write a day without an hour as midnight.
  if (time === "00:00" || !dates.start) return { dates, times: NO_TIMES };
  if (hour > 23 || minute > 59)
    return {
      dates,
      times: {
        ...NO_TIMES,
        codes: [hour === 24 && minute === 0 ? "unreadable-time" : "impossible-time"],
      },
    };
  if (zone === undefined) return { dates, times: { ...NO_TIMES, start: time, confidence: 1 } };
  const at = Date.parse(
    `${date}T${time}:00${/z/i.test(zone) ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`}`,
  );
  const moment = instant(at, context, []);
  const isLocal = moment.dates.start === date && moment.times.start === time;
  return isLocal ? moment : instant(at, context, ["zone-converted"]);
}

const formatIn = remembered(
  200,
  (timeZone: string) =>
    new Intl.DateTimeFormat("en-CA-u-ca-gregory-nu-latn", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);

/** Day and wall time of an instant in the city. */
function instant(at: number, { city: { timeZone } }: AnswerContext, codes: IssueCode[]): Moment {
  if (Number.isNaN(at))
    return { dates: { ...NO_DATES, codes: ["unreadable-date"] }, times: NO_TIMES };
  const parts: Record<string, string> = {};
  for (const { type, value } of formatIn(timeZone).formatToParts(at)) parts[type] = value;
  const confidence = codes.length > 0 ? 0.7 : 1;
  return {
    dates: { start: `${parts.year}-${parts.month}-${parts.day}`, end: null, confidence, codes: [] },
    times: { ...NO_TIMES, start: `${parts.hour}:${parts.minute}`, confidence, codes },
  };
}

/** Reads the value of a time field; also its day, if it has one. */
export function readHour(value: JsonValue, context: AnswerContext): Moment {
  if (Array.isArray(value)) {
    const hours = value
      .slice(0, 20)
      .filter((item) => !isEmpty(item))
      .map((item) => readHour(item, context));
    const [first] = hours;
    if (!first) return { dates: NO_DATES, times: NO_TIMES };
    const isSeveral = new Set(hours.map(({ times }) => times.start)).size > 1;
    return isSeveral
      ? {
          ...first,
          times: {
            ...first.times,
            confidence: 0.5,
            codes: [...first.times.codes, "several-times"],
          },
        }
      : first;
  }
  const text = shortText(value);
  if (ISO.test(text) || /\d{4}\s?[-/]\s?\d{1,2}\s?[-/]\s?\d{1,2}/.test(text))
    return readMoment(text, context);
  const [, clock, zone] = ZONED.exec(text) ?? [];
  if (clock && zone) {
    // Without a day, the middle of the month decides about daylight saving time.
    const at = Date.parse(
      `${context.month}-15T${clock}:00${/z/i.test(zone) ? "Z" : `${zone.slice(0, 3)}:${zone.slice(-2)}`}`,
    );
    const { times } = instant(at, context, []);
    if (times.start === clock) return { dates: NO_DATES, times };
    // "10:00-12:00" is a range: a dash starts an offset only if it is the city's own.
    if (!zone.startsWith("-"))
      return { dates: NO_DATES, times: { ...times, confidence: 0.6, codes: ["zone-converted"] } };
  }
  const alone = readTimes(text, true);
  const mixed = text.length > HOUR_LENGTH ? readTimes(text, false) : NO_TIMES;
  const dates = mixed.start ? readDates(mixed.rest, context.month, context.city.country) : NO_DATES;
  if (dates.start && !dates.codes.includes("day-only")) return { dates, times: mixed };
  return { dates: NO_DATES, times: alone };
}
