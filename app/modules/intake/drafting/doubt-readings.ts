import { foldDigits, localDigits } from "../../../lib/text/digits";
import { GREGORIAN_MONTHS, JALALI_MONTHS, monthPattern } from "../fields/calendar-words";
import type { IssueCode } from "../issue-table";

/** One way to read doubtful words of a line: the words, and what they would be in full. */
export interface LineReading {
  from: string;
  to: string;
}

const PERSIAN = /[\u0600-\u06ff]/u;
const MONTHS = {
  en: "January February March April May June July August September October November December",
  fa: "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
};
const SLASHED = /([\d۰-۹]{1,2})\/([\d۰-۹]{1,2})\/([\d۰-۹]{4})/u;
/** Behind a day of a month, alone or in a list: «از ۸ آذر», «۸ تا ۱۲ آذر». */
const OF_MONTH = new RegExp(
  `^[\\s\\d۰-۹]*(?:(?:تا|الی|و|to|and|–|-)[\\s\\d۰-۹]+)?(?:${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS)})(?!\\p{L})`,
  "iu",
);
const HOUR =
  /(?:(?<=(?:ساعت|از|at|from)\s?)|(?<=[,،]\s?))([\d۰-۹]{1,2}(?:[:٫][\d۰-۹]{2})?)(?![\d۰-۹:/])(?!\s?(?:صبح|عصر|شب|ظهر|بعد|[ap]\.?m))/giu;
const AMOUNT = /[\d۰-۹](?:[\d۰-۹,٬٫.]*[\d۰-۹])?/gu;
const IS_HOUR_BEFORE = /(?:ساعت|at|from|از ساعت)\s?$/iu;
const IS_PRICE_BEFORE =
  /(?:ورودی(?:ه)?|بلی[تط]|قیمت|نفری|هزینه|بها(?:ی)?|شهریه|price|tickets?|entry|entrance|admission)[^\d۰-۹]{0,16}$/iu;
/** Toman amounts below this are thousands. */
const THOUSANDS = 10_000;

/** Both days of "3/5/2027" in words. */
function daysOf(line: string): LineReading[] {
  const [from, a = "", b = "", year = ""] = SLASHED.exec(line) ?? [];
  if (!from) return [];
  const months = MONTHS[PERSIAN.test(line) ? "fa" : "en"].split(" ");
  return [
    [a, b],
    [b, a],
  ].flatMap(([day = "", month = ""]) => {
    const name = months[Number(foldDigits(month)) - 1];
    return name ? { from, to: `${Number(foldDigits(day))} ${name} ${foldDigits(year)}` } : [];
  });
}

/** Words of a line that stand first where they are: with the word before where a figure stands earlier too. */
const firstAt = (line: string, index: number, figure: string): string =>
  line.indexOf(figure) === index
    ? figure
    : `${/\S+\s*$/u.exec(line.slice(0, index))?.[0] ?? ""}${figure}`;

/** An hour before and after noon. */
function halvesOf(line: string): LineReading[] {
  const match = [...line.matchAll(HOUR)].find(
    ({ index, 1: hour = "" }) =>
      Number.parseInt(foldDigits(hour), 10) <= 12 &&
      !OF_MONTH.test(line.slice(index + hour.length)),
  );
  if (!match?.[1]) return [];
  const from = firstAt(line, match.index, match[1]);
  const [morning, evening] = PERSIAN.test(line) ? ["صبح", "بعدازظهر"] : ["am", "pm"];
  return [morning, evening].map((half) => ({ from, to: `${from} ${half}` }));
}

/** An amount in toman and in rials. */
function unitsOf(line: string): LineReading[] {
  // Days and hours of the line are no amounts.
  const amounts = [...line.matchAll(AMOUNT)].flatMap(({ 0: figure, index }) => {
    const [before, after] = [line.slice(0, index), line.slice(index + figure.length)];
    const isOther = IS_HOUR_BEFORE.test(before) || /^[:٫]/u.test(after) || OF_MONTH.test(after);
    return isOther ? [] : [{ figure, index, isPriced: IS_PRICE_BEFORE.test(before) }];
  });
  const amount = amounts.find(({ isPriced }) => isPriced) ?? amounts[0];
  if (!amount) return [];
  const from = firstAt(line, amount.index, amount.figure);
  const isSmall = Number(foldDigits(amount.figure).replace(/[^\d]/g, "")) < THOUSANDS;
  const [thousand, ...units] = PERSIAN.test(line)
    ? ["هزار", "تومان", "ریال"]
    : ["thousand", "toman", "rials"];
  return units.map((unit) => ({
    from,
    to: [from, ...(isSmall ? [thousand] : []), unit].join(" "),
  }));
}

const READINGS: Partial<Record<IssueCode, (line: string) => LineReading[]>> = {
  "ambiguous-date": daysOf,
  "am-or-pm": halvesOf,
  "unit-unclear": unitsOf,
};

/** The two ways to read a doubtful line, for one tap; none where the doubt is of another kind. */
export function lineReadings(code: IssueCode, line: string): LineReading[] {
  const readings = READINGS[code]?.(line) ?? [];
  return readings.length === 2
    ? readings.map(({ from, to }) => ({
        from,
        to: /[۰-۹]/u.test(line) ? localDigits(to, "fa") : to,
      }))
    : [];
}
