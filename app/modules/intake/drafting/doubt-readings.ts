import { foldDigits, localDigits } from "../../../lib/text/digits";
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
const HOUR =
  /(?:(?<=(?:ساعت|از|at|from)\s?)|(?<=[,،]\s?))([\d۰-۹]{1,2}(?:[:٫][\d۰-۹]{2})?)(?![\d۰-۹:/])(?!\s?(?:صبح|عصر|شب|ظهر|بعد|[ap]\.?m))/iu;
const AMOUNT = /[\d۰-۹][\d۰-۹,٬٫.]*/u;
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

/** An hour before and after noon. */
function halvesOf(line: string): LineReading[] {
  const [, from] = HOUR.exec(line) ?? [];
  if (!from) return [];
  const [morning, evening] = PERSIAN.test(line) ? ["صبح", "بعدازظهر"] : ["am", "pm"];
  return [morning, evening].map((half) => ({ from, to: `${from} ${half}` }));
}

/** An amount in toman and in rials. */
function unitsOf(line: string): LineReading[] {
  const [from] = AMOUNT.exec(line) ?? [];
  if (!from) return [];
  const isSmall = Number(foldDigits(from).replace(/[^\d]/g, "")) < THOUSANDS;
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
