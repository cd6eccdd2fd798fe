import { addDays, weekdayOf } from "../../../lib/dates/days";
import { isMonth, timeTable } from "./named-days";
import { type ReadTime, readTime, type TimeContext } from "./read-time";
import { joined, NameTable, type Span } from "./spans";
import type { When } from "./understood";

const split = (names: string) => names.split("|");

/** Words before a time that is not wanted. */
const BEFORE = split(
  "not|but not|except|except for|but|other than|anything but|excluding|exclude|any day but|any day except|every day but|every day except|" +
    "dont want|do not want|cant do|cannot do|can not do|cant make|cannot make|busy|no|not on|skip|avoid|" +
    "به‌جز|بجز|به جز|جز|غیر از|غیراز|به غیر از|بغیر از|نه|نمی‌خوام|نمیخوام|نمی‌خواهم|هر روز غیر از|هر روز به جز|" +
    "na|nemikham|bejoz|be joz|gheyr az|gheir az|ba joz|ба ҷуз|ғайр аз",
);
/** Words after a time that is not wanted. */
const AFTER = split(
  "نباشه|نباشد|نباشن|نباش|نه|نمی‌تونم|نمیتونم|نمی‌توانم|نمی‌تونیم|نمیتونیم|نمی‌شه|نمیشه|نمی‌خوام|نمیخوام|نمی‌رسم|نمیرسم|کار دارم|گرفتارم|" +
    "na|nabashe|nemitoonam|nemitunam|nemishe|набошад|не",
);
/** Words between both that mean nothing by themselves. */
const BETWEEN = new Set(
  split("on|in|at|the|for|during|any|روز|روزهای|روزای|برای|در|توی|تو|رو|را|ro"),
);
/** «نه» before these is nine: جمعه نه صبح، نه آذر. */
const NINE = new Set(["نه", "na"].map((word) => joined([word])));

/** "not Friday or Saturday": both. */
const OR = /^(?:or|and|nor|یا|و|ya|va)$/;

/** Longest words of a time: the first week of next month. */
const LONGEST = 5;
/** Where words stand is all that is asked of a time here. */
const ANYWHEN: TimeContext = { today: "2026-01-01", isThursdayWeekend: false };
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

let table: { before: NameTable<true>; after: NameTable<true> } | undefined;

function cues() {
  if (!table) {
    table = { before: new NameTable(), after: new NameTable() };
    for (const name of BEFORE) table.before.add(name, true);
    for (const name of AFTER) table.after.add(name, true);
  }
  return table;
}

/** A time that the words do not want, and the words that say so. */
export interface DeniedTime {
  time: Span;
  whole: Span;
}

type Within = (span: Span) => ReadTime | null;

/** The words of a time that begins, or ends, at the edge of a span; null where none does. */
function timeAtEdge(span: Span, within: Within, edge: "start" | "end"): Span | null {
  const last = span.start + span.length;
  const spans = within(span)?.spans.toSorted((a, b) => a.start - b.start) ?? [];
  if (edge === "end") spans.reverse();
  let [from, to] = edge === "start" ? [span.start, span.start] : [last, last];
  for (const { start, length } of spans) {
    if (edge === "start" && start === to) to += length;
    else if (edge === "end" && start + length === from) from = start;
  }
  return from === to ? null : { start: from, length: to - from };
}

/** Whether «نه» at a word is the number: of an hour, or of a day of a month. */
export function isNine(words: readonly string[], index: number): boolean {
  if (!NINE.has(words[index] ?? "")) return false;
  if (words[index - 1] === "ساعت") return true;
  const next = timeTable().get(words[index + 1] ?? "");
  return next !== undefined && ("daypart" in next || isMonth(next));
}

/**
 * The times that a query does not want: "not on Friday", «جمعه نباشه», "not this Friday, next
 * Friday".
 * @param text the query with ASCII digits
 */
export function findDeniedTimes(words: readonly string[], text: string): DeniedTime[] {
  const never = () => false;
  const found: DeniedTime[] = [];
  const within: Within = ({ start, length }) =>
    readTime(words, text, ANYWHEN, (index) => index < start || index >= start + length);
  for (let start = 0; start < words.length; start++) {
    if (isNine(words, start)) continue;
    const after = cues().after.longestAt(words, start, never);
    const stop = start - Number(BETWEEN.has(words[start - 1] ?? ""));
    const last = found.at(-1)?.whole;
    const first = Math.max(0, stop - LONGEST, last ? last.start + last.length : 0);
    const ended = after && timeAtEdge({ start: first, length: stop - first }, within, "end");
    if (ended) {
      const length = start + after.span.length - ended.start;
      found.push({ time: ended, whole: { start: ended.start, length } });
      continue;
    }
    const before = cues().before.longestAt(words, start, never);
    if (!before) continue;
    let from = start;
    let at = start + before.span.length;
    for (;;) {
      while (BETWEEN.has(words[at] ?? "")) at++;
      const length = Math.min(LONGEST, words.length - at);
      const time = timeAtEdge({ start: at, length }, within, "start");
      if (!time) break;
      at += time.length;
      found.push({ time, whole: { start: from, length: at - from } });
      from = at;
      if (!OR.test(words[at] ?? "")) break;
      at++;
    }
    start = Math.max(start, from - 1);
  }
  return found;
}

/** Days of the relative ranges that begin today. */
const DAYS_AHEAD: Readonly<Record<string, number>> = { today: 1, tonight: 1, week: 7, month: 30 };

/** The last day of a time that has begun; undefined for one that has not. */
function endOfCurrent({ preset, from, to }: When, today: string): string | undefined {
  if (preset === undefined) return from !== undefined && from <= today ? to : undefined;
  const days = DAYS_AHEAD[preset];
  return days === undefined ? undefined : addDays(today, days - 1);
}

/**
 * A time without the ones that are not wanted; null where no filter can say so, such as all days
 * but tomorrow.
 * @param time what else the words ask for
 */
function withoutTime(
  time: When | null,
  denied: When,
  { today, isThursdayWeekend }: TimeContext,
): When | null {
  const { preset, from, to, weekdays, hours } = denied;
  if (hours !== undefined && preset !== "tonight") return null;
  const isWeekend = preset === "weekend";
  const unwanted = isWeekend ? (isThursdayWeekend ? [4, 5] : [6, 7]) : (weekdays ?? []);
  if (unwanted.length > 0 && from === undefined) {
    const left = (time?.weekdays ?? EVERY_DAY).filter((day) => !unwanted.includes(day));
    const isThatDay =
      time?.from !== undefined && time.from === time.to && unwanted.includes(weekdayOf(time.from));
    return left.length === 0 || isThatDay ? null : { ...time, weekdays: left };
  }
  const last = endOfCurrent(denied, today);
  if (time === null) return last === undefined ? null : { from: addDays(last, 1) };
  const end = last ?? to;
  const isApart =
    (end !== undefined && time.from !== undefined && end < time.from) ||
    (from !== undefined && time.to !== undefined && time.to < from);
  return isApart ? time : null;
}

/**
 * What a query asks for without the times that it does not want, and the words of those that no
 * filter can leave out.
 */
export function withoutDenied(
  wanted: ReadTime | null,
  denied: readonly DeniedTime[],
  words: readonly string[],
  text: string,
  context: TimeContext,
): { time: ReadTime | null; leftOut: Span[] } {
  let time = wanted;
  const leftOut: Span[] = [];
  for (const { time: span, whole } of denied) {
    const isOutside = (index: number) => index < span.start || index >= span.start + span.length;
    const read = readTime(words, text, context, isOutside);
    const when = read && withoutTime(time?.when ?? null, read.when, context);
    if (when) time = { when, spans: [...(time?.spans ?? []), whole] };
    else leftOut.push(whole);
  }
  return { time, leftOut };
}
