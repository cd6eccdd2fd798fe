import { foldDigits, localDigits } from "../../../lib/text/digits";
import { foldWords } from "../text/fold-words";
import { type Calendar, dayOf, isJalaliYear, requestedMonth } from "./calendar-days";
import { GREGORIAN_MONTHS, JALALI_MONTHS, monthPattern } from "./calendar-words";

/** A day that a text names and its calendar lacks, in the text's script. */
export interface ImpossibleDay {
  /** "30 Esfand", «۳۰ اسفند» */
  day: string;
  year: string;
}

const CALENDARS = [
  ["jalali", JALALI_MONTHS],
  ["gregorian", GREGORIAN_MONTHS],
] as const;
const NUMERIC = /(?<!\d)(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?!\d)/;

/** A month's name in a script, from the table of its names. */
function monthName(names: string, isPersian: boolean): string {
  const name = names.split(" ").find((one) => /[\u0600-\u06ff]/.test(one) === isPersian) ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * The first day of a text that its year does not have: 30 Esfand 1405. Without a year the next such
 * month is meant. @param today YYYY-MM-DD
 */
export function impossibleDay(text: string, today: string): ImpossibleDay | null {
  const isPersian = /[\u0600-\u06ff]|[۰-۹]/.test(text);
  const folded = foldWords(text);
  const written = (month: string, day: number, year: number): ImpossibleDay => {
    const digits = (value: number) => localDigits(String(value), isPersian ? "fa" : "en");
    return { day: `${digits(day)} ${monthName(month, isPersian)}`, year: digits(year) };
  };
  const numeric = NUMERIC.exec(foldDigits(folded));
  if (numeric) {
    const [year = 0, month = 0, day = 0] = numeric.slice(1).map(Number);
    const calendar = isJalaliYear(year) ? "jalali" : "gregorian";
    const names = (calendar === "jalali" ? JALALI_MONTHS : GREGORIAN_MONTHS)[month - 1];
    if (names && dayOf(year, month, day, calendar) === null) return written(names, day, year);
  }
  for (const [calendar, table] of CALENDARS)
    for (const [place, names] of table.entries()) {
      const name = monthPattern([names]);
      const found = new RegExp(
        `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|م)?(?: of)? ?(?:${name})(?!\\p{L})(?:(?: ماه)?,? (\\d{4}))?|(?<!\\p{L})(?:${name}) (\\d{1,2})(?!\\d|:)(?:st|nd|rd|th)?(?:,? (\\d{4}))?`,
        "u",
      ).exec(folded);
      if (!found) continue;
      const day = Number(found[1] ?? found[3]);
      const year = Number(found[2] ?? found[4]) || yearOf(place + 1, calendar, today);
      if (day > 0 && dayOf(year, place + 1, day, calendar) === null)
        return written(names, day, year);
    }
  return null;
}

/** The year of the next such month. */
function yearOf(month: number, calendar: Calendar, today: string): number {
  const near = requestedMonth(today.slice(0, 7));
  const year = calendar === "jalali" ? near.jalaliYear : near.year;
  const last = dayOf(year, month, 28, calendar);
  return last !== null && last < today ? year + 1 : year;
}
