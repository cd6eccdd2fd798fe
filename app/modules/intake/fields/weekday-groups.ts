import { wholeWord } from "../text/fold-words";
import { GREGORIAN_MONTHS, JALALI_MONTHS, monthPattern } from "./calendar-words";
import { weekdayWords } from "./read-date";
import * as words from "./series-words";

const WORKDAYS = { IR: [6, 7, 1, 2, 3], other: [1, 2, 3, 4, 5] };
const WEEKENDS = { IR: [4, 5], other: [6, 7] };
const IS_WORKDAYS = wholeWord(words.WORKDAYS, "u");
const IS_WEEKENDS = wholeWord(words.WEEKENDS, "u");
const LINK = /^[\s,]*(?:–|-|to|through|thru|till|until|تا|الی|لغایت)\s*$/u;
const HOURS_LISTED = new RegExp(
  `ساعت(?: ?های|ات)? ?(\\d{1,2}(?::\\d\\d)?) و (\\d{1,2}(?::\\d\\d)?)(?!\\d|\\s?(?:${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS)})(?!\\p{L}))`,
  "gu",
);

/** A text with a part replaced by spaces, so that positions stay. */
export const blanked = (text: string, from: number, to: number): string =>
  text.slice(0, from) + " ".repeat(to - from) + text.slice(to);

/** Takes the first match out of a text, which keeps its length. */
export function taken(
  text: string,
  pattern: RegExp,
): { match: RegExpExecArray | null; rest: string } {
  const match = pattern.exec(text);
  return { match, rest: match ? blanked(text, match.index, match.index + match[0].length) : text };
}

/** Hours that lack their mark: "Tue 10–19", "at 5 and 8 pm", «ساعت ۱۷ و ۲۰». */
export function withMarkedHours(text: string): string {
  return (
    text
      .replace(/(?<![\p{L}\d:])(\d{1,2}) ?(?:and|&) ?(\d{1,2}) ?([ap])\.?m\.?/gu, "$1 $3m & $2 $3m")
      .replace(HOURS_LISTED, "ساعت $1 ، ساعت $2")
      // «هر شب ساعت ۲۰»: the night is no part of the hour.
      .replace(/هر ?شب(?=,? ساعت (?:1[3-9]|2\d))/gu, "هر روز")
      .replace(
        /(\p{L}{3,}|ها) ?,? (\d{1,2}) ?(?:–|-|تا|to) ?(\d{1,2})(?![\d:./]|st|nd|rd|th| ?[ap]\.?m)(?=\s*(?:[;,،()]|$|until|till|through|from|تا|از|closed|تعطیل))/gu,
        (whole, word: string, from: string, to: string) =>
          /^(?:ages?|aged|kids|children|years?|سن|سنین|کودکان|ها?ی? ?سن)$/u.test(word) ||
          // "۴ تا ۸" may be of the afternoon.
          (Number(from) < 8 && Number(to) <= 12) ||
          Number(from) > 24 ||
          Number(to) > 24 ||
          new RegExp(`^(?:${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS)})$`, "u").test(word)
            ? whole
            : `${word} ${from.padStart(2, "0")}:00 – ${to.padStart(2, "0")}:00`,
      )
  );
}

/** Weekdays that a text names together, and where. */
export interface WeekdayGroup {
  days: number[];
  at: number;
  to: number;
}

/** No weekdays, before all others. */
export const NO_GROUP: WeekdayGroup = { days: [], at: -1, to: -1 };

/** Weekdays of a text, ranges written out. */
export function weekdayGroups(folded: string, country: string) {
  const { rest, words: found } = weekdayWords(folded);
  const groups: WeekdayGroup[] = [];
  let hasRange = false;
  for (let place = 0; place < found.length; place += 1) {
    const [one, next] = [found[place], found[place + 1]];
    if (!one) break;
    if (next && LINK.test(folded.slice(one.at + one.word.length, next.at))) {
      hasRange = true;
      const length = ((next.day - one.day + 7) % 7) + 1;
      groups.push({
        at: one.at,
        to: next.at + next.word.length,
        days: Array.from({ length }, (_, day) => ((one.day - 1 + day) % 7) + 1),
      });
      place += 1;
    } else groups.push({ at: one.at, to: one.at + one.word.length, days: [one.day] });
  }
  const isPlural = found.some(
    ({ word }) => /days$|ها?ی?$/u.test(word) && !/شنبه$|جمعه$|الجمعه$|آدینه$/u.test(word),
  );
  const local = country === "IR" ? ("IR" as const) : ("other" as const);
  const named = [
    [IS_WORKDAYS, WORKDAYS[local]],
    [IS_WEEKENDS, WEEKENDS[local]],
  ] as const;
  let isNamed = false;
  let left = rest;
  for (const [pattern, days] of named) {
    const { match, rest: without } = taken(left, pattern);
    if (!match || /(?:this|next|این) $/u.test(left.slice(0, match.index))) continue;
    left = without;
    isNamed = true;
    groups.push({ at: match.index, to: match.index + match[0].length, days });
  }
  groups.sort((a, b) => a.at - b.at);
  return { rest: left, groups, hasRange, isPlural: isPlural || isNamed };
}
