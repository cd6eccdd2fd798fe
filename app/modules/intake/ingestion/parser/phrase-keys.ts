import type { KeyMeaning } from "./key-words";

/**
 * Head nouns of keys with several words: first in Persian ("ساعت دقیق اجرا"), last in English
 * ("concert date").
 */
const HEADS: Partial<Record<string, KeyMeaning>> = {
  عنوان: "title",
  تاریخ: "date",
  ساعت: "time",
  مکان: "venue",
  محل: "venue",
  سالن: "venue",
  آدرس: "address",
  نشانی: "address",
  قیمت: "price",
  هزینه: "price",
  توضیح: "description",
  توضیحات: "description",
  دسته: "category",
  دستهبندی: "category",
  title: "title",
  date: "date",
  dates: "date",
  time: "time",
  times: "time",
  venue: "venue",
  address: "address",
  price: "price",
  prices: "price",
  description: "description",
  category: "category",
};

/** Words of dates, times and names that do not concern the event. */
const OF_OTHERS =
  /^(?:publish(?:ed)?|publication|created?|creation|updated?|modified|posted|added|accessed?|retriev(?:ed|al)|checked|verified|birth|sales?|deadline|registration|release|original|alternate|alternative|email|web|ip|mail|max|maximum|high|highest|vip|parking|run|running|reading|travel|duration|length|doors?|close[ds]?|closing|last|end|source|page|site|series|artist|performer|image|انتشار|ثبت|ثبتنام|نام|بروزرسانی|تولد|تاسیس|مهلت|فروش|سایت|وب|اینترنتی|ایمیل|پایان|اتمام|پارک|پارکینگ|منبع|صفحه|اصلی)$/;

/** Rank of such keys; lower is better. */
const RANK = 80;

/** Meaning of a key with several words, by its head noun, if no table contains the whole key. */
export function meaningOfPhrase(
  tokens: readonly string[],
): { meaning: KeyMeaning; rank: number } | null {
  if (tokens.length < 2 || tokens.length > 6 || tokens.some((token) => OF_OTHERS.test(token)))
    return null;
  const isPersian = /\p{Script=Arabic}/u.test(tokens[0] ?? "");
  const meaning = HEADS[(isPersian ? tokens[0] : tokens.at(-1)) ?? ""];
  return meaning ? { meaning, rank: RANK } : null;
}
