import { addDays, weekdayOf } from "../../../lib/dates/days";
import { isMonth, timeTable } from "./named-days";
import { type ReadTime, readTime, type TimeContext } from "./read-time";
import { NameTable, type Span } from "./spans";
import type { When } from "./understood";

const split = (names: string) => names.split("|");

/** Words before what is not wanted, of times and of all else. */
export const NEGATIONS: readonly string[] = split(
  "not|but not|except|except for|other than|anything but|excluding|exclude|dont want|do not want|no|skip|avoid|neither|" +
    "به‌جز|بجز|به جز|غیر از|غیراز|به غیر از|بغیر از|نه|bejoz|be joz|gheyr az|gheir az|ба ҷуз|ғайр аз|ба ғайр аз|ба ғайри",
);
/** Words before a time alone that is not wanted. */
const BEFORE = split(
  "any day but|any day except|every day but|every day except|cant do|cannot do|can not do|cant make|cannot make|" +
    "im busy|im busy on|i am busy|we are busy|busy on|not on|هر شب جز|هر روز جز|همه روزها جز|هر روز غیر از|هر روز به جز|" +
    "نمی‌خوام|نمیخوام|نمی‌خواهم|na|nemikham|ba joz|without|minus|apart from|aside from|بدون|غیر|به غیر|سوای|منهای|الا|به استثنای|bedoone|bedune|menhaye|ҷуз|ғайри|бе",
);
/** Words after what is not wanted, of times and of all else. */
export const NEGATED: readonly string[] = split("نباشه|نباشد|نباشن|نباش|nabashe|набошад");
/** Words after a time alone that is not wanted. */
const AFTER = split("نه|کار دارم|گرفتارم|na|не");
/** The same, where nothing but another time follows: «جمعه نمی‌خوام تنها باشم» wants Friday. */
const LAST = split(
  "نمی‌تونم|نمیتونم|نمی‌توانم|نمی‌تونیم|نمیتونیم|نمی‌شه|نمیشه|نمی‌خوام|نمیخوام|نمی‌رسم|نمیرسم|nemitoonam|nemitunam|nemishe|намехоҳам",
);
/** Words before "not" that ask for what follows: why not tonight. */
const ASKING = new Set(split("why|if|isnt|arent|not|too|چرا|اگه|اگر"));
/** Words between both that mean nothing by themselves. */
const BETWEEN = new Set(
  split("on|in|at|the|for|during|any|شب|روز|روزهای|روزای|برای|در|توی|تو|رو|را|ro"),
);
/** Words that may be nine: جمعه نه صبح، نه آذر، شنبه نه تا یازده. */
const NINE = new Set(["نه", "na"]);
const BEHIND_NINE = new Set(split("تا|الی|نفر|و|به"));

/** "not Friday or Saturday": both. */
const OR = /^(?:or|and|nor|یا|و|ya|va)$/;

/** The filter that a word names: beside a city a short form is a day that is not wanted. */
type NameAt = NonNullable<Parameters<typeof readTime>[4]>;

/** Longest words of a time: the first week of next month. */
const LONGEST = 5;
/** Where words stand is all that is asked of a time here. */
const ANYWHEN: TimeContext = { today: "2026-01-01", isThursdayWeekend: false };
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

let table: { before: NameTable<true>; after: NameTable<"anywhere" | "last"> } | undefined;

function cues() {
  if (!table) {
    table = { before: new NameTable(), after: new NameTable() };
    for (const name of [...NEGATIONS, ...BEFORE]) table.before.add(name, true);
    for (const name of [...NEGATED, ...AFTER]) table.after.add(name, "anywhere");
    for (const name of LAST) table.after.add(name, "last");
  }
  return table;
}

/** A time that the words do not want, and the words that say so. */
export interface DeniedTime {
  time: Span;
  whole: Span;
}

type Within = (span: Span) => ReadTime | null;

const isDay = (read: ReadTime | null) =>
  read !== null && ["preset", "from", "weekdays"].some((key) => key in read.when);

/**
 * The words of the one time that begins, or ends, at the edge of a span; null where none does. Of two
 * days side by side it is the first: "not today, tomorrow".
 */
function timeAtEdge(span: Span, within: Within, edge: "start" | "end"): Span | null {
  const last = span.start + span.length;
  const spans = within(span)?.spans.toSorted((a, b) => a.start - b.start) ?? [];
  if (edge === "end") spans.reverse();
  let [from, to] = edge === "start" ? [span.start, span.start] : [last, last];
  let days = 0;
  for (const part of spans) {
    const isBeside = edge === "start" ? part.start === to : part.start + part.length === from;
    if (!isBeside) continue;
    days += Number(isDay(within(part)));
    if (days > 1) break;
    if (edge === "start") to += part.length;
    else from = part.start;
  }
  return from === to ? null : { start: from, length: to - from };
}

/** Whether «نه» at a word is the number: of an hour, or of a day of a month. */
export function isNine(words: readonly string[], index: number): boolean {
  if (!NINE.has(words[index] ?? "")) return false;
  if (words[index - 1] === "ساعت") return true;
  const following = words[index + 1] ?? "";
  if (BEHIND_NINE.has(following)) return true;
  const next = timeTable().get(following);
  return next !== undefined && ("daypart" in next || isMonth(next));
}

/**
 * The times that a query does not want: "not on Friday", «جمعه نباشه», "not this Friday, next
 * Friday".
 * @param text the query with ASCII digits
 * @param nameAt as for `readTime`
 */
export function findDeniedTimes(
  words: readonly string[],
  text: string,
  nameAt: NameAt,
): DeniedTime[] {
  const never = () => false;
  const found: DeniedTime[] = [];
  const within: Within = ({ start, length }) =>
    readTime(words, text, ANYWHEN, (index) => index < start || index >= start + length, nameAt);
  const timeFrom = (start: number) =>
    timeAtEdge({ start, length: Math.min(LONGEST, words.length - start) }, within, "start");
  for (let start = 0; start < words.length; start++) {
    if (isNine(words, start)) continue;
    const after = cues().after.longestAt(words, start, never);
    const stops = BETWEEN.has(words[start - 1] ?? "") ? [start, start - 1] : [start];
    const last = found.at(-1)?.whole;
    const first = Math.max(0, start - 1 - LONGEST, last ? last.start + last.length : 0);
    const behind = start + (after?.span.length ?? 0);
    const isHeard =
      after !== null &&
      (after.meaning === "anywhere" || behind === words.length || timeFrom(behind) !== null);
    const ended =
      isHeard &&
      stops
        .map((stop) => timeAtEdge({ start: first, length: stop - first }, within, "end"))
        .find((time) => time !== null);
    if (ended && after) {
      const length = start + after.span.length - ended.start;
      found.push({ time: ended, whole: { start: ended.start, length } });
      continue;
    }
    const before = cues().before.longestAt(words, start, never);
    if (!before || ASKING.has(words[start - 1] ?? "")) continue;
    let from = start;
    let at = start + before.span.length;
    for (;;) {
      let time = timeFrom(at);
      while (!time && BETWEEN.has(words[at] ?? "")) time = timeFrom(++at);
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

/** The days of a time, both inclusive; null where its words do not name them. */
function daysOf({ preset, from, to }: When, today: string): { from: string; to: string } | null {
  if (from !== undefined && to !== undefined) return { from, to };
  const day = preset === "tomorrow" ? addDays(today, 1) : today;
  const days = preset === "tomorrow" ? 1 : DAYS_AHEAD[preset ?? ""];
  return days === undefined ? null : { from: day, to: addDays(day, days - 1) };
}

/** The weekdays that are left of a time; null where that is none of its days. */
function withoutWeekdays(
  time: When | null,
  unwanted: readonly number[],
  { today, isThursdayWeekend }: TimeContext,
): When | null {
  const left = (time?.weekdays ?? EVERY_DAY).filter((day) => !unwanted.includes(day));
  const days = time && daysOf(time, today);
  const isThatDay = days && days.from === days.to && unwanted.includes(weekdayOf(days.from));
  const weekend = isThursdayWeekend ? [4, 5] : [6, 7];
  const isThatWeekend =
    time?.preset === "weekend" && weekend.every((day) => unwanted.includes(day));
  return left.length === 0 || isThatDay || isThatWeekend ? null : { ...time, weekdays: left };
}

/**
 * A time without the one that is not wanted; null where no filter can say so, such as all days but
 * tomorrow.
 * @param time what else the words ask for
 */
function withoutTime(time: When | null, denied: When, context: TimeContext): When | null {
  const { preset, from, weekdays, hours } = denied;
  const { today, isThursdayWeekend } = context;
  if (hours !== undefined && preset !== "tonight") return null;
  if (preset === "weekend")
    return withoutWeekdays(time, isThursdayWeekend ? [4, 5] : [6, 7], context);
  if (weekdays && from === undefined) return withoutWeekdays(time, weekdays, context);
  const days = daysOf(denied, today);
  if (days === null) return null;
  if (time === null) return days.from <= today ? { from: addDays(days.to, 1) } : null;
  const wanted = daysOf(time, today);
  return wanted && (days.to < wanted.from || wanted.to < days.from) ? time : null;
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
  nameAt: NameAt,
): { time: ReadTime | null; leftOut: Span[] } {
  let time = wanted;
  const leftOut: Span[] = [];
  for (const { time: span, whole } of denied) {
    const isOutside = (index: number) => index < span.start || index >= span.start + span.length;
    const read = readTime(words, text, context, isOutside, nameAt);
    const when = read && withoutTime(time?.when ?? null, read.when, context);
    if (when) time = { when, spans: [...(time?.spans ?? []), whole] };
    else leftOut.push(whole);
  }
  return { time, leftOut };
}
