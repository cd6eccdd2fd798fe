import { jalaliOf } from "./jalali";

/** Public holidays of Iran on fixed Solar Hijri days, "month-day": Nowruz, 12 and 13 Farvardin, 14 and 15 Khordad, 22 Bahman, 29 Esfand. */
const IRAN = new Set(["1-1", "1-2", "1-3", "1-4", "1-12", "1-13", "3-14", "3-15", "11-22", "12-29"]);
/** Holidays on which venues of most other countries are closed. */
const ELSEWHERE = new Set(["01-01", "12-25"]);

/** Whether a day has a fixed public holiday in a country. Holidays of the lunar calendar and of single regions are not known. @param day YYYY-MM-DD */
export function isHoliday(day: string, countryCode: string): boolean {
  if (countryCode !== "IR") return ELSEWHERE.has(day.slice(5));
  const { month, day: ofMonth } = jalaliOf(day);
  return IRAN.has(`${month}-${ofMonth}`);
}
