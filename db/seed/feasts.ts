import { addDays } from "../../app/lib/days";
import { type DayParts, gregorianOf, jalaliOf } from "../../app/lib/jalali";

/** A feast of the Solar Hijri year. */
type Feast = (year: number) => string;

function dayOf(day: DayParts): string {
  const found = gregorianOf(day);
  if (!found) throw new Error(`The year ${day.year} has no such day.`);
  return found;
}

const WEDNESDAY = 3;
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The longest night, 30 Azar. */
const yalda: Feast = (year) => dayOf({ year, month: 9, day: 30 });
/** 13 Farvardin. */
const sizdahBedar: Feast = (year) => dayOf({ year, month: 1, day: 13 });

/** The eve of the year's last Wednesday: its last Tuesday, but where that is the very last day. */
const chaharshanbeSuri: Feast = (year) => {
  const last = addDays(dayOf({ year: year + 1, month: 1, day: 1 }), -1);
  const wednesday = addDays(last, -((weekday(last) - WEDNESDAY + 7) % 7));
  return addDays(wednesday, -1);
};

/** Sample events that are held on a feast, by key. All others count from the day of seeding. */
const FEASTS: Record<string, Feast> = {
  "tehran-yalda-night-negarestan": yalda,
  "toronto-yalda-mel-lastman": yalda,
  "vancouver-chaharshanbe-suri": chaharshanbeSuri,
  "stockholm-eldfest-kulturhuset": chaharshanbeSuri,
  "la-sizdah-bedar-picnic-griffith": sizdahBedar,
  "berlin-sizdah-bedar-tempelhof": sizdahBedar,
};

/** The next day, today among them, of the feast that a sample event is held on; null for one that is held on none. */
export function feastDay(key: string, today: string): string | null {
  const feast = FEASTS[key];
  if (!feast) return null;
  const { year } = jalaliOf(today);
  const thisYear = feast(year);
  return thisYear >= today ? thisYear : feast(year + 1);
}
