import { isMonth, timeTable } from "./named-days";
import type { Span } from "./spans";
import { AFTER_WORDS, BEFORE_WORDS } from "./time-words";
import { DAYPARTS, type When } from "./understood";

const HOUR = 60;

/** Words between two days or times, and between the ends of a range. */
export const [AND, TO] = [/^(?:and|و)$/, /^(?:to|till|until|through|thru|تا|الی|ta)$/];

/** Hours "at night" below this are before dawn. */
const NIGHT_OVER = 5;

/** A time of the clock, minutes since midnight, and the words that it covers. */
interface ClockSpan extends Span {
  minutes: number;
  isMarked: boolean;
  /** Whether the words state the half of the day: 10pm, ۱۰ شب, 22:00. */
  isHalfSaid: boolean;
}

/**
 * A time of the clock: 8pm, 8 pm, 20:00, ساعت ۸ شب. Hours up to 11 without a.m. or صبح are those of
 * the evening.
 */
function clockAt(words: readonly string[], start: number, text: string): ClockSpan | null {
  let at = start;
  const isNamed = words[at] === "ساعت";
  if (isNamed) at++;
  const [, digits = "", joined = ""] = /^(\d{1,2})(am|pm)?$/.exec(words[at] ?? "") ?? [];
  if (digits === "") return null;
  let hour = Number(digits);
  at++;
  let minute = 0;
  const next = words[at] ?? "";
  const isColon = /^\d{2}$/.test(next) && new RegExp(`(?<!\\d)${digits}:${next}(?!\\d)`).test(text);
  if (isColon) {
    minute = Number(next);
    at++;
  }
  let marker = joined;
  const spoken = /^(?:in the (morning|afternoon|evening)|at night|[ap] m)\b/.exec(
    words.slice(at, at + 3).join(" "),
  );
  if (!marker && /^(?:am|pm|شب|عصر|صبح|ظهر|oclock|بعدازظهر)$/.test(words[at] ?? ""))
    marker = words[at++] ?? "";
  else if (!marker && spoken) {
    marker = /^a m|morning/.test(spoken[0]) ? "am" : spoken[0] === "at night" ? "شب" : "pm";
    at += spoken[0].split(" ").length;
  } else if (!marker && words.slice(at, at + 3).join("") === "بعدازظهر") {
    marker = "pm";
    at += 3;
  }
  if (hour > 24 || minute > 59) return null;
  // Twelve at night is midnight, and two at night is before dawn; eleven at noon is before it.
  const isMorning = marker === "am" || marker === "صبح";
  if (isMorning || marker === "شب" ? hour % 12 === 0 : hour === 24) hour = 0;
  const isAsSaid =
    isMorning ||
    (marker === "شب" && hour < NIGHT_OVER) ||
    (marker === "ظهر" && hour > NIGHT_OVER) ||
    (isColon && digits.length === 2 && marker === "");
  if (!isAsSaid && hour < 12 && Number(digits) !== 24) hour += 12;
  return {
    start,
    length: at - start,
    minutes: hour * HOUR + minute,
    isMarked: isNamed || marker !== "" || isColon,
    isHalfSaid:
      (marker !== "" && marker !== "oclock") || Number(digits) > 12 || Number(digits) === 0,
  };
}

const BETWEEN_HOURS = new Set(["between", "from", "بین", "از", "az", "beyn", "beine"]);
const [NOON, DAY] = [12 * HOUR, 24 * HOUR];

/**
 * Two times of the clock: between 5 and 7pm, ساعت ۶ تا ۸ شب, 5-7pm. The first is of the same half of
 * the day where it does not say, and the second follows it.
 */
function hoursBetweenAt(
  words: readonly string[],
  start: number,
  text: string,
): (Span & { hours: When["hours"] }) | null {
  const isBetween = BETWEEN_HOURS.has(words[start] ?? "");
  const first = clockAt(words, start + Number(isBetween), text);
  if (!first) return null;
  let at = first.start + first.length;
  const joint = words[at] ?? "";
  if (TO.test(joint) || (isBetween && AND.test(joint))) at++;
  else if (
    !new RegExp(`(?:\\d|[ap]m)\\s?[-–—]\\s?${joint.replace(/\D/g, "")}(?!\\d)`, "i").test(text)
  )
    return null;
  const last = clockAt(words, at, text);
  if (!last || !(first.isMarked || last.isMarked)) return null;
  let [from, before] = [first.minutes, last.minutes];
  if (!first.isHalfSaid && from >= before && from - NOON < before && from >= NOON) from -= NOON;
  if (first.isHalfSaid && last.isHalfSaid && before <= from) before += DAY;
  if (before <= from) before += before + NOON > from ? NOON : DAY;
  return { start, length: last.start + last.length - start, hours: { from, before } };
}

/** Words behind a number that is no hour: «بعد از ۶ ماه». */
const COUNTED =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|سال|ماه|هفته|روز|ساعت|دقیقه|نفر|هزار|میلیون|تومن|تومان)$/;

/** A bound of the time of day: after 8pm, بعد از ساعت ۸ شب, before 18:00, at 8pm. */
export function hoursAt(
  words: readonly string[],
  start: number,
  text: string,
): (Span & { hours: When["hours"] }) | null {
  const between = hoursBetweenAt(words, start, text);
  if (between) return between;
  const word = words[start] ?? "";
  const isAfter = AFTER_WORDS.has(word);
  const isBefore = BEFORE_WORDS.has(word);
  let at = isAfter || isBefore || word === "at" || word === "در" ? start + 1 : start;
  if (at > start && (words[at] === "از" || words[at] === "the")) at++;
  const clock = clockAt(words, at, text);
  if (!clock || (!clock.isMarked && !/^(?:after|بعد|پس)$/.test(word))) return null;
  const behind = words[at + clock.length] ?? "";
  if (!clock.isMarked && (COUNTED.test(behind) || isMonth(timeTable().get(behind)))) return null;
  const span = { start, length: at - start + clock.length };
  if (isAfter) {
    // A time after midnight belongs to the night at the end of the day.
    const from = clock.minutes + (clock.minutes < NIGHT_END ? DAY : 0);
    return { ...span, hours: { from, before: Math.max(DAYPARTS.night.before, from + HOUR) } };
  }
  if (isBefore) return { ...span, hours: { from: NIGHT_END, before: clock.minutes } };
  return { ...span, hours: { from: clock.minutes, before: clock.minutes + HOUR } };
}

/** End of the night, minutes since midnight: "before 8" begins here. */
const NIGHT_END = DAYPARTS.night.before - DAY;
