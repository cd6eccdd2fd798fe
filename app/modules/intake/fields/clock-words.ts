/** Parts of the day, folded; longer forms first. */
export const MORNING =
  "a\\.? ?m\\.?(?![a-z])|in the morning|morning|صبح|بامداد|سحر|پیش ?از ?ظهر|قبل ?از ?ظهر|(?:پیش|قبل) ?از ?چاشت|صباحا|ق\\.? ?ظ\\.?(?![\\p{L}])";
export const AFTERNOON =
  "p\\.? ?m\\.?(?![a-z])|in the (?:afternoon|evening)|afternoon|evening|بعد ?از ?ظهر|بعد ?از ?چاشت|بعدظهر|عصر|غروب|مساء|ظهرا|ب\\.? ?ظ\\.?(?![\\p{L}])";
export const NIGHT = "at night|night|نیمه ?شب|شب|لیلا";
export const NOON = "noon|midday|ظهر";

/** Words for hours, from one to twenty-four. */
export const HOUR_WORDS: readonly string[] = [
  "one|یک",
  "two|دو",
  "three|سه",
  "four|چهار",
  "five|پنج",
  "six|شش|شیش",
  "seven|هفت",
  "eight|هشت",
  "nine|نه",
  "ten|ده",
  "eleven|یازده",
  "twelve|دوازده",
  "سیزده",
  "چهارده",
  "پانزده",
  "شانزده",
  "هفده",
  "هجده",
  "نوزده",
  "بیست",
  "بیست و یک",
  "بیست و دو",
  "بیست و سه",
  "بیست و چهار",
];

export const ALL_DAY =
  "all[- ]?day|whole day|full day|24 ?h(?:ours|rs)?|24\\/7|open(?:ing)? hours|gallery hours|museum hours|تمام ?روز|تمام وقت|کل روز|تمام طول روز|شبانه ?روزی|ساعات? کاری|در ساعات بازدید|ساعت بازدید";
export const VAGUE =
  "(?:early |late |mid[- ]?)?(?:morning|afternoon|evening|night|sunset|sunrise|dusk|dawn)|after (?:work|sunset|iftar)|صبح|عصر|شب|غروب|طلوع|بعد ?از ?ظهر|پس از افطار|بعد از افطار|اذان|افطار|سحر";
export const UNKNOWN_TIME =
  "var(?:ies|ious|iable)(?: times?)?|multiple(?: times?)?|see (?:website|site|link)|check (?:website|site)|متغیر|مختلف|متفاوت|چند سانس|سانس ?های مختلف";

export const DOORS =
  "doors?(?: open(?:s|ing)?)?|gates?(?: open)?|entry|check[- ]?in|boarding|درها|باز ?شدن درها|درب سالن|درب|ورود|پذیرش|گشایش درها";
export const SHOW =
  "shows?|show ?time|cruise|starts?|start(?:ing)?|begins?|concert|performance|curtain|film|music|talk|main|شروع(?: برنامه)?|آغاز|اجرا|برنامه|نمایش|کنسرت";

/** Behind an hour in brackets that is the same on another clock. */
export const OTHER_CLOCK_NEAR =
  /^[^)\d]{0,24}(?:وقت|time|تهران|tehran|ایران|iran|london|berlin|paris|toronto|new york|لندن|برلین|پاریس|تورنتو|نیویورک|[ecmp][sd]?t(?!\p{L})|gmt|utc|cet)/u;
export const RETURN =
  /(?<!\p{L})(?:برگشت|بازگشت|back(?: by| at| around| about)?|return(?: at| by)?)[^\d]{0,6}$/u;
export const CLOSING = /(?<!\p{L})(?:(?:until|till|تا)(?: ساعت)?|curfew(?: (?:at|is))? ?:?) ?$/u;
/** Hours of what the event is not: of sales, calls, the kitchen, the way home. */
const OF_SERVICE =
  /(?<!\p{L})(?:(?:رزرو|ثبت ?نام|ورود|tickets?|early ?birds?|box office|call|phone|happy hour|kitchen|registration|entry)(?!\p{L})[^.;؛|،,\d\n]{0,24}(?<!\p{L})(?:until|till|تا)(?: ساعت)?|(?:doors? close[sd]?|last (?:tube|train|bus|metro|entry|admission|orders?))(?: at| is(?: at)?)? ?:?) ?\d{1,2}(?:[:.]\d\d)?(?: ?(?:[ap]\.?m|uhr|شب|عصر|صبح|ظهر)(?!\p{L}))?(?![\d/.]*\d| \p{L}+ \d{4})/gu;
export const ZONE_NAME =
  /^ ?(?:[ecmp][sd]?t|gmt|utc|bst|cet|cest|london|tehran|berlin|pacific|eastern|central europe(?:an)?)(?: time)?(?!\p{L})/u;
/** An hour on the clock of a city that stands beside it; of one alone it may be where the event is. */
export const CITY_CLOCK =
  /^ ?(?:به وقت )?(?:تهران|ایران|برلین|آلمان|لندن|انگلیس|انگلستان|پاریس|فرانسه|وین|استکهلم|سوئد|هلند|اروپا(?:ی مرکزی)?|استانبول|دبی|تورنتو|ونکوور|نیویورک|لس ?آنجلس|سیدنی|ملبورن|کابل|دوشنبه|toronto|vancouver|paris|stockholm|istanbul|dubai|sydney|los angeles|new york)(?: time)?(?!\p{L})/u;
export const DOORS_BEFORE =
  /(?:(?<!\p{L})(?:doors?|einlass|insläpp|gates?)(?: open(?:s|ing)?)?|باز ?شدن دره?ا?|درب?(?: ?ها(?:ی)?)?(?: سالن)?)(?: (?:at|from|ab|از))?(?: ساعت)? ?:? ?$/u;
export const DOORS_AFTER =
  /^ ?(?:doors(?!\p{L}| ?(?:open )?(?:an?|one|half|30|\d ?h))|(?:باز (?:می ?شود|میشه|می ?شن|است)))/u;
/** An hour on another place's clock. */
export const OTHER_CLOCK = /^ ?به وقت (?!تهران|ایران|محلی)\p{L}/u;
/** Days until a refund: "within 7–10 business days". */
const OF_DAYS =
  /\d{1,2} ?(?:–|to|تا|الی) ?\d{1,2} (?:business |working )?(?:days|weeks|روز کاری)(?!\p{L})/gu;
/** The hour at which a price changes: "AED 150 before midnight". */
const OF_PRICE_CHANGE =
  /(?<=(?:[€$£]|aed|cad|eur|usd|تومان|تومن|ت)(?: ?\d[\d.,]*)? ?|\d ?[€$£] ?)(?:before|after|قبل از|پیش از|بعد از) (?:ساعت )?(?:midnight|noon|نیمه ?شب|\d{1,2}(?:[:.]\d\d)?(?: ?(?:[ap]\.?m|شب|عصر))?)(?!\p{L}|\d)/gu;
/** When places are sold, which is no date of the event. */
const OF_SALE =
  /(?<!\p{L})(?:(?:شروع|آغاز|زمان) (?:پیش ?)?(?:بلی[تط] ?فروشی|فروش(?: بلی[تط])?(?: ?ها)?)(?: از)? ?:?|(?:(?:پیش ?)?فروش(?: ?بلی[تط])?(?: ?ها(?:ی)?)?|بلی[تط] ?فروشی)(?: \p{L}+)? ?(?:از|شروع|آغاز)(?!\p{L})|(?:on sale|presale|box office(?: opens)?|sales? (?:open|start)s?)(?: from| on| this| at)? (?=mon|tue|wed|thu|fri|sat|sun|tomorrow|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|\d))[^.؛;|()!،\n]*/gu;
const HOUR =
  "\\d{1,2}(?:[:.]\\d\\d)?(?: ?(?:[ap]\\.?m\\.?|uhr|شب|عصر|صبح|ظهر|بعد ?از ?ظهر)(?!\\p{L}))?";
/** The old hour of one that was moved: «از ساعت ۱۸ به ۲۰:۳۰ منتقل شد», "moved from 6pm to 8pm". */
const MOVED_HOUR = new RegExp(
  [
    `(?<!\\p{L})(?:از ساعت|از|ساعت) ${HOUR}(?= ?به (?:ساعت )?${HOUR}[^\\n\\d]{0,24}(?:منتقل|انتقال|موکول|تغییر|جابه ?جا|شد(?!\\p{L})))`,
    `(?<=(?:moved|changed|changes|moves|shifted|pushed(?: back)?|brought forward|delayed|put back|rescheduled) )from ${HOUR}(?= (?:to|until) ${HOUR}(?!\\d))`,
    `(?<!\\p{L})به ?جای(?= ?\\d{1,2}[:٫]\\d\\d) ?${HOUR}`,
    `(?<=\\d[^()\\n]{0,12})\\((?:نه|not(?: at)?) (?:ساعت )?${HOUR}\\)`,
    `(?<!\\p{L})(?:به ?جای ساعت|(?:instead of|rather than|statt)(?= \\d{1,2}(?:[:.]\\d\\d| ?[ap]\\.?m| uhr))) ${HOUR}`,
  ].join("|"),
  "gu",
);
/** A bare number behind the name of a place, before the price: «فرهنگسرای نیاوران ۲۱ — …». */
export const LONE_HOUR =
  /(?<!(?:سالن|شماره|پلاک|فاز|طبقه|hall|room|no\.?)\s)(?<=(?:\p{L}|[،,|]) )(\d{1,2})(?=\s+(?:–|\|)|\s*$)/u;
/** How long it takes: «مدت ۹۰ دقیقه». */
const LENGTH =
  /(?:مدت|طول|running time|run ?time|duration|length)[^\d\n]{0,24}(\d{1,3}) ?(?:دقیقه|min)|(\d{2,3}) ?(?:دقیقه|mins?(?:utes)?)(?!\p{L})(?! (?:before|قبل|پیش|walk))/u;
/** "Running time 1h 45m", «مدت: یک ساعت و نیم». */
const LENGTH_IN_HOURS =
  /(?:مدت|طول|running time|run ?time|duration|length)[^\d\n]{0,16}?(\d|یک|دو|سه) ?(?:h(?:(?:ou)?rs?)?|ساعت)(?: ?(?:و|and|,)? ?(?:(\d{1,2}) ?(?:m(?:in(?:ute)?s?)?|دقیقه)|(?<=h ?)(\d{2})(?=[,.;|)]|$)|(نیم)))?(?!\p{L})/u;

/** Hours, lengths and days that are none of the event's showings. */
export const OF_NO_SHOWING: readonly RegExp[] = [
  MOVED_HOUR,
  OF_SALE,
  LENGTH_IN_HOURS,
  LENGTH,
  OF_SERVICE,
  OF_DAYS,
  OF_PRICE_CHANGE,
];

/** The length that a line states, minutes. */
export function lengthIn(folded: string): number | null {
  const [, hours, named, bare, half] = LENGTH_IN_HOURS.exec(folded) ?? [];
  if (hours)
    return (
      (Number(hours) || "یک دو سه".split(" ").indexOf(hours) + 1) * 60 +
      (half ? 30 : Number(named ?? bare ?? 0))
    );
  const [, minutes, alone] = LENGTH.exec(folded) ?? [];
  return minutes || alone ? Number(minutes ?? alone) : null;
}
