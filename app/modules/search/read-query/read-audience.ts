import { NameTable, type Span } from "./spans";
import type { AudienceFilter } from "./understood";

export interface ReadAudience {
  audience: AudienceFilter;
  spans: Span[];
}

const split = (names: string) => names.split("|");

/** Words for children. Those that name the category (kids, کودک) are read here only beside with and for. */
const CHILDREN = split(
  "with kids|with my kids|with the kids|with children|with my children|with a child|with a kid|with my son|with my daughter|with a baby|with my baby|" +
    "with toddlers|with a toddler|for kids|for children|for a kid|for a child|for toddlers|for babies|for my son|for my daughter|for families|for the family|" +
    "with family|with the family|with my family|kid friendly|kids friendly|child friendly|family friendly|toddler|toddlers|baby|babies|preschooler|preschoolers|" +
    "teens|teenagers|for teens|for teenagers|" +
    "با بچه|با بچه‌ها|با بچه‌هام|با بچه‌م|با بچه ام|با کودک|با کودکان|با کودکم|با فرزندم|با پسرم|با دخترم|با نوزاد|با خانواده|با خانوادم|با خانواده‌ام|" +
    "برای بچه|برای بچه‌ها|برای بچه‌هام|برای کودک|برای کودکان|برای کودکم|برای پسرم|برای دخترم|برای نوجوان|برای نوجوانان|برای نوجوونا|برای خانواده|" +
    "مناسب کودک|مناسب کودکان|مناسب بچه|مناسب بچه‌ها|مناسب خانواده|ویژه کودکان|ویژه کودک|مخصوص بچه‌ها|مخصوص کودکان|واسه بچه|واسه بچه‌ها|واسه بچه‌م|بچه کوچیک|بچه کوچک|خردسال|نوپا|نوجوان|نوجوانان|ba bache|baraye bache",
);

const AGE_UNITS = split("year old|years old|year olds|years|yr old|yo|y o|ساله|ساله‌ها|سالش|سالمه|سال|sale|saleh|months old|ماهه");
/** Ages from here on are those of adults. */
const ADULT = 18;

let children: NameTable<true> | undefined;
let units: NameTable<string> | undefined;

/** The tables of words about children and ages. */
export function audienceTables() {
  if (!children || !units) {
    children = new NameTable();
    for (const name of CHILDREN) children.add(name, true);
    units = new NameTable();
    for (const name of AGE_UNITS) units.add(name, name);
  }
  return { children, units };
}

const PERSIAN_AGES = split("یک|دو|سه|چهار|پنج|شش|هفت|هشت|نه|ده");

function ageOf(word: string): number | null {
  const written = PERSIAN_AGES.indexOf(word) + 1;
  const age = /^\d{1,2}$/.test(word) ? Number(word) : written;
  return age > 0 && age < ADULT ? age : null;
}

/** Words that belong to an age: بچه ۴ ساله, for my 4 year old daughter, aged 5. */
const BESIDE_BEFORE = new Set(split("for|my|a|with|aged|age|بچه|کودک|پسر|دختر|برای|با|یه|یک|سن|فرزند|واسه"));
const BESIDE_AFTER = new Set(split("son|daughter|kid|kids|child|children|boy|girl|baby|ام|م|ها|بچه|کودک"));

/** Reads children and their ages, in both languages; null without any. */
export function readAudience(words: readonly string[], isTaken: (index: number) => boolean): ReadAudience | null {
  const { children: names, units: ages } = audienceTables();
  const spans: Span[] = [];
  let age: number | undefined;
  for (let start = 0; start < words.length; start++) {
    if (isTaken(start)) continue;
    const named = names.longestAt(words, start, isTaken);
    if (named) {
      spans.push(named.span);
      start += named.span.length - 1;
      continue;
    }
    const found = ageOf(words[start] ?? "");
    const unit = found === null ? null : ages.longestAt(words, start + 1, isTaken);
    const isAged = /^(?:aged|ages|age|سن)$/.test(words[start - 1] ?? "");
    if (found === null || (!unit && !isAged)) continue;
    age ??= unit?.meaning === "months old" || unit?.meaning === "ماهه" ? 0 : found;
    let first = start;
    while (first > 0 && BESIDE_BEFORE.has(words[first - 1] ?? "") && !isTaken(first - 1)) first--;
    let end = start + 1 + (unit?.span.length ?? 0);
    while (BESIDE_AFTER.has(words[end] ?? "") && !isTaken(end)) end++;
    spans.push({ start: first, length: end - first });
    start = end - 1;
  }
  return spans.length === 0 ? null : { audience: { traits: ["for-children"], ...(age === undefined ? null : { age }) }, spans };
}
