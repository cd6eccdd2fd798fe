import { addDays } from "../../app/lib/dates/days";
import { type DayParts, gregorianOf, jalaliOf } from "../../app/lib/dates/jalali";

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

/** A day of the Solar Hijri year, such as 15 Ordibehesht for (2, 15). */
const jalali =
  (month: number, day: number): Holiday =>
  (year) =>
    dayOf({ year, month, day });

/** The first such weekday (0 is Sunday) on or after a day: when the diaspora celebrates. */
const firstOn =
  (wanted: number, from: Holiday): Holiday =>
  (year) => {
    const day = from(year);
    return addDays(day, (wanted - weekday(day) + 7) % 7);
  };

const [SUNDAY, SATURDAY] = [0, 6];
const nowruz = jalali(1, 1);

/**
 * Sample events that belong to a day or season, by key, each with the day on which it begins. All
 * others count from the day of seeding.
 */
const OCCASIONS: Record<string, Holiday> = {
  // Farvardin: Nowruz and after; the bazaar is the week before.
  "tehran-nowruz-bazaar-azadi": jalali(12, 20),
  "vancouver-chaharshanbe-suri": chaharshanbeSuri,
  "stockholm-eldfest-kulturhuset": chaharshanbeSuri,
  "london-barbican-nowruz-concert": nowruz,
  "la-nowruz-concert-royce": firstOn(SATURDAY, nowruz),
  "dc-nowruz-museum-festival": firstOn(SATURDAY, nowruz),
  "melbourne-nowruz-fed-square": firstOn(SATURDAY, nowruz),
  "hamburg-nowruz-choir-concert": firstOn(SUNDAY, nowruz),
  "ny-nowruz-family-day": firstOn(SUNDAY, nowruz),
  "sf-garden-nowruz-run": firstOn(SUNDAY, nowruz),
  "la-sizdah-bedar-picnic-griffith": sizdahBedar,
  "berlin-sizdah-bedar-tempelhof": sizdahBedar,
  "yazd-desert-stargazing": jalali(1, 26),
  // Ordibehesht and Khordad: blossom, roses, the first tea, Ferdowsi's day (25 Ordibehesht),
  // Khayyam's (28 Ordibehesht).
  "shiraz-orange-blossom-festival": jalali(2, 1),
  "karaj-flower-and-plant-fair": jalali(2, 8),
  "kashan-rosewater-festival": jalali(2, 15),
  "lahijan-tea-festival": jalali(2, 20),
  "mashhad-shahnameh-festival-tus": jalali(2, 25),
  "neyshabur-khayyam-night": jalali(2, 28),
  "tabriz-sahand-hiking-day": jalali(3, 10),
  // Summer.
  "kish-summer-fashion-market": jalali(4, 5),
  "isfahan-astronomy-night-soffeh": jalali(5, 12),
  "urmia-grape-harvest-fair": jalali(6, 10),
  // Autumn: dates, Mehregan (16 Mehr), Hafez's day (20 Mehr), saffron, citrus, Yalda.
  "ahvaz-date-palm-festival": jalali(6, 25),
  "sydney-mehregan-community-day": firstOn(SATURDAY, jalali(7, 10)),
  "shiraz-hafez-day-concert": jalali(7, 20),
  "mashhad-saffron-growers-market": jalali(8, 10),
  "sari-citrus-festival": jalali(9, 20),
  "tehran-yalda-night-negarestan": yalda,
  "toronto-yalda-mel-lastman": yalda,
  // Winter.
  "mashhad-charity-winter-coats": jalali(10, 5),
  "ardabil-winter-lake-festival": jalali(11, 5),
};

/**
 * The next day, today among them, of the occasion that a sample event belongs to; null for one that
 * belongs to none.
 */
export function holidayDate(key: string, today: string): string | null {
  const occasion = OCCASIONS[key];
  if (!occasion) return null;
  const { year } = jalaliOf(today);
  const thisYear = occasion(year);
  return thisYear >= today ? thisYear : occasion(year + 1);
}
