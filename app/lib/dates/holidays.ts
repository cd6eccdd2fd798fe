import { remembered } from "../runtime/remembered";
import { addDays } from "./days";
import { jalaliOf } from "./jalali";
import { lunarOf } from "./lunar";

/**
 * Public holidays of Iran on fixed Solar Hijri days, "month-day": Nowruz, 12 and 13 Farvardin, 14
 * and 15 Khordad, 22 Bahman, 29 Esfand.
 */
const IRAN = new Set([
  "1-1",
  "1-2",
  "1-3",
  "1-4",
  "1-12",
  "1-13",
  "3-14",
  "3-15",
  "11-22",
  "12-29",
]);
/**
 * Public holidays of Iran on days of the lunar calendar, "month-day": Tasua, Ashura, Arbaeen, 28
 * Safar, the last of Safar, 8 and 17 Rabi I, 3 Jumada II, 13 and 27 Rajab, 15 Shaban, 21 Ramadan,
 * Eid al-Fitr and the day after, 25 Shawwal, Eid al-Adha, Ghadir.
 */
const LUNAR = new Set([
  "1-9",
  "1-10",
  "2-20",
  "2-28",
  "2-30",
  "3-8",
  "3-17",
  "6-3",
  "7-13",
  "7-27",
  "8-15",
  "9-21",
  "10-1",
  "10-2",
  "10-25",
  "12-10",
  "12-18",
]);
/** Holidays on which venues of most other countries are closed. */
const ELSEWHERE = new Set(["01-01", "12-25"]);

/** "month-day" of the lunar calendar. @param day YYYY-MM-DD */
function lunarDay(day: string): string {
  const { month, day: ofMonth } = lunarOf(day);
  return `${month}-${ofMonth}`;
}

/** Whether a day is a holiday of the lunar calendar. The last of Safar is its 29th or 30th. */
const isLunarHoliday = (day: string): boolean =>
  LUNAR.has(lunarDay(day)) || (lunarDay(day) === "2-29" && lunarDay(addDays(day, 1)) === "3-1");

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
    const { month, day: ofMonth } = jalaliOf(day);
    if (IRAN.has(`${month}-${ofMonth}`)) return "fixed";
    return isLunarHoliday(day) || isLunarHoliday(addDays(day, -1)) ? "lunar" : null;
  },
);
