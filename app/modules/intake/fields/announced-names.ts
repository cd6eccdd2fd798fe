import { foldWords } from "../text/fold-words";
import {
  FOREIGN_WEEKDAYS,
  GERMAN_ROW,
  GREGORIAN_MONTHS,
  JALALI_MONTHS,
  monthPattern,
} from "./calendar-words";

/** Words that say what a date is for, and name no event. */
const DETAILS =
  /(?<!\p{L})(?:تاریخ|زمان|ساعت|روز(?:های)?|شب|شروع|پایان|افتتاحیه|اختتامیه|بازدید|مهلت|ثبت ?نام|پیش ?فروش|جدید|قبلی|سانس|نوبت|اجرا|درها|درب|سالن|تعطیل|تکمیل|ظرفیت|لغو|کنسل|شد|از|تا|الی|هر|همه|صبح|عصر|ظهر|شب ها|و|در|به|جز|رفت|برگشت|حرکت|date|time|when|doors?|show|start(?:s|ing)?|end(?:s|ing)?|opening|closing|deadline|new|old|sold ?out|cancell?ed|added|from|to|until|till|at|on|and|the|every|each|closed|no|screenings?|sessions?|performances?|am|pm|uhr|uur|heures|kl|klokken|und|von|bis|van|tot|um|jeweils|beginn|einlass|aanvang|deuren|ab|hours?|daily|visit|except|tickets?|return|back|pick ?up|boarding|group|گروه|ویژه|آقایان|بانوان|خانم ?ها|آقایون|خانومها|men|women)(?!\p{L})/gu;
const PRICE =
  /[\d.,٬٫]+ ?(?:هزار|میلیون)? ?(?:تومان|تومن|ت(?!\p{L})|ریال|€|\$|£|eur|aed|cad|toman)|[€$£] ?\d+|رایگان|ورود آزاد|(?<!\p{L})free(?!\p{L})/gu;

/** Weekdays of other languages: "zaterdag", "Samstag". */
const ELSEWHERE = new RegExp(
  `(?<!\\p{L})(?:${[...FOREIGN_WEEKDAYS.map(([words]) => words), "(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?"].join("|")})(?!\\p{L})`,
  "gu",
);
const MONTH_NAMES = new RegExp(
  `(?<!\\p{L})(?:${monthPattern(GREGORIAN_MONTHS, JALALI_MONTHS)}|ماه)(?!\\p{L})`,
  "gu",
);

/** Letters of a line that name something beside days, hours and prices. */
export function nameIn(line: string): string {
  return foldWords(line, 400)
    .replace(GERMAN_ROW, " ")
    .replace(PRICE, " ")
    .replace(/(?:https?:\/\/|www\.)\S+|@\S+|#\S+/gu, " ")
    .replace(
      /(?<!\p{L})(?:(?:yek|do|se|cha?har|panj)? ?shanbe|jome|dey|azar|bahman|esfand|farvardin|saat|sobh|shab|asr|zohr)h?(?!\p{L})|(?:یک|دو|سه|چهار|پنج)? ?شنبه ?(?:ها)?|جمعه ?(?:ها)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?(?!\p{L})/gu,
      " ",
    )
    .replace(ELSEWHERE, " ")
    .replace(MONTH_NAMES, " ")
    .replace(DETAILS, " ")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
}

/** Words of inviting, at the end of a line that leads to the name. */
export const INVITES =
  /(?:(?:برگزار|تقدیم|دعوت) می ?(?:کند|کنند|نماید|کنیم)|presents?|zeigt|präsentiert|présente|presenteert|presenterar|invites? you|(?:pleased|delighted|proud|happy|excited|honou?red) to (?:announce|present|host|share|introduce|welcome you to|invite you to)(?: (?:the|its|our|an?))?)[:：]?$/iu;
/** Words of news about an event; a line of nothing else names none: "TIME CHANGE", "Two nights, two cities". */
const NEWS = new RegExp(
  `^(?:[^\\p{L}]|(?<!\\p{L})(?:${[
    "venue|time|date|place|hall|room|location|change[sd]?|update[sd]?|news|new|now|only|last|first|final|next|extra|more|few|left|remaining|added|extended|back|again|here|sold|out|soon|tonight|today|tomorrow|this|the|and|of|for|in|on|at|is|are|we|two|three|four|five|six|seven|ten|one|shows?|performances?|nights?|days?|weeks?|weekends?|cities|dates?|tickets?|seats?|spots?|places?|opening|vernissage|closing|from|to|until|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december",
    "تغییر|جابجایی|جا ?به ?جایی|اطلاعیه|مکان|زمان|ساعت|سالن|تاریخ|سانس|محل|جدید|فقط|آخرین|اجرا|شب|روز|هفته|تمدید|تمدیدی|شد|خبر|مهم|باقی|مانده|مانده است|و|در|از|تا|این|به|دو|سه|چهار|پنج|شهر|شهرها|افتتاحیه|(?:یک|دو|سه|چهار|پنج)?شنبه|جمعه",
  ].join("|")})(?!\\p{L}))+$`,
  "iu",
);
/** A word of what is changed or left, which no event is named by. */
const CHANGES = /(?<!\p{L})(?:changed?|update|left|remaining|extended|باقی|تغییر|تمدید)(?!\p{L})/iu;

/**
 * Whether a text is news about an event and no name. @param isChange only where it says what is
 * changed or left
 */
export function isNewsAlone(text: string, isChange = false): boolean {
  const spoken = text.replace(/\u200c/g, " ");
  return /\p{L}/u.test(spoken) && NEWS.test(spoken) && (!isChange || CHANGES.test(spoken));
}
