import { addDays, daysBetween } from "../../../lib/dates/days";
import { SCHEDULE_LIMITS, type Schedule } from "../../../lib/event/schedule";
import { wallOccurrences } from "../../schedule/expand-schedule.server";
import { readSchedule } from "../../schedule/schedule-schema";
import { dayOfWall, timeOfWall } from "../../schedule/wall-time";
import { addIssue, type EntryDraft, recordSource } from "../entries/entry-draft";
import type { FieldValue, Gathered } from "../entries/gather-fields";
import { nameKey } from "../entries/name-keys";
import type { AnswerContext, ParsedEvent } from "../entries/parsed-event";
import type { IssueCode } from "../issue-table";
import { isEmpty, JsonObject, type JsonValue, plainJson } from "../text/json-value";
import { readAnnouncedTimes } from "./read-announced-times";
import { type Moment, readHour, readMoment } from "./read-moment";
import { readSeriesWords } from "./read-series-words.server";
import { textOf } from "./read-texts";
import { type SeriesReading, type StatedTimes, showingList } from "./series-of-rule.server";

/** Issues that a schedule makes redundant. */
const ANSWERED: readonly IssueCode[] = [
  "several-dates",
  "ambiguous-date",
  "several-times",
  "recurring",
  "relative-date",
  "no-day",
  "day-only",
  "end-only",
  "missing-date",
  "unreadable-date",
  "unknown-date",
  "unreadable-end",
  "unreadable-time",
  "weekday-mismatch",
  "end-before-start",
];
const WHEN = ["date", "time", "endDate", "endTime"] as const;
const SOLD_OUT = /sold[ -]?out|تکمیل|تمام شد/i;
const CANCELLED = /cancel+ed|لغو/i;
/** Words without which no text is a series: cheap, before it is read as one. */
const HINT =
  /every|each|ly(?!\p{L})|\p{L}days?(?!\p{L})|weekend|[;,،&\n]|(?<!\p{L})(?:and|و|mon|tue|wed|thu|fri|sat|sun|open)(?!\p{L})|–|هر|شنبه|جمعه|ها|هفت|روزانه|ماهانه|شبانه|بازدید|freq=/iu;

/** A time of a program, which may have an offset. */
const INSTANT = /\d[Tt]\d/;

/**
 * The day after which no date of a schedule is; null without one, and for a rule without an end.
 */
export function lastDayOf({
  schedule,
  date,
}: Pick<ParsedEvent, "schedule" | "date">): string | null {
  if (schedule === null || date === null) return null;
  const last = wallOccurrences(schedule, {
    from: date,
    to: addDays(date, SCHEDULE_LIMITS.daysAhead),
  }).at(-1);
  return last ? dayOfWall(last.end ?? last.start) : null;
}

/** Day and hours of the first date of a schedule, as fields of an entry or candidate. */
export function firstDateOf(schedule: Schedule): Pick<ParsedEvent, (typeof WHEN)[number]> | null {
  const days = [
    ...schedule.dates.map(({ originalStart, start }) => dayOfWall(start ?? originalStart)),
    ...(schedule.kind === "rule"
      ? schedule.rules.map(({ start, moved }) => dayOfWall((moved ?? { start }).start))
      : []),
    ...(schedule.kind === "openingHours" ? [schedule.from] : []),
  ].sort();
  const from = days[0] ?? "";
  const [first] = wallOccurrences(schedule, { from, to: addDays(from, SCHEDULE_LIMITS.daysAhead) });
  if (!first) return null;
  const { start, end } = first;
  const date = dayOfWall(start);
  if (schedule.allDay) {
    const last = end === null ? date : addDays(dayOfWall(end), -1);
    return { date, time: null, endDate: last === date ? null : last, endTime: null };
  }
  return {
    date,
    time: timeOfWall(start),
    endDate: end === null || dayOfWall(end) === date ? null : dayOfWall(end),
    endTime: end === null ? null : timeOfWall(end),
  };
}

/**
 * Reads several dates of an entry: a schedule in the API's form, a list of showings, or words.
 * @returns whether there are several
 */
export function readEntrySeries(
  draft: EntryDraft,
  gathered: Gathered,
  weekdays: readonly FieldValue[],
): boolean {
  const found =
    ofSchedule(gathered) ?? ofLists(draft, gathered) ?? ofTexts(draft, gathered, weekdays);
  const first = found && firstDateOf(found.reading.schedule);
  if (!found || !first) return false;
  const { event } = draft;
  const { schedule, confidence, codes } = found.reading;
  for (const name of WHEN) delete event.confidence[name];
  Object.assign(event, first, { schedule });
  event.issues = event.issues.filter(
    ({ field, code }) => !((WHEN as readonly string[]).includes(field) && ANSWERED.includes(code)),
  );
  recordSource(draft, "schedule", confidence, found.source);
  recordSource(draft, "date", confidence, found.source);
  if (first.time !== null) recordSource(draft, "time", confidence, found.source);
  addIssue(draft, "schedule", ...codes);
  return true;
}

interface Found {
  reading: SeriesReading;
  source: FieldValue;
}

function ofSchedule(gathered: Gathered): Found | null {
  const [source] = gathered.get("schedule") ?? [];
  const read = source && readSchedule(plainJson(source.value));
  if (!source || !read || !("schedule" in read) || read.schedule.kind === "single") return null;
  return { reading: { schedule: read.schedule, confidence: 1, codes: [] }, source };
}

const DATES = ["date", "dateEn", "start", "startEn", "startFa", "jalaliDate"];
const HOURS = ["time", "timeEn", "timeFa"];
const sourcesOf = (gathered: Gathered, names: readonly string[]): FieldValue[] =>
  names.flatMap((name) => gathered.get(name) ?? []);

/** Statements of fields other than the source's text. */
function statedBeside({ event }: EntryDraft, { key }: FieldValue): StatedTimes {
  const of = (name: (typeof WHEN)[number]) =>
    event.origin[name]?.key === key ? null : event[name];
  return { date: of("date"), endDate: of("endDate"), time: of("time"), endTime: of("endTime") };
}

/** Lists of days, hours or performances. */
function ofLists(draft: EntryDraft, gathered: Gathered): Found | null {
  const { context, event } = draft;
  const lists = sourcesOf(gathered, ["several", ...DATES]).filter(
    ({ value }) => Array.isArray(value) && value.length > 1,
  );
  for (const source of lists) {
    const reading = readShowings(source.value as JsonValue[], context, {
      ...statedBeside(draft, source),
      time: event.time,
      endTime: event.endTime,
    });
    if (reading) return { reading, source };
  }
  const [hours] = sourcesOf(gathered, HOURS).filter(
    ({ value }) => Array.isArray(value) && value.length > 1,
  );
  if (!hours || event.date === null || event.endDate !== null) return null;
  const { date } = event;
  const times = (hours.value as JsonValue[])
    .slice(0, 20)
    .map((value) => readHour(value, context).times);
  if (times.some(({ start }) => start === null)) return null;
  const showings = times.map(({ start, end }) => ({ day: date, start, end }));
  const reading = showingList(
    showings,
    0.8,
    times.flatMap(({ codes }) => codes),
  );
  return reading && { reading, source: hours };
}

/**
 * Performances, as texts or objects of a day, hours and a state; null unless each has a day, and
 * for fewer than `least`.
 * @param known hours of performances without one
 */
export function readShowings(
  values: readonly JsonValue[],
  context: AnswerContext,
  known: StatedTimes,
  least = 2,
): SeriesReading | null {
  const items = values.filter((value) => !isEmpty(value)).slice(0, SCHEDULE_LIMITS.occurrences + 1);
  const texts = items.flatMap((value) => (typeof value === "string" ? [value] : []));
  const showings = items.map((value) => showingOf(value, context));
  const isPlain = showings.every(
    ({ start, end }) =>
      start.dates.start !== null &&
      !start.times.codes.includes("several-times") &&
      !end?.codes.length,
  );
  if (!isPlain)
    return texts.length === items.length
      ? readSeriesWords(texts.join(" ; "), context, known)
      : null;
  const hasHours = showings.some(({ start }) => start.times.start !== null);
  const usual = hasHours ? null : known.time;
  return showingList(
    showings.map(({ start: { dates, times }, end, endDay, status }) => ({
      day: dates.start ?? "",
      start: times.start ?? usual,
      end:
        end?.start ?? times.end ?? (times.start === null && usual !== null ? known.endTime : null),
      endDay,
      status,
    })),
    Math.min(0.95, ...showings.map(({ start }) => start.dates.confidence)),
    showings.flatMap(({ start }) => [...start.dates.codes, ...start.times.codes]),
    least,
  );
}

interface ShowingRead {
  start: Moment;
  end: Moment["times"] | null;
  endDay: string | null;
  status: "scheduled" | "cancelled" | "sold-out";
}

function showingOf(value: JsonValue, context: AnswerContext): ShowingRead {
  if (!(value instanceof JsonObject)) {
    const text = textOf(value) ?? "";
    const status = CANCELLED.test(text)
      ? "cancelled"
      : SOLD_OUT.test(text)
        ? "sold-out"
        : "scheduled";
    return { start: readMoment(value, context), end: null, endDay: null, status };
  }
  const nothing = readMoment("", context);
  const read: ShowingRead = { start: nothing, end: null, endDay: null, status: "scheduled" };
  for (const [key, inner] of [...value.fields].slice(0, 30)) {
    const meaning = nameKey(key)?.meaning;
    if (isEmpty(inner)) continue;
    if (
      meaning === "date" ||
      meaning === "start" ||
      (meaning === "jalaliDate" && read.start.dates.start === null)
    ) {
      const moment = readMoment(inner, context);
      read.start = {
        dates: moment.dates,
        times: read.start.times.start === null ? moment.times : read.start.times,
      };
    } else if (meaning === "time") {
      const { times } = readHour(inner, context);
      read.start = { ...read.start, times };
    } else if (meaning === "endTime") read.end = readHour(inner, context).times;
    else if (meaning === "end" || meaning === "endDate") {
      const moment = readMoment(inner, context);
      read.endDay = moment.dates.start;
      read.end ??= moment.times.start === null ? null : moment.times;
    } else if (typeof inner === "string" && CANCELLED.test(inner)) read.status = "cancelled";
    else if (
      (typeof inner === "string" && SOLD_OUT.test(inner)) ||
      (inner === true && SOLD_OUT.test(key.replaceAll("_", " ")))
    )
      read.status = "sold-out";
  }
  return read;
}

/** Texts of one field looked at. */
const TEXTS = 3;
/** Days from which on weekdays beside a run are those of its dates. */
const LONG = 7;

const EXCEPTIONS =
  /(?<!\p{L})(?:except|excluding|but not|no (?:shows?|performances?|class(?:es)?|screenings?)|closed|dark|تعطیل|ندار(?:یم|د)|به[ \u200c]?جز|به[ \u200c]?غیر|غیر از|زوج|فرد)(?!\p{L})/iu;

/** A run with what it leaves out, by the reader of announcements. */
function ofShowings(
  text: string,
  context: AnswerContext,
  known: StatedTimes,
): SeriesReading | null {
  const { showings, findings } = readAnnouncedTimes(text, {
    today: `${context.month}-01`,
    clock: "00:00",
    country: context.city.country,
  });
  if (showings.length < 2) return null;
  return showingList(
    showings.map(({ day, start, end }) => ({
      day,
      start: start ?? known.time,
      end: start === null ? known.endTime : end,
    })),
    0.85,
    findings,
  );
}

/** Rules and lists in words: under their own key, or among days, hours and weekdays. */
function ofTexts(
  draft: EntryDraft,
  gathered: Gathered,
  weekdays: readonly FieldValue[],
): Found | null {
  const { context, event } = draft;
  const isLong =
    event.date !== null && event.endDate !== null && daysBetween(event.date, event.endDate) >= LONG;
  const sources = [
    ...(gathered.get("recurrence") ?? []).map((source) => ({ source, isRule: true })),
    ...[
      ...sourcesOf(gathered, DATES).slice(0, TEXTS),
      ...sourcesOf(gathered, HOURS).slice(0, TEXTS),
    ].map((source) => ({
      source,
      isRule: false,
    })),
    ...(isLong ? weekdays.slice(0, TEXTS).map((source) => ({ source, isRule: false })) : []),
  ];
  for (const { source, isRule } of sources) {
    const text =
      typeof source.value === "string" || Array.isArray(source.value) ? textOf(source.value) : null;
    if (text === null || !HINT.test(text) || INSTANT.test(text)) continue;
    const known = statedBeside(draft, source);
    const reading =
      (EXCEPTIONS.test(text) ? ofShowings(text, context, known) : null) ??
      readSeriesWords(text, context, known, isRule);
    // Numbers among hours are no days.
    const isHours = HOURS.some((name) => gathered.get(name)?.includes(source));
    if (reading && !(isHours && reading.codes.includes("day-only"))) return { reading, source };
  }
  return null;
}
