/** Names of months by their number, of both calendars, in English, Persian, Dari, and Persian in Latin letters; folded. */
export const GREGORIAN_MONTHS: readonly string[] = [
  "january jan januar januari ژانویه ژانویۀ جنوری",
  "february feb febr februar februari فوریه فبروری",
  "march mar märz mars maart مارس مارچ",
  "april apr avril آوریل اپریل آپریل",
  "may mai maj mei مه می",
  "june jun juni juin ژوئن جون ژوین",
  "july jul juli juillet ژوئیه جولای ژوییه ژویه",
  "august aug augusti augustus اوت آگوست اگوست اگست",
  "september sept sep سپتامبر سپتمبر",
  "october oct oktober اکتبر اکتوبر",
  "november nov نوامبر نومبر",
  "december dec dezember dez دسامبر دسمبر",
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

/** By ISO weekday, Monday first; the longer forms of a word before the shorter ones. */
export const WEEKDAYS: readonly string[] = [
  "mondays?|mon|دو ?شنبه",
  "tuesdays?|tues?|سه ?شنبه",
  "wednesdays?|weds?|چهار ?شنبه",
  "thursdays?|thurs?|thu|پنج ?شنبه",
  "fridays?|fri|جمعه|آدینه",
  "saturdays?|sat|(?<!(?:یک|دو|سه|چهار|پنج) ?)شنبه",
  "sundays?|sun|یک ?شنبه",
];

/** Days of the month in words; folded. */
export const ORDINALS: readonly string[] = [
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

export const UNKNOWN_WORDS =
  "tba|tbd|tbc|tbh|unknown|to be (?:announced|determined|confirmed|decided)|not (?:yet )?(?:announced|known|confirmed|available|specified|stated|found)|unannounced|unspecified|n\\/?a|none|null|coming soon|soon|pending|نامشخص|نا مشخص|مشخص نیست|نامعلوم|معلوم نیست|به ?زودی|بزودی|اعلام (?:نشده|می ?شود|خواهد شد)|متعاقبا|مشخص (?:نشده|خواهد شد)|ندارد|نا ?معین|؟+|\\?+|[-–—]+";

export const RELATIVE_WORDS =
  "every|each|weekly|daily|monthly|weekdays?|weekends?|today|tonight|tomorrow|yesterday|this (?:week|month|weekend)|next (?:week|month|weekend)|ongoing|year[- ]round|always|هر|هفتگی|روزانه|ماهانه|همه ?روزه|فردا|امروز|امشب|پس ?فردا|دیروز|آخر هفته|این هفته|هفته آینده|هفته بعد|ماه آینده|این ماه";

export const RECURRING_WORDS = "every|each|weekly|daily|monthly|ماهانه|هر|هفتگی|روزانه|همه ?روزه";
