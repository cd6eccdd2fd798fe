import { addDays } from "../../app/lib/days";
import { type DayParts, gregorianOf, jalaliOf } from "../../app/lib/jalali";

/** A holiday of the Solar Hijri year. */
type Holiday = (year: number) => string;

function dayOf(day: DayParts): string {
  const found = gregorianOf(day);
  if (!found) throw new Error(`The year ${day.year} has no such day.`);
  return found;
}

const WEDNESDAY = 3;
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The longest night, 30 Azar. */
const yalda: Holiday = (year) => dayOf({ year, month: 9, day: 30 });
/** 13 Farvardin. */
const sizdahBedar: Holiday = (year) => dayOf({ year, month: 1, day: 13 });

/** The eve of the year's last Wednesday: its last Tuesday, but where that is the very last day. */
const chaharshanbeSuri: Holiday = (year) => {
  const last = addDays(dayOf({ year: year + 1, month: 1, day: 1 }), -1);
  const wednesday = addDays(last, -((weekday(last) - WEDNESDAY + 7) % 7));
  return addDays(wednesday, -1);
};

/** Sample events that are held on a holiday, by key. All others count from the day of seeding. */
const HOLIDAYS: Record<string, Holiday> = {
  "tehran-yalda-night-negarestan": yalda,
  "toronto-yalda-mel-lastman": yalda,
  "vancouver-chaharshanbe-suri": chaharshanbeSuri,
  "stockholm-eldfest-kulturhuset": chaharshanbeSuri,
  "la-sizdah-bedar-picnic-griffith": sizdahBedar,
  "berlin-sizdah-bedar-tempelhof": sizdahBedar,
};

/** The next day, today among them, of the holiday that a sample event is held on; null for one that is held on none. */
export function holidayDate(key: string, today: string): string | null {
  const holiday = HOLIDAYS[key];
  if (!holiday) return null;
  const { year } = jalaliOf(today);
  const thisYear = holiday(year);
  return thisYear >= today ? thisYear : holiday(year + 1);
}
