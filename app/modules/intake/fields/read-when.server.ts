import { addDays, daysBetween, weekdayOf } from "../../../lib/dates/days";
import { foldDigits } from "../../../lib/text/digits";
import { addIssue, type EntryDraft, recordSource } from "../entries/entry-draft";
import type { FieldValue, Gathered } from "../entries/gather-fields";
import type { IssueCode } from "../issue-table";
import { requestedMonth } from "./calendar-days";
import { readDates, weekdaysIn } from "./read-date";
import { type Moment, readHour, readMoment } from "./read-moment";
import { lastDayOf, readEntrySeries } from "./read-series.server";
import { textOf } from "./read-texts";

/** Maximum usual duration, days. */
const LONG_RUN = 183;
/**
 * Maximum duration of an event over midnight, minutes: an end before the start then means the next
 * day.
 */
const LONGEST_NIGHT = 12 * 60;

interface Read {
  moment: Moment;
  source: FieldValue;
}

/** Reads days and hours of an entry, each from the most reliable key. */
export function readWhen(draft: EntryDraft, gathered: Gathered, path: readonly string[]): void {
  const { context, event } = draft;
  const of = (...names: string[]): FieldValue[] =>
    names.flatMap((name) => gathered.get(name) ?? []);
  const moments = of("date", "dateEn", "start", "startEn", "startFa").map((source) => ({
    moment: readMoment(source.value, context),
    source,
  }));
  const hours = of("time", "timeEn", "timeFa").map((source) => ({
    moment: readHour(source.value, context),
    source,
  }));
  const apart = partsOf(gathered, path, context.month);
  const groups = [...path]
    .reverse()
    .map((key): FieldValue => ({ key, value: key, rank: 9, unit: null }));
  const others = [...of("jalaliDate"), ...(apart ? [apart] : [])].map((source) => ({
    moment: readMoment(source.value, context),
    source,
  }));
  const around = groups
    .map((source) => ({ moment: readMoment(source.value, context), source }))
    .filter(({ moment }) => moment.dates.start !== null && moment.dates.codes.length === 0);
  takeDate(
    draft,
    [...moments, ...hours.filter(({ moment }) => moment.dates.start !== null), ...others],
    around,
  );
  takeTime(draft, hours, moments);
  takeEnd(draft, gathered);
  const weekdays = of("weekday", "weekdayEn", "weekdayFa", "day");
  if (!readEntrySeries(draft, gathered, weekdays)) {
    if (gathered.has("several")) addIssue(draft, "date", "several-dates");
    compare(draft, others, weekdays);
    checkOrder(draft);
  }
  if (event.date !== null) checkMonth(draft);
}

const DAY_OF_MONTH = /^\s*[\d۰-۹٠-٩]{1,2}(?:st|nd|rd|th|م|ام|ُم)?\s*$/u;

/** Joins {"year": 2026, "month": "December", "day": 5} into one text. */
function partsOf(
  gathered: Gathered,
  path: readonly string[],
  requested: string,
): FieldValue | null {
  // «روز» means a day of the week or of the month.
  const day =
    gathered.get("day")?.[0] ??
    gathered.get("weekday")?.find(({ value }) => DAY_OF_MONTH.test(textOf(value) ?? ""));
  const text = (name: string) => textOf(gathered.get(name)?.[0]?.value ?? "") ?? "";
  const isDated = ["date", "dateEn", "start", "startEn", "startFa", "jalaliDate"].some((name) =>
    gathered.has(name),
  );
  const around = [...path]
    .reverse()
    .find((key) => readDates(key, requested, "").codes.includes("no-day"));
  const month = text("month") || (isDated ? "" : (around ?? ""));
  if (!day || !/[\d۰-۹٠-٩]/.test(textOf(day.value) ?? "")) return null;
  if (month === "") return isDated || !DAY_OF_MONTH.test(textOf(day.value) ?? "") ? null : day;
  if (/^\d{4}\s?[-/.]\s?\d{1,2}$/.test(foldDigits(month).trim()))
    return { ...day, value: `${foldDigits(month).trim()}-${textOf(day.value)}` };
  const isNumber = /^[\d۰-۹٠-٩]{1,2}$/.test(month.trim());
  const value = isNumber
    ? `${text("year")}-${month}-${textOf(day.value)}`
    : `${textOf(day.value)} ${month} ${text("year")}`;
  return {
    ...day,
    value: isNumber && text("year") === "" ? `${textOf(day.value)}/${month}` : value,
  };
}

function takeDate(draft: EntryDraft, own: readonly Read[], around: readonly Read[]): void {
  const found =
    own.find(({ moment }) => moment.dates.start !== null) ??
    (own.length === 0 ? around[0] : undefined);
  if (!found) {
    const codes = own.flatMap(({ moment }) => moment.dates.codes);
    if (own[0]) recordSource(draft, "date", 0, own[0].source);
    addIssue(draft, "date", codes[0] ?? (own.length > 0 ? "unreadable-date" : "missing-date"));
    return;
  }
  const { dates } = found.moment;
  draft.event.date = dates.start;
  recordSource(
    draft,
    "date",
    own.length === 0 ? dates.confidence * 0.8 : dates.confidence,
    found.source,
  );
  addIssue(draft, "date", ...dates.codes);
  if (dates.end !== null && dates.end !== dates.start) {
    draft.event.endDate = dates.end;
    recordSource(draft, "endDate", dates.confidence, found.source);
  }
}

function takeTime(draft: EntryDraft, hours: readonly Read[], moments: readonly Read[]): void {
  const { event } = draft;
  const all = [...hours, ...moments];
  const found = all.find(({ moment }) => moment.times.start !== null);
  if (!found) {
    const failed = all.find(({ moment }) => moment.times.codes.length > 0);
    if (failed) {
      recordSource(draft, "time", 0, failed.source);
      addIssue(draft, "time", ...failed.moment.times.codes);
    }
    return;
  }
  const { times } = found.moment;
  event.time = times.start;
  // 24:00 is the next day's midnight.
  if (times.isNextDay && event.date !== null) event.date = addDays(event.date, 1);
  recordSource(draft, "time", times.confidence, found.source);
  addIssue(draft, "time", ...times.codes);
  // Of which of two days is said by none of these words.
  if (/(?:midnight|نیمه[ \u200c]?شب|(?<!\d)12 ?a\.?m)/iu.test(textOf(found.source.value) ?? ""))
    addIssue(draft, "time", "am-or-pm");
  if (times.end !== null) {
    event.endTime = times.end;
    recordSource(draft, "endTime", times.confidence, found.source);
  }
  const other = moments.find(
    ({ moment }) => moment.times.start !== null && moment.times.start !== times.start,
  );
  if (other && hours.includes(found)) addIssue(draft, "time", "times-differ");
}

const SILENT: readonly IssueCode[] = ["unknown-date", "unknown-time", "day-only"];

function takeEnd(draft: EntryDraft, gathered: Gathered): void {
  const { event, context } = draft;
  const fieldValues = [
    ...(gathered.get("endDate") ?? []),
    ...(gathered.get("end") ?? []),
    ...(gathered.get("endTime") ?? []),
  ];
  for (const source of fieldValues) {
    const isHour =
      gathered.get("endTime")?.includes(source) ||
      /^\s*[\d۰-۹]{1,2}(?:[:.][\d۰-۹]{2})?\s?(?:[ap]\.?m\.?|صبح|عصر|شب|بعد)?/iu.exec(
        textOf(source.value) ?? "",
      )?.[0] === textOf(source.value);
    const moment = isHour ? readHour(source.value, context) : readMoment(source.value, context);
    if (moment.dates.start !== null && !isHour) {
      event.endDate = moment.dates.start;
      recordSource(draft, "endDate", moment.dates.confidence, source);
      addIssue(draft, "endDate", ...moment.dates.codes.filter((code) => !SILENT.includes(code)));
    } else if (
      !isHour &&
      moment.times.start === null &&
      moment.dates.codes.some((code) => !SILENT.includes(code))
    ) {
      recordSource(draft, "endDate", 0, source);
      addIssue(
        draft,
        "endDate",
        moment.dates.codes.includes("impossible-date") ? "impossible-date" : "unreadable-end",
      );
    }
    if (
      moment.times.start !== null &&
      (gathered.get("endTime")?.includes(source) || event.endTime === null)
    ) {
      event.endTime = endHour(moment, event.time);
      recordSource(draft, "endTime", moment.times.confidence, source);
      addIssue(draft, "endTime", ...moment.times.codes.filter((code) => code !== "am-or-pm"));
    } else if (
      isHour &&
      moment.times.start === null &&
      moment.times.codes.some((code) => !SILENT.includes(code))
    ) {
      recordSource(draft, "endTime", 0, source);
      addIssue(
        draft,
        "endTime",
        moment.times.codes.includes("impossible-time") ? "impossible-time" : "unreadable-end",
      );
    }
  }
}

/** After a start at 19:00, an end at "9" is 21:00. */
function endHour({ times }: Moment, start: string | null): string | null {
  if (!times.start || !start || !times.codes.includes("am-or-pm")) return times.start;
  const later = `${String(Number(times.start.slice(0, 2)) + 12).padStart(2, "0")}${times.start.slice(2)}`;
  return times.start <= start && later > start ? later : times.start;
}

/** Compares other statements of the day with the chosen one. */
function compare(
  draft: EntryDraft,
  others: readonly Read[],
  weekdays: readonly FieldValue[],
): void {
  const { event } = draft;
  if (event.date === null) return;
  for (const { moment } of others)
    if (moment.dates.start !== null && moment.dates.start !== event.date) {
      addIssue(draft, "date", "dates-differ");
      event.confidence.date = Math.min(event.confidence.date ?? 1, 0.5);
    }
  for (const { value } of weekdays) {
    const [day, ...more] = weekdaysIn(textOf(value) ?? "");
    if (day === undefined || more.length > 0 || day === weekdayOf(event.date)) continue;
    addIssue(draft, "date", "weekday-mismatch");
    event.confidence.date = Math.min(event.confidence.date ?? 1, 0.5);
  }
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function checkOrder(draft: EntryDraft): void {
  const { event } = draft;
  const { date, time } = event;
  if (date !== null && event.endDate !== null && event.endDate < date) {
    addIssue(draft, "endDate", "end-before-start");
    event.endDate = null;
    event.confidence.endDate = 0;
  }
  if (
    date === null ||
    time === null ||
    event.endTime === null ||
    (event.endDate !== null && event.endDate !== date)
  )
    return;
  const length = minutes(event.endTime) - minutes(time);
  if (length > 0) return;
  if (length < 0 && length + 24 * 60 <= LONGEST_NIGHT) {
    event.endDate = addDays(date, 1);
    recordSource(
      draft,
      "endDate",
      0.9,
      event.origin.endTime
        ? { key: event.origin.endTime.key, value: event.origin.endTime.text }
        : null,
    );
    return;
  }
  if (length < 0) addIssue(draft, "endTime", "end-before-start");
  event.endTime = null;
  delete event.confidence.endTime;
}

function checkMonth(draft: EntryDraft): void {
  const { event, context } = draft;
  const first = event.date ?? "";
  const last = lastDayOf(event) ?? event.endDate ?? first;
  const { first: from, last: to } = requestedMonth(context.month);
  if (last < context.today) addIssue(draft, "date", "past");
  if (last < from || first > to) addIssue(draft, "date", "other-month");
  if (event.schedule === null && daysBetween(first, last) > LONG_RUN)
    addIssue(draft, "endDate", "long-run");
}
