import type { Calendar } from "./calendar-days";

/**
 * Month names by number in English, Persian, Dari and transliteration, the Gregorian ones in both
 * Arabic variants too; folded. "_" is an optional space.
 */
export const GREGORIAN_MONTHS: readonly string[] = [
  "january jan januar januari janvier janv ocak ژانویه ژانویۀ جنوری ینایر کانون_الثانی",
  "february feb febr februar februari février fevrier févr şubat فوریه فبروری فبرایر شباط",
  "march mar märz mars maart mart مارس مارچ آذار اذار",
  "april apr avril avr nisan آوریل اپریل آپریل ابریل نیسان",
  "may mai maj mei mayıs مه می مایو ایار",
  "june jun juni juin haziran ژوئن جون ژوین یونیو حزیران",
  "july jul juli juillet juil temmuz ژوئیه جولای ژوییه ژویه یولیو تموز",
  "august aug augusti augustus août ağustos اوت آگوست اگوست اگست اغسطس",
  "september sept sep septembre eylül سپتامبر سپتمبر سبتمبر ایلول",
  "october oct okt oktober octobre ekim اکتبر اکتوبر تشرین_الاول",
  "november nov novembre kasım نوامبر نومبر نوفمبر تشرین_الثانی",
  "december dec dezember desember dez des décembre déc aralık دسامبر دسمبر دیسمبر کانون_الاول",
];

export const JALALI_MONTHS: readonly string[] = [
  "فروردین farvardin حمل hamal",
  "اردیبهشت ordibehesht ordibehest ثور sawr",
  "خرداد khordad جوزا jawza",
  "تیر tir سرطان saratan",
  "مرداد امرداد mordad amordad اسد asad",
  "شهریور shahrivar سنبله sonbola",
  "مهر mehr میزان mizan",
  "آبان ابان aban عقرب aqrab",
  "آذر اذر azar قوس qaws",
  "دی dey dei جدی jadi",
  "بهمن bahman دلو dalwa",
  "اسفند اسپند esfand حوت hut",
];

/**
 * Months of the lunar Hijri calendar, in the format of `GREGORIAN_MONTHS`. Folding turns a hyphen
 * into a dash.
 */
export const LUNAR_MONTHS: readonly string[] = [
  "محرم محرم_الحرام muharram moharram",
  "صفر صفر_المظفر safar",
  "ربیع_الاول ربیع_اول rabi_al–awwal rabi_al_awwal",
  "ربیع_الثانی ربیع_ثانی ربیع_الاخر ربیع_الآخر rabi_al–thani rabi_al_thani",
  "جمادی_الاول جمادی_الاولی جمادی_اول jumada_al–awwal jumada_al_awwal jumada_al–ula",
  "جمادی_الثانی جمادی_الثانیه جمادی_ثانی جمادی_الاخر jumada_al–thani jumada_al_thani jumada_al–akhirah",
  "رجب rajab",
  "شعبان sha'ban shaban shaaban",
  "رمضان ramadan ramazan",
  "شوال shawwal",
  "ذی_القعده ذیقعده ذوالقعده dhu_al–qadah dhu_al–qidah",
  "ذی_الحجه ذیحجه ذوالحجه dhu_al–hijjah dhul_hijjah",
];

/** One regular expression for all names, longest first. */
export const monthPattern = (...tables: readonly (readonly string[])[]): string =>
  tables
    .flatMap((names) => names.flatMap((line) => line.split(" ")))
    .sort((a, b) => b.length - a.length)
    .join("|")
    .replaceAll("_", "[ –]?");

/** A month that a text names. */
interface MonthName {
  month: number;
  calendar: Calendar;
}

const withoutGaps = (month: string): string => month.replace(/\s?ماه$/, "").replace(/[ –_]/g, "");

/** Finds the month of a name, as `monthPattern` matches it, in the tables of these calendars. */
export function monthsNamed(
  tables: Partial<Record<Calendar, readonly string[]>>,
): (name: string) => MonthName | undefined {
  const months = new Map(
    (Object.entries(tables) as [Calendar, readonly string[]][]).flatMap(([calendar, table]) =>
      table.flatMap((names, index) =>
        names
          .split(" ")
          .map((name) => [withoutGaps(name), { month: index + 1, calendar }] as const),
      ),
    ),
  );
  return (name) => months.get(withoutGaps(name));
}

/** Weekdays by ISO number, Monday first; longer forms first. */
export const WEEKDAYS: readonly string[] = [
  "mondays?|mon|montags?|دو ?شنبه|ال[اإ]ثنین",
  "tuesdays?|tues?|dienstags?|سه ?شنبه|الثلاثاء",
  "wednesdays?|weds?|mittwochs?|چهار ?شنبه|الاربعاء",
  "thursdays?|thurs?|thu|donnerstags?|پنج ?شنبه|الخمیس",
  "fridays?|fri|freitags?|جمعه|الجمعه|آدینه",
  "saturdays?|sat|samstags?|(?<!(?:یک|دو|سه|چهار|پنج) ?)شنبه|السبت",
  "sundays?|sun|sonntags?|یک ?شنبه|الاحد",
];

/** Full weekdays of other languages, by the English name. */
export const FOREIGN_WEEKDAYS: readonly (readonly [string, string])[] = [
  ["maandag|lundi|måndag|mandag|pazartesi", "monday"],
  ["dinsdag|mardi|tisdag|tirsdag|salı", "tuesday"],
  ["woensdag|mercredi|onsdag|çarşamba", "wednesday"],
  ["donderdag|jeudi|torsdag|perşembe", "thursday"],
  ["vrijdag|vendredi|fredag|cuma", "friday"],
  ["zaterdag|samedi|lördag|lørdag|lør(?=[.,]? ?\\d)|lör(?=[.,]? ?\\d)|cumartesi", "saturday"],
  ["zondag|dimanche|söndag|søndag|pazar(?= )", "sunday"],
];

/** German weekdays in a row before hours: "Mi–So 12–18", "Di & Do, 18 Uhr"; one alone may be a word. */
export const GERMAN_DAYS: readonly string[] = ["mo", "di", "mi", "do", "fr", "sa", "so"];
export const GERMAN_ROW =
  /(?<!\p{L})(?:mo|di|mi|do|fr|sa|so)\.?(?:(?: ?(?:–|-|\+|&|,|\/|bis|und) ?)(?:mo|di|mi|do|fr|sa|so)\.?)+(?=[:,]? ?(?:von |ab |um |jeweils )?\d)/gu;

/** Ordinal days of the month; folded. */
const ORDINALS: readonly string[] = [
  "first|اول|یکم|نخست",
  "second|دوم|دویم",
  "third|سوم|سویم",
  "fourth|چهارم",
  "fifth|پنجم",
  "sixth|ششم|شیشم",
  "seventh|هفتم",
  "eighth|هشتم",
  "ninth|نهم",
  "tenth|دهم",
  "eleventh|یازدهم",
  "twelfth|دوازدهم",
  "thirteenth|سیزدهم",
  "fourteenth|چهاردهم",
  "fifteenth|پانزدهم|پونزدهم",
  "sixteenth|شانزدهم|شونزدهم",
  "seventeenth|هفدهم",
  "eighteenth|هجدهم|هیجدهم",
  "nineteenth|نوزدهم",
  "twentieth|بیستم",
  "twenty[ -]first|بیست ?و ?یکم",
  "twenty[ -]second|بیست ?و ?دوم",
  "twenty[ -]third|بیست ?و ?سوم",
  "twenty[ -]fourth|بیست ?و ?چهارم",
  "twenty[ -]fifth|بیست ?و ?پنجم",
  "twenty[ -]sixth|بیست ?و ?ششم",
  "twenty[ -]seventh|بیست ?و ?هفتم",
  "twenty[ -]eighth|بیست ?و ?هشتم",
  "twenty[ -]ninth|بیست ?و ?نهم",
  "thirtieth|سی ?ام",
  "thirty[ -]first|سی ?و ?یکم",
];

/** One regular expression for all ordinals; longer ones are last in their table. */
export const ordinalPattern = [...ORDINALS].reverse().join("|");

const EACH_ORDINAL = ORDINALS.map((words) => new RegExp(`^(?:${words})$`, "u"));

/** The day of a word that `ordinalPattern` matches, from 1. */
export const ordinalOf = (word: string): number =>
  EACH_ORDINAL.findIndex((pattern) => pattern.test(word)) + 1;

export const UNKNOWN_WORDS =
  "tba|tbd|tbc|tbh|unknown|to be (?:announced|determined|confirmed|decided)|not (?:yet )?(?:announced|known|confirmed|available|specified|stated|found)|unannounced|unspecified|n\\/?a|none|null|coming soon|soon|pending|نامشخص|نا مشخص|مشخص نیست|نامعلوم|معلوم نیست|به ?زودی|بزودی|اعلام (?:نشده|می ?شود|خواهد شد)|متعاقبا|مشخص (?:نشده|خواهد شد)|ندارد|نا ?معین|؟+|\\?+|[-–—]+";

export const RELATIVE_WORDS =
  "every|each|weekly|daily|monthly|weekdays?|weekends?|today|tonight|tomorrow|yesterday|this (?:week|month|weekend)|next (?:week|month|weekend)|ongoing|year[- ]round|always|هر|هفتگی|روزانه|ماهانه|همه ?روزه|فردا|امروز|امشب|پس ?فردا|دیروز|آخر هفته|این هفته|هفته آینده|هفته بعد|ماه آینده|این ماه";

export const RECURRING_WORDS = "every|each|weekly|daily|monthly|ماهانه|هر|هفتگی|روزانه|همه ?روزه";
