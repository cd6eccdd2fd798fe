import { priceTables } from "./read-price";
import { NameTable, type Span } from "./spans";
import type { AudienceFilter } from "./understood";
import { ADULT, type AgeRange } from "./understood";

export interface ReadAudience {
  audience: AudienceFilter;
  spans: Span[];
}

const split = (names: string) => names.split("|");

/**
 * Words for children, and the ages that they name. Those of the category (kids, کودک) are read here
 * only beside with, for and an age.
 */
const CHILDREN: readonly (readonly [names: string, ages?: AgeRange])[] = [
  [
    "with kids|with my kids|with the kids|with children|with my children|with a child|with a kid|with my son|with my daughter|" +
      "for kids|for children|for a kid|for a child|for my son|for my daughter|for my kids|for families|for the family|" +
      "with family|with the family|with my family|kid friendly|kids friendly|child friendly|family friendly|" +
      "با بچه|با بچه‌ها|با بچه‌هام|با بچه‌م|با بچه ام|با کودک|با کودکان|با کودکم|با فرزندم|با پسرم|با دخترم|با خانواده|با خانوادم|با خانواده‌ام|" +
      "برای بچه|برای بچه‌ها|برای بچه‌هام|برای کودک|برای کودکان|برای کودکم|برای پسرم|برای دخترم|برای خانواده|برای کودک و نوجوان|کودک و نوجوان|" +
      "مناسب کودک|مناسب کودکان|مناسب بچه|مناسب بچه‌ها|مناسب خانواده|ویژه کودکان|ویژه کودک|مخصوص بچه‌ها|مخصوص کودکان|واسه بچه|واسه بچه‌ها|واسه بچه‌م|بچه کوچیک|بچه کوچک|ba bache|ba bacheha|baraye bache|baraye bacheha|for small kids|for little kids|for young kids|for small children|for young children|small kids|little kids|young kids|little ones|برای بچه‌های|با بچه‌های|واسه بچه‌های|бо кӯдак|" +
      "بچه‌گانه|بچگانه|کودکانه|برای اطفال|با اطفال|اطفال|барои кӯдакон|барои кӯдакони|барои кӯдакони хурд|кӯдакони хурд|барои кӯдаки хурд|барои кӯдаки|барои кӯдакам|барои кӯдак|барои бачаҳо|барои бачагон|барои бача|бо кӯдакон|бо бачаҳо|бо бачагон|барои оила|бо оила",
  ],
  [
    "with a baby|with my baby|for babies|for my baby|baby|babies|نوزاد|با نوزاد|برای نوزاد",
    { from: 0, to: 1 },
  ],
  ["with toddlers|with a toddler|for toddlers|toddler|toddlers|نوپا|برای نوپا", { from: 1, to: 3 }],
  ["for preschoolers|preschooler|preschoolers|پیش‌دبستانی", { from: 3, to: 6 }],
  ["خردسال|خردسالان|برای خردسال|برای خردسالان", { from: 2, to: 6 }],
  [
    "teen|teens|teenager|teenagers|for teens|for teenagers|with teens|with teenagers|with my teenager|" +
      "نوجوان|نوجوانان|نوجوونا|برای نوجوان|برای نوجوانان|برای نوجوونا|ویژه نوجوانان|مناسب نوجوان|مناسب نوجوانان",
    { from: 13, to: ADULT - 1 },
  ],
  [
    "adults only|adult only|kid free|child free|childfree|ویژه بزرگسالان|فقط بزرگسالان|مخصوص بزرگسالان|فقط بزرگسال",
    { from: ADULT, to: null },
  ],
];

const AGE_UNITS = split(
  "year old|years old|year olds|years olds|years|yrs|yr old|yo|y o|ساله|ساله‌ها|سالش|سالشه|سالمه|سالم|سال|sale|saleh|saal|saale|sal|months old|month old|ماهه",
);
/** Units of other things too: 10 years of jazz. */
const NEEDS_CONTEXT = new Set(["years", "yrs", "سال", "سالم", "sale", "sal", "saal"]);
const MONTHS = new Set(["months old", "month old", "ماهه"]);

/** Words that make one age a bound, before it and after it with its unit. */
const UNDER = split("under|below|younger than|up to|زیر|کمتر از|تا|حداکثر");
const FROM = split("over|above|older than|at least|from|بالای|بیشتر از|از|حداقل|plus|بالاتر از");
const AND_UNDER = split("and under|and younger|or younger|به پایین");
const AND_OVER = split("and over|and up|and above|and older|or older|plus|به بالا|به بعد");

interface AgeTables {
  children: NameTable<AgeRange | null>;
  units: NameTable<string>;
  before: NameTable<"under" | "from">;
  after: NameTable<"under" | "from">;
}

let tables: AgeTables | undefined;

/** The tables of words about children and ages. */
export function audienceTables(): AgeTables {
  if (tables) return tables;
  tables = {
    children: new NameTable(),
    units: new NameTable(),
    before: new NameTable(),
    after: new NameTable(),
  };
  for (const [names, ages = null] of CHILDREN)
    for (const name of split(names)) tables.children.add(name, ages);
  for (const name of AGE_UNITS) tables.units.add(name, name);
  for (const name of UNDER) tables.before.add(name, "under");
  for (const name of FROM) tables.before.add(name, "from");
  for (const name of AND_UNDER) tables.after.add(name, "under");
  for (const name of AND_OVER) tables.after.add(name, "from");
  return tables;
}

const ENGLISH_AGES = split(
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen",
);
const PERSIAN_AGES = split(
  "یک|دو|سه|چهار|پنج|شش|هفت|هشت|نه|ده|یازده|دوازده|سیزده|چهارده|پانزده|شانزده|هفده|هجده",
);

function ageOf(word = ""): number | null {
  const age = /^\d{1,2}$/.test(word)
    ? Number(word)
    : PERSIAN_AGES.indexOf(word) + 1 || ENGLISH_AGES.indexOf(word) + 1 || null;
  return age !== null && age <= ADULT ? age : null;
}

/** An age that is written together with its unit: 7yo, ۷ساله. */
const WITH_UNIT = /^(\d{1,2})(?:yo|yrs?|ساله|سال|سالشه)$/;

/** Words before a number that make it an age: aged 5, kids 3-6, children of 7. */
const NAMES_AN_AGE = new Set(
  split(
    "aged|age|ages|سن|سنین|kid|kids|child|children|toddlers|teens|bache|bacheha|dokhtar|pesar|بچه|بچه ها|بچه های|کودک|کودکان|نوجوانان",
  ),
);
/** Words that belong to an age: بچه ۴ ساله, for my 4 year old daughter. */
const BESIDE_BEFORE = new Set(
  split(
    "for|my|a|with|of|is|aged|age|ages|kid|kids|child|children|son|daughter|bache|dokhtar|pesar|baraye|بچه|بچه های|های|کودک|کودکان|پسر|دختر|برای|با|یه|یک|سن|سنین|فرزند|واسه|رده|گروه|بین|between",
  ),
);
const BESIDE_AFTER = new Set(
  split("son|daughter|kid|kids|child|children|boy|boys|girl|girls|baby|ام|م|ها|بچه|کودک"),
);
/** Words behind children that say no more of them: بچه کوچیک, toddler friendly. */
const BESIDE_CHILDREN = new Set(
  split("friendly|welcome|ok|کوچیک|کوچک|کوچولو|کوچولوم|کوچیکم|کوچکم|kuchik|koochik|koochak"),
);
const BETWEEN = new Set(split("to|تا|الی|and|or|و|یا|ta|ya|va"));

interface FoundAges {
  ages: AgeRange;
  start: number;
  /** Exclusive. */
  end: number;
}

/**
 * The ages that begin at a word: 7, 3 to 6, under 5 years, 12 and up; null if the words name none.
 */
function agesAt(
  words: readonly string[],
  at: number,
  text: string,
  isTaken: (index: number) => boolean,
): FoundAges | null {
  const { units, before, after } = audienceTables();
  const together = WITH_UNIT.exec(words[at] ?? "");
  const first = ageOf(together?.[1] ?? words[at]);
  if (first === null) return null;
  let end = at + 1;
  let last = first;
  const second = BETWEEN.has(words[end] ?? "") ? end + 1 : end;
  const other = isTaken(second)
    ? null
    : ageOf(WITH_UNIT.exec(words[second] ?? "")?.[1] ?? words[second]);
  const isRange = other !== null && other > first && (second > end || isJoined(text, first, other));
  if (isRange) [last, end] = [other, second + 1];
  const isUnitWritten = together !== null || WITH_UNIT.test(words[end - 1] ?? "");
  const unit = isUnitWritten ? null : units.longestAt(words, end, isTaken);
  if (unit) end += unit.span.length;
  if (
    priceTables().units.longestAt(words, end, isTaken) ||
    new RegExp(`[€$£]\\s?${last}(?!\\d)`).test(text)
  )
    return null;
  const isMonths = MONTHS.has(unit?.meaning ?? "");
  const hasPlus = new RegExp(`(?<!\\d)(?:\\+\\s?${first}|${first}\\s?\\+)(?!\\d)`).test(text);
  const previous = words[at - 1] ?? "";
  const isBeside = BESIDE_BEFORE.has(previous) && words[end] !== "of";
  const isNamed = NAMES_AN_AGE.has(previous) || (/^(?:of|is|های)$/.test(previous) && at > 1);
  const bound = [3, 2, 1]
    .map((length) => ({
      length,
      found: at >= length ? before.longestAt(words, at - length, isTaken) : null,
    }))
    .find(({ length, found }) => found?.span.length === length);
  const isNamedBefore = bound !== undefined && NAMES_AN_AGE.has(words[at - bound.length - 1] ?? "");
  const isAged =
    unit !== null &&
    (!NEEDS_CONTEXT.has(unit.meaning) || isRange || bound !== undefined || isBeside);
  if (!isUnitWritten && !isAged && !isNamed && !isNamedBefore && !hasPlus) return null;
  // A number in English words needs its unit: "kids one man show".
  if (!isUnitWritten && !isAged && ENGLISH_AGES.includes(words[at] ?? "")) return null;
  const start = bound && !isRange ? at - bound.length : at;
  const follows = after.longestAt(words, end, isTaken);
  if (follows) end += follows.span.length;
  const limit = isRange
    ? null
    : hasPlus
      ? "from"
      : (follows?.meaning ?? bound?.found?.meaning ?? null);
  if (isMonths) return { ages: { from: 0, to: Math.floor(last / 12) }, start, end };
  if (limit === "under") return { ages: { from: 0, to: Math.min(last, ADULT - 1) }, start, end };
  if (limit === "from") return { ages: { from: first, to: null }, start, end };
  return first >= ADULT && !isRange
    ? null
    : { ages: { from: first, to: last >= ADULT ? null : last }, start, end };
}

/** Whether two numbers are written as a range: 3-6. */
const isJoined = (text: string, first: number, last: number) =>
  new RegExp(`(?<!\\d)${first}\\s?[-–—/]\\s?${last}(?!\\d)`).test(text);

/**
 * Reads children, their ages and an age limit, in both languages; null without any.
 * @param text the query with Latin digits, for signs that folding removes
 */
export function readAudience(
  words: readonly string[],
  text: string,
  isTaken: (index: number) => boolean,
): ReadAudience | null {
  const { children } = audienceTables();
  const spans: Span[] = [];
  let ages: AgeRange | undefined;
  let named: AgeRange | undefined;
  for (let start = 0; start < words.length; start++) {
    if (isTaken(start)) continue;
    const name = children.longestAt(words, start, isTaken);
    if (name) {
      let length = name.span.length;
      while (BESIDE_CHILDREN.has(words[start + length] ?? "") && !isTaken(start + length)) length++;
      spans.push({ start, length });
      named ??= name.meaning ?? undefined;
      start += length - 1;
      continue;
    }
    const found = agesAt(words, start, text, isTaken);
    if (found === null) continue;
    ages ??= found.ages;
    const isFree = (index: number) =>
      !isTaken(index) &&
      !spans.some((span) => index >= span.start && index < span.start + span.length);
    let first = found.start;
    while (first > 0 && BESIDE_BEFORE.has(words[first - 1] ?? "") && isFree(first - 1)) first--;
    let { end } = found;
    while (BESIDE_AFTER.has(words[end] ?? "") && !isTaken(end)) end++;
    spans.push({ start: first, length: end - first });
    start = end - 1;
  }
  if (spans.length === 0) return null;
  const stated = ages ?? named;
  const isForAdults = stated !== undefined && stated.from >= ADULT;
  return {
    audience: {
      traits: isForAdults ? [] : ["for-children"],
      ...(stated === undefined ? null : { ages: stated }),
    },
    spans,
  };
}
