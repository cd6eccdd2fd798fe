import type { IssueCode } from "../issue-table";
import { foldWords, wholeWord } from "../text/fold-words";
import { remember } from "../text/remember";
import { UNKNOWN_WORDS } from "./calendar-words";
import type { CurrencyUnit } from "./currency-words";
import { NUMBER_WORDS } from "./number-words";
import { type Amount, amountsOf } from "./price-amounts";

/** A price from a text or number, before the city's unit applies. */
export interface ReadPrice {
  /** In `unit`, if set: 250,000 (toman). Null if there is no amount. */
  amount: number | null;
  unit: CurrencyUnit | null;
  free: boolean;
  confidence: number;
  codes: IssueCode[];
}

const FREE =
  "free|gratis|frei|gratuit|entrée libre|ücretsiz|kostenlos|no (?:charge|cost|fee|cover)|complimentary|without charge|رایگان|مجانی|بدون هزینه|ورود آزاد|مجانا|ورود(?: برای عموم)? آزاد|آزاد برای عموم|ورود برای (?:همه|عموم) آزاد|آزاد";
const FREE_WORD = wholeWord(FREE, "u");
/** Free for some people, or in addition to a price. */
const FREE_FOR_SOME = wholeWord(
  `(?:free|رایگان)(?: (?:entry|admission|entrance))? (?:for|برای) (?!all(?!\\p{L})|everyone|everybody|the public|همه|عموم)\\p{L}+|(?:children|kids|members|students|under[- ]?\\d*s?|کودکان|اعضا|دانشجویان|بچه ها)[^.,;،؛]{0,30}(?:free|رایگان)|free (?:drink|parking|shipping|food|snack|gift|cancellation|wifi)|not free|رایگان نیست|غیر ?رایگان|free[- ]?ish|buy \\d`,
  "u",
);
const NOT_FREE = wholeWord("not free|isn['’]t free|رایگان نیست|غیر ?رایگان", "u");
const OPTIONAL = wholeWord("donations?|suggested|optional|اختیاری|کمک|همت عالی", "u");
/** "ودویست" written as one word. */
const JOINED_AND = new RegExp(`(?<=\\s)و(?=(?:${NUMBER_WORDS})(?!\\p{L}))`, "gu");
/** A suggested amount. */
const SUGGESTED_AMOUNT = wholeWord(
  "pay what you (?:can|want|wish|like)|pwyc|suggested|by donation|donation[- ]based|(?:min(?:imum)?\\.? )?donation of|پیشنهادی|همت عالی|به دلخواه",
  "u",
);
const UNSTATED = new RegExp(
  `^(?:${UNKNOWN_WORDS}|.*(?<!\\p{L})(?:donations?|pay what you (?:can|want|wish)|pwyc|var(?:y|ies|ious|iable)|depends|see (?:the )?(?:website|site|link|venue|page)|check (?:the )?(?:website|site|with venue)|ticketed|paid|sold out|by invitation|invitation only|included|price on request|contact|متغیر|متفاوت|همت عالی|کمک مردمی|توافقی|مراجعه|تماس|طبق سایت|دعوتنامه|با دعوت|اتمام بلیت|فروخته شد|tba|tbd|tbc|unknown|نامشخص|اعلام|به زودی|بعدا)(?!\\p{L}).*)[.!]*$`,
  "u",
);

/**
 * Reads "$45", "CAD 35", "£10–20" (the lowest), "۲۵۰ هزار تومان", "Free with RSVP". @param country
 * country that decides what "$" means
 */
export const readPriceText: (text: string, country: string) => ReadPrice = remember(read);

function read(text: string, country = ""): ReadPrice {
  if (/^\s*[-+]?\d+(?:\.\d+)?e[-+]?\d+\s*$/i.test(text))
    return { ...noPrice(), amount: Number(text), confidence: 0.5 };
  const folded = foldWords(text.replace(/\u200c/g, " "))
    .replace(JOINED_AND, "و ")
    .replace(/(?<=\d)،(?=\d{3})/g, ",");
  if (folded === "") return noPrice();
  const amounts = amountsOf(folded, country);
  // If some amounts have a unit, those without are not prices: "$25 (ages 12+)".
  const priced = withSharedUnit(amounts);
  if (priced.some(({ isNegative }) => isNegative))
    return { ...noPrice(), codes: ["negative-price"] };
  const isFree = FREE_WORD.test(folded) && !NOT_FREE.test(folded);
  const lowest = lowestOf(priced);
  if (isFree) return freeOr(lowest, folded, country);
  if (SUGGESTED_AMOUNT.test(folded)) return { ...noPrice(), codes: ["price-by-choice"] };
  if (!lowest) return { ...noPrice(), codes: unstated(folded) };
  const isPlain =
    amounts.length === 1 && /^[^\p{L}]*(?:\p{L}+(?!\p{L})[^\p{L}]*){0,3}$/u.test(folded);
  return {
    amount: lowest.value,
    unit: lowest.unit,
    free: lowest.value === 0,
    confidence: isPlain ? 1 : 0.85,
    codes: [],
  };
}

/**
 * The amounts with a unit, and those without that are of the same size: "Early bird 100,000 /
 * Regular 150,000 toman". All where none has a unit.
 */
function withSharedUnit(amounts: readonly Amount[]): readonly Amount[] {
  const named = amounts.find(({ unit, value }) => unit && value > 0);
  if (!named) return amounts;
  const isAlike = ({ value }: Amount) =>
    value >= 1_000 && value % 500 === 0 && value <= named.value * 10 && value >= named.value / 10;
  return amounts.flatMap((amount) =>
    amount.unit ? [amount] : isAlike(amount) ? [{ ...amount, unit: named.unit }] : [],
  );
}

/** What a price without an amount says. */
function unstated(folded: string): IssueCode[] {
  if (/(?<!\p{L})(?:sold ?out|اتمام بلیت|فروخته شد)(?!\p{L})/u.test(folded)) return ["sold-out"];
  if (OPTIONAL.test(folded)) return ["price-by-choice"];
  const isVague =
    /(?<!\p{L})(?:var(?:y|ies|ious|iable)|depends|متغیر|متفاوت|توافقی)(?!\p{L})/u.test(folded);
  return UNSTATED.test(folded) && !isVague ? [] : ["unreadable-price"];
}

const noPrice = (): ReadPrice => ({
  amount: null,
  unit: null,
  free: false,
  confidence: 0,
  codes: [],
});

function lowestOf(amounts: readonly Amount[]): Amount | null {
  const size = ({ value, unit }: Amount) => value * (unit?.factor ?? 1);
  const [first, ...others] = amounts.filter(({ value }) => value > 0 || amounts.length === 1);
  return first
    ? others.reduce((lowest, amount) => (size(amount) < size(lowest) ? amount : lowest), first)
    : (amounts[0] ?? null);
}

/** Free for all, or free for some beside a price. */
function freeOr(lowest: Amount | null, text: string, country: string): ReadPrice {
  const free: ReadPrice = {
    amount: 0,
    unit: lowest?.unit ?? null,
    free: true,
    confidence: 1,
    codes: [],
  };
  if (!lowest || lowest.value === 0) {
    if (FREE_FOR_SOME.test(text)) return { ...noPrice(), codes: ["unreadable-price"] };
    return {
      ...free,
      confidence: /^[^\p{L}]*(?:\p{L}+(?!\p{L})[^\p{L}]*){1,3}$/u.test(text) ? 1 : 0.9,
    };
  }
  if (OPTIONAL.test(text) && !FREE_FOR_SOME.test(text)) return { ...free, confidence: 0.9 };
  const isRange = /^(?:free|رایگان)\s?(?:–|-|to|تا)/u.test(text);
  if (isRange) return { ...free, confidence: 0.5, codes: ["free-or-not"] };
  // A number without a currency beside "free" is an age, a date or a number of places.
  if (
    lowest.unit === null &&
    amountsOf(text, country).every(({ unit }) => unit === null) &&
    !FREE_FOR_SOME.test(text)
  )
    return { ...free, confidence: 0.8 };
  return {
    amount: lowest.value,
    unit: lowest.unit,
    free: false,
    confidence: 0.7,
    codes: FREE_FOR_SOME.test(text) ? [] : ["free-or-not"],
  };
}
