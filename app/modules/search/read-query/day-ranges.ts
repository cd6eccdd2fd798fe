import { addDays, monthOf, WEEK_LENGTH, weekdayOf } from "../../../lib/dates/days";
import { jalaliOf } from "../../../lib/dates/jalali";
import { lunarMonthFrom } from "../../../lib/dates/lunar";
import {
  dayNumber,
  dayNumberAt,
  dayOfMonth,
  isMonth,
  monthDays,
  namedDateAt,
  timeTable,
} from "./named-days";
import { AND, TO } from "./read-clock";
import { HAS_PERSIAN, type Span } from "./spans";
import type { When } from "./understood";

/**
 * Two day numbers of one month, rewritten as "20 to 25 dec": 20-25 dec, dec 20-25, dec 20 to 25;
 * null for other words.
 */
function spelledOut(
  words: readonly string[],
  start: number,
  text: string,
): { words: string[]; length: number } | null {
  const named = timeTable().longestAt(words, start, () => false);
  const isFirst = named !== null && isMonth(named.meaning);
  const at = start + (isFirst ? named.span.length : 0);
  const [one, next] = [dayNumber(words[at]), words[at + 1] ?? ""];
  const isSaid = isFirst && TO.test(next);
  const other = dayNumber(isSaid ? words[at + 2] : next);
  if (one === null || other === null || other <= one) return null;
  const isDash = new RegExp(`(?<![\\d-])${one}\\s?[-–—]\\s?${other}(?![\\d-])`).test(text);
  const month = words.slice(start, at).join(" ");
  if (HAS_PERSIAN.test(month) || !(isSaid || isDash)) return null;
  return {
    words: [`${one}`, "to", `${other}`, ...(isFirst ? [month] : words.slice(at + 2))],
    length: at - start + (isSaid ? 3 : 2),
  };
}

/**
 * Two days of months: 20 آذر تا 25 آذر, between 1 and 10 december, dec 20-25; null without them.
 * @param text the query with ASCII digits
 */
export function daysBetweenAt(
  words: readonly string[],
  start: number,
  today: string,
  text = "",
): (When & { span: Span }) | null {
  const spelled = spelledOut(words, start, text);
  const dashed = spelled && daysBetweenAt(spelled.words, 0, today);
  if (spelled && dashed) {
    // The rewritten form has one word more than was typed, unless the month comes first.
    const isFirst = dayNumber(words[start]) === null;
    const length = isFirst ? spelled.length : dashed.span.length - 1;
    return { ...dashed, span: { start, length } };
  }
  const isBetween = /^(?:between|from|بین|از)$/.test(words[start] ?? "");
  const at = start + Number(isBetween);
  const first = namedDateAt(words, at, today);
  const number = dayNumberAt(words, at);
  const end = first ? at + first.length : number ? at + number.length : at;
  const joint = words[end] ?? "";
  if (end === at || !(TO.test(joint) || (isBetween && AND.test(joint)))) return null;
  const last = namedDateAt(words, end + 1, today);
  if (!last) return null;
  const shared =
    first ??
    namedDateAt(
      [
        ...words.slice(at, end),
        ...words.slice(end + 1 + (dayNumberAt(words, end + 1)?.length ?? 0)),
      ],
      0,
      today,
    );
  if (!shared) return null;
  const numbers = [number, dayNumberAt(words, end + 1)].map((one) => one?.day ?? 0);
  const [one = 0, other = 0] = numbers;
  const from =
    first !== null || shared.day <= last.day
      ? shared.day
      : // On 3 Azar, "1 to 10 Azar" has begun. "28 to 5 Dey" begins in the month before.
        one <= other
        ? today
        : dayOfMonthBefore(last.day, other, one);
  if (from > last.day) return null;
  const span = { start, length: end + 1 + last.length - start };
  return { from, to: last.last ?? last.day, span };
}

/** The day with a number in the month before another day, in the calendar of that day's number. */
function dayOfMonthBefore(day: string, itsNumber: number, number: number): string {
  const calendar = jalaliOf(day).day === itsNumber ? "jalali" : "gregorian";
  const before = monthOf(addDays(monthOf(day, calendar).first, -1), calendar).first;
  return addDays(before, number - 1);
}

const NUMBER_NAMES = "one two three four five six seven eight nine ten".split(" ");
/** Days of each unit of time, and the slack of a distance in weeks or months. */
const UNITS_AHEAD: readonly (readonly [RegExp, days: number, slack: number])[] = [
  [/^(?:days?|روز|rooz|ruz|roz|рӯз)$/, 1, 0],
  [/^(?:weeks?|wks?|هفته|hafte|hafteh|ҳафта)$/, WEEK_LENGTH, 2],
  [/^(?:months?|mths?|ماه|mah|моҳ)$/, 30, 4],
];

/** Days by their distance: in 10 days, ten days from now, ده روز دیگه; the next 10 days. */
export function daysAheadAt(
  words: readonly string[],
  start: number,
  today: string,
): (When & { span: Span }) | null {
  const first = words[start] ?? "";
  const isNext = /^(?:next|coming)$/.test(first);
  const at = start + Number(isNext || first === "in" || first === "within");
  const name = NUMBER_NAMES.indexOf(words[at] ?? "") + 1;
  const number = name > 0 ? { day: name, length: 1 } : dayNumberAt(words, at);
  if (!number) return null;
  const unitAt = at + number.length;
  const unit = UNITS_AHEAD.find(([names]) => names.test(words[unitAt] ?? ""));
  if (!unit) return null;
  const [, days, slack] = unit;
  const after = words[unitAt + 1] ?? "";
  const isWithin = isNext || first === "within" || /^(?:آینده|اینده|اتی|ayande)$/.test(after);
  const isLater =
    first === "in" || /^(?:later|hence|دیگه|دیگر|بعد|بعدش|dige|digeh|bad|баъд)$/.test(after);
  const isFromNow = /^(?:from now|from today)$/.test(words.slice(unitAt + 1, unitAt + 3).join(" "));
  if (!isWithin && !isLater && !isFromNow) return null;
  const day = days * number.day;
  const behind = first === "in" || first === "within" || isNext ? 0 : isFromNow ? 2 : 1;
  return {
    from: addDays(today, isWithin ? 0 : day - slack),
    to: addDays(today, isWithin ? day : day + slack),
    span: { start, length: unitAt + 1 + behind - start },
  };
}

/** A weekday some weeks after the coming one: two weeks from saturday, a week on friday, friday week. */
export function weekdayAheadAt(
  words: readonly string[],
  start: number,
  today: string,
): (When & { span: Span }) | null {
  const weekdayAt = (at: number) => {
    const found = timeTable().longestAt(words, at, () => false);
    return found && "weekday" in found.meaning
      ? { ...found.span, day: found.meaning.weekday }
      : null;
  };
  const name = NUMBER_NAMES.indexOf(words[start] ?? "") + 1 || Number(words[start] === "a");
  const weeks = name || dayNumber(words[start]) || 0;
  const isCounted = weeks > 0 && /^(?:weeks?|wks?)$/.test(words[start + 1] ?? "");
  if (isCounted && !/^(?:from|after|on)$/.test(words[start + 2] ?? "")) return null;
  const at = start + (isCounted ? 3 : 0);
  const named = weekdayAt(at + Number(isCounted && /^(?:this|the|coming)$/.test(words[at] ?? "")));
  if (!named) return null;
  const end = named.start + named.length;
  const after = words.slice(end, end + 2).join(" ");
  const behind = isCounted ? 0 : after === "after next" ? 2 : /^week(?: |$)/.test(after) ? 1 : 0;
  if (!isCounted && behind === 0) return null;
  const ahead = (named.day - weekdayOf(today) + WEEK_LENGTH) % WEEK_LENGTH || WEEK_LENGTH;
  const day = addDays(today, ahead + WEEK_LENGTH * (isCounted ? weeks : 1));
  return { from: day, to: day, span: { start, length: end + behind - start } };
}

const WHICH = [
  /^(?:first|1st|اولین|avalin|aval)$/,
  /^(?:second|2nd|دومین|dovomin)$/,
  /^(?:third|3rd|سومین|sevomin)$/,
  /^(?:fourth|4th|چهارمین)$/,
];
const LAST_OF = /^(?:last|اخرین|akharin)$/;

/** A weekday of a month by its place in it: first friday of december, آخرین جمعه آذر; the coming one. */
export function weekdayOfMonthAt(
  words: readonly string[],
  start: number,
  today: string,
): (When & { span: Span }) | null {
  const word = words[start] ?? "";
  const which = WHICH.findIndex((names) => names.test(word));
  if (which < 0 && !LAST_OF.test(word)) return null;
  const never = () => false;
  const weekday = timeTable().longestAt(words, start + 1, never);
  if (!weekday || !("weekday" in weekday.meaning)) return null;
  let at = start + 1 + weekday.span.length;
  while (/^(?:of|in|the|ماه)$/.test(words[at] ?? "")) at++;
  const month = timeTable().longestAt(words, at, never);
  if (!month || !isMonth(month.meaning) || "lunarMonth" in month.meaning) return null;
  const calendar = "jalaliMonth" in month.meaning ? "jalali" : "gregorian";
  const { weekday: wanted } = weekday.meaning;
  const dayIn = (within: string) => {
    const { first, last } = monthOf(within, calendar);
    const ahead = (wanted - weekdayOf(first) + WEEK_LENGTH) % WEEK_LENGTH;
    return which < 0
      ? addDays(last, -((weekdayOf(last) - wanted + WEEK_LENGTH) % WEEK_LENGTH))
      : addDays(first, ahead + WEEK_LENGTH * which);
  };
  const current = monthDays(month.meaning, today)?.from;
  if (!current) return null;
  const day = dayIn(current);
  const end = at + month.span.length;
  return day < today ? null : { from: day, to: day, span: { start, length: end - start } };
}

/** First and last day of each part of a month; negative numbers count from its end. */
const MONTH_PARTS: Record<string, readonly [number, number]> = {
  "day-1": [1, 1],
  first: [1, 10],
  middle: [11, 20],
  last: [-10, -1],
  "last-day": [-1, -1],
  "half-1": [1, 15],
  "half-2": [16, -1],
  "third-3": [21, -1],
  "week-1": [1, 7],
  "week-2": [8, 14],
  "week-3": [15, 21],
  "week-4": [-7, -1],
};

/** A part of a month: آخر آذر, first week of December; null where no month follows. */
export function monthPartAt(
  words: readonly string[],
  start: number,
  today: string,
): (When & { span: Span }) | null {
  const never = () => false;
  const part = timeTable().longestAt(words, start, never);
  const ends = part && "monthPart" in part.meaning ? MONTH_PARTS[part.meaning.monthPart] : null;
  if (!part || !ends) return null;
  let at = start + part.span.length;
  while (/^(?:of|the|ماه|month)$/.test(words[at] ?? "")) at++;
  const month = timeTable().longestAt(words, at, never);
  if (!month) return null;
  const first = dayOfMonth(month.meaning, 1, null, today);
  // The current month began before today.
  const current = monthDays(month.meaning, today);
  if (!current?.from || first === null) return null;
  const calendar = "jalaliMonth" in month.meaning ? "jalali" : "gregorian";
  const whole =
    "lunarMonth" in month.meaning
      ? lunarMonthFrom(today, month.meaning.lunarMonth)
      : monthOf(current.from, calendar);
  const dayOf = (number: number) =>
    number > 0 ? addDays(whole.first, number - 1) : addDays(whole.last, number + 1);
  // In Iran a lunar day may be the next one.
  const later = Number("lunarMonth" in month.meaning);
  const [from, to] = [dayOf(ends[0]), addDays(dayOf(ends[1]), later)];
  const end = at + month.span.length + Number(words[at + month.span.length] === "ماه");
  return to < today ? null : { from, to, span: { start, length: end - start } };
}
