import { remembered } from "../../../lib/runtime/remembered";
import { JALALI_WORDS, KEY_WORDS, type KeyMeaning, LANGUAGE_WORDS, UNIT_WORDS } from "./key-words";

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
function meaningOfPhrase(tokens: readonly string[]): { meaning: KeyMeaning; rank: number } | null {
  if (tokens.length < 2 || tokens.length > 6 || tokens.some((token) => OF_OTHERS.test(token)))
    return null;
  const isPersian = /\p{Script=Arabic}/u.test(tokens[0] ?? "");
  const meaning = HEADS[(isPersian ? tokens[0] : tokens.at(-1)) ?? ""];
  return meaning ? { meaning, rank: RANK } : null;
}

/** Meaning of a key, its rank among keys of that meaning (0 is best), its language and unit. */
export interface NamedKey {
  meaning: KeyMeaning;
  rank: number;
  language: "fa" | "en" | null;
  unit: string | null;
}

/** The first meaning that has a word, and the place of the word among its words. */
const MEANINGS: ReadonlyMap<string, { meaning: KeyMeaning; rank: number }> = new Map(
  (Object.keys(KEY_WORDS) as KeyMeaning[])
    .flatMap((meaning) =>
      KEY_WORDS[meaning].split(" ").map((word, rank) => [word, { meaning, rank }] as const),
    )
    .reverse(),
);

const MAX_KEY = 80;
const MAX_KNOWN = 5_000;
const FILLERS = new Set(
  "in the به زبان of language lang text version event local gregorian miladi iso full exact string display formatted رویداد میلادی هجری دقیق کامل".split(
    " ",
  ),
);
/** Meaning of a date key with a Jalali word. The start has a separate Jalali field. */
const DAYS: Partial<Record<KeyMeaning, KeyMeaning>> = {
  date: "jalaliDate",
  start: "jalaliDate",
  endDate: "endDate",
  end: "endDate",
};
/** Link keys that are not the event's page. */
const OTHER_LINKS =
  /^(?:maps?|images?|img|photos?|posters?|thumbnails?|logo|video|trailer|social|instagram|telegram|facebook|twitter|artist|performer|calendar|ics|نقشه|عکس|تصویر|پوستر|اینستاگرام|تلگرام|ویدیو)$/;

/**
 * Words of a key in snake_case, camelCase, kebab-case or with spaces; Arabic letters become Persian
 * ones.
 */
export function keyTokens(key: string): string[] {
  return key
    .slice(0, MAX_KEY)
    .normalize("NFKC")
    .replace(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\u0640]/g, "")
    .replace(/[يى]/g, "ی")
    .replace(/ك/g, "ک")
    .replace(/\u200c|ٔ/g, "")
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
}

/** Meaning of a key; null for unknown keys, including `__proto__` and similar. */
export const nameKey = (key: string): NamedKey | null => meaningOf(key.slice(0, MAX_KEY));

const meaningOf = remembered(MAX_KNOWN, (key: string): NamedKey | null => {
  // "@type" and "@context" of JSON-LD are metadata.
  if (key.startsWith("@") || key.startsWith("__")) return null;
  const tokens = keyTokens(key);
  const whole = MEANINGS.get(tokens.join(""));
  if (whole) return { ...whole, language: null, unit: null };
  const language =
    tokens.map((token) => LANGUAGE_WORDS[token]).find((found) => found !== undefined) ?? null;
  const unit = tokens.find((token) => UNIT_WORDS.has(token)) ?? null;
  const base = tokens.filter((token) => !(token in LANGUAGE_WORDS) && !UNIT_WORDS.has(token));
  const plain =
    MEANINGS.get(base.join("")) ??
    MEANINGS.get(base.filter((token) => !FILLERS.has(token)).join(""));
  if (plain && (language || unit)) return { ...plain, language, unit };
  if (plain) return { ...plain, language: null, unit: null };
  // "1. Title"
  if (tokens.length > 1 && /^\d+$/.test(tokens[0] ?? ""))
    return meaningOf(tokens.slice(1).join(" "));
  const phrase = meaningOfPhrase(base);
  return (
    ofOtherCalendar(tokens) ??
    joined(tokens.join("")) ??
    linkOf(tokens) ??
    (phrase && { ...phrase, language, unit })
  );
});

/** Jalali dates: start_date_jalali, تاریخ پایان شمسی. */
function ofOtherCalendar(tokens: readonly string[]): NamedKey | null {
  if (!tokens.some((token) => JALALI_WORDS.has(token))) return null;
  const rest = tokens.filter((token) => !JALALI_WORDS.has(token));
  const found =
    MEANINGS.get(rest.join("")) ??
    MEANINGS.get(rest.filter((token) => !FILLERS.has(token)).join(""));
  const meaning = found && DAYS[found.meaning];
  return found && meaning ? { meaning, rank: found.rank + 10, language: null, unit: null } : null;
}

/** Links: "لینک صفحهٔ رویداد", "tickets & info link". */
function linkOf(tokens: readonly string[]): NamedKey | null {
  const isLink =
    tokens.some((token) => /^(?:urls?|links?|لینک|پیوند)$/.test(token)) &&
    !tokens.some((token) => OTHER_LINKS.test(token));
  return isLink ? { meaning: "url", rank: 60, language: null, unit: null } : null;
}

/** Language and meaning in one word: titlefa, farsititle. */
function joined(word: string): NamedKey | null {
  const parts =
    /^(.+?)(fa|farsi|persian|en|english|فارسی|انگلیسی)$/.exec(word) ??
    /^(fa|farsi|persian|en|english)(.+)$/.exec(word);
  if (!parts) return null;
  const [, first = "", second = ""] = parts;
  const [base, language] =
    second in LANGUAGE_WORDS ? [first, LANGUAGE_WORDS[second]] : [second, LANGUAGE_WORDS[first]];
  const found = MEANINGS.get(base);
  return found ? { ...found, language: language ?? null, unit: null } : null;
}

/** Language of a key that only names one ("fa", "English", "فارسی"), as in {"en": …, "fa": …}. */
export function languageKey(key: string): "fa" | "en" | null {
  const tokens = keyTokens(key);
  return tokens.length > 0 && tokens.length <= 2 ? (LANGUAGE_WORDS[tokens[0] ?? ""] ?? null) : null;
}
