import { remembered } from "../runtime/remembered";
import { addDays, WEEK_LENGTH, weekdayOf } from "./days";
import { jalaliOf } from "./jalali";
import { lunarOf } from "./lunar";

/** Public holidays of Iran on fixed Solar Hijri days, by "month-day". */
const IRAN = {
  "1-1": "nowruz",
  "1-2": "nowruzDays",
  "1-3": "nowruzDays",
  "1-4": "nowruzDays",
  "1-12": "republic",
  "1-13": "sizdah",
  "3-14": "khordad14",
  "3-15": "khordad15",
  "11-22": "revolution",
  "12-29": "oil",
} as const;
/**
 * Public holidays of Iran on days of the lunar calendar, by "month-day". The last of Safar is its
 * 29th or 30th.
 */
const LUNAR = {
  "1-9": "tasua",
  "1-10": "ashura",
  "2-20": "arbaeen",
  "2-28": "safar28",
  "2-30": "safarLast",
  "3-8": "rabi8",
  "3-17": "rabi17",
  "6-3": "jumada3",
  "7-13": "fathers",
  "7-27": "mabath",
  "8-15": "shaban15",
  "9-21": "ramadan21",
  "10-1": "fitr",
  "10-2": "fitr",
  "10-25": "shawwal25",
  "12-10": "adha",
  "12-18": "ghadir",
} as const;
/** Named days in Iran that are not holidays, by "month-day" of both calendars. */
const OBSERVED = { "2-12": "teachers", "9-16": "students" } as const;
const OBSERVED_LUNAR = { "6-20": "mothers" } as const;
/** Days that Iranians celebrate in every country, by "month-day" of the Solar Hijri calendar. */
const KEPT = {
  "1-1": "nowruz",
  "1-13": "sizdah",
  "4-13": "tirgan",
  "7-16": "mehregan",
  "9-30": "yalda",
  "11-10": "sadeh",
} as const;
/** Named days of every country, by "month-day" of the Gregorian calendar. */
const WORLD = { "01-01": "newYear", "03-08": "womens", "12-25": "christmas" } as const;
/** Holidays on which venues of most other countries are closed. */
const ELSEWHERE = new Set(["01-01", "12-25"]);

type Names<T> = T[keyof T];
/** Key of a named day; `calendar:named` has the texts. */
type NamedDay =
  | Names<typeof IRAN>
  | Names<typeof LUNAR>
  | Names<typeof OBSERVED>
  | Names<typeof OBSERVED_LUNAR>
  | Names<typeof KEPT>
  | Names<typeof WORLD>
  | "suri";

const nameIn = (names: Readonly<Record<string, NamedDay>>, key: string): NamedDay[] =>
  names[key] ? [names[key]] : [];
const monthDay = ({ month, day }: { month: number; day: number }): string => `${month}-${day}`;

/** Key of a day in `LUNAR`; the last day of Safar has that of the 30th. @param day YYYY-MM-DD */
function lunarKey(day: string): string {
  const key = monthDay(lunarOf(day));
  return key === "2-29" && lunarOf(addDays(day, 1)).month === 3 ? "2-30" : key;
}

/**
 * Whether a day is a public holiday in a country: "fixed" by the solar calendar, "lunar" where it
 * may be one; null otherwise. In Iran lunar months begin with the Umm al-Qura calendar or a day
 * later, as the moon is seen and announced each year, so that both days may be the holiday.
 * Holidays of single regions are not known.
 * @param day YYYY-MM-DD
 */
export const holidayOn = remembered(
  5_000,
  (day: string, countryCode: string): "fixed" | "lunar" | null => {
    if (countryCode !== "IR") return ELSEWHERE.has(day.slice(5)) ? "fixed" : null;
    if (monthDay(jalaliOf(day)) in IRAN) return "fixed";
    return [day, addDays(day, -1)].some((one) => lunarKey(one) in LUNAR) ? "lunar" : null;
  },
);

/** ISO weekday. */
const TUESDAY = 2;

/** Whether the evening of a day is the eve of the last Wednesday of the Solar Hijri year. */
const isSuri = (day: string): boolean =>
  weekdayOf(day) === TUESDAY &&
  jalaliOf(addDays(day, 1)).month === 12 &&
  jalaliOf(addDays(day, 1 + WEEK_LENGTH)).month === 1;

/**
 * The names of a day in a country. Lunar dates may be a day off (`holidayOn`), so `isSure` is false
 * for their names.
 * @param day YYYY-MM-DD
 */
export const namesOfDay = remembered(
  5_000,
  (day: string, countryCode: string): { name: NamedDay; isSure: boolean }[] => {
    const key = monthDay(jalaliOf(day));
    const isIran = countryCode === "IR";
    const sure = [
      ...(isIran ? nameIn(IRAN, key) : []),
      ...nameIn(KEPT, key),
      ...(isIran ? nameIn(OBSERVED, key) : []),
      ...(isSuri(day) ? (["suri"] as const) : []),
      ...nameIn(WORLD, day.slice(5)),
    ];
    const lunar = isIran
      ? [day, addDays(day, -1)]
          .map(lunarKey)
          .flatMap((one) => [...nameIn(LUNAR, one), ...nameIn(OBSERVED_LUNAR, one)])
      : [];
    return [
      ...[...new Set(sure)].map((name) => ({ name, isSure: true })),
      ...[...new Set(lunar)].map((name) => ({ name, isSure: false })),
    ];
  },
);
