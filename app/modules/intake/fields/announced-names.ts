import { foldWords } from "../text/fold-words";
import { GERMAN_ROW, GREGORIAN_MONTHS, JALALI_MONTHS, monthPattern } from "./calendar-words";

/** Words that say what a date is for, and name no event. */
const DETAILS =
  /(?<!\p{L})(?:تاریخ|زمان|ساعت|روز(?:های)?|شب|شروع|پایان|افتتاحیه|اختتامیه|بازدید|مهلت|ثبت ?نام|پیش ?فروش|جدید|قبلی|سانس|نوبت|اجرا|درها|درب|سالن|تعطیل|تکمیل|ظرفیت|لغو|کنسل|شد|از|تا|الی|هر|همه|صبح|عصر|ظهر|شب ها|و|در|به|جز|رفت|برگشت|حرکت|date|time|when|doors?|show|start(?:s|ing)?|end(?:s|ing)?|opening|closing|deadline|new|old|sold ?out|cancell?ed|added|from|to|until|till|at|on|and|the|every|each|closed|no|screenings?|sessions?|performances?|am|pm|uhr|ab|hours?|daily|visit|except|tickets?|return|back|pick ?up|boarding|group|گروه|ویژه|آقایان|بانوان|خانم ?ها|آقایون|خانومها|men|women)(?!\p{L})/gu;
const PRICE =
  /[\d.,٬٫]+ ?(?:هزار|میلیون)? ?(?:تومان|تومن|ت(?!\p{L})|ریال|€|\$|£|eur|aed|cad|toman)|[€$£] ?\d+|رایگان|ورود آزاد|(?<!\p{L})free(?!\p{L})/gu;

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
    .replace(MONTH_NAMES, " ")
    .replace(DETAILS, " ")
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
}
