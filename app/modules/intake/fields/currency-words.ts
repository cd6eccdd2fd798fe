import { scaleOf } from "./number-words";

/** A unit of prices: its currency, and its factor to the smallest named unit. */
export interface CurrencyUnit {
  currency: string;
  factor: number;
}

/** The country decides which currency "$" and similar signs mean. */
const DOLLARS: Record<string, string> = { CA: "CAD", AU: "AUD", NZ: "NZD", US: "USD" };
const KRONE: Record<string, string> = { SE: "SEK", NO: "NOK", DK: "DKK" };
const RIALS: Record<string, string> = { QA: "QAR", OM: "OMR", SA: "SAR" };

/** Words and signs of currencies, folded; a function if the country decides. Longer ones first. */
const WORDS: readonly (readonly [string, string | ((country: string) => string)])[] = [
  ["تومان|تومن[هی]?|تومانه|tomans?|toumans?|tomaans?|irt|t|ت", "IRT"],
  ["iranian rials?|ریال ایران|irr", "IRR"],
  ["ریال قطر|qatari riyals?|qar", "QAR"],
  ["ریال عمان|omani rials?|omr", "OMR"],
  ["ریال عربستان|ریال سعودی|saudi riyals?|sar", "SAR"],
  ["ریال|rials?|riyals?|rls?", (country) => RIALS[country] ?? "IRR"],
  ["درهم(?: امارات)?|dirhams?|dhs?|aed|د\\.?ا", "AED"],
  ["ca ?\\$|c\\$|cad ?\\$|cdn ?\\$|cad|canadian dollars?|دلار کانادا", "CAD"],
  [
    "us ?\\$|usd ?\\$|u\\.s\\. dollars?|usd|us dollars?|american dollars?|دلار (?:آمریکا|امریکا|ایالات متحده)",
    "USD",
  ],
  ["a ?\\$|au ?\\$|aud ?\\$|aud|australian dollars?|دلار استرالیا", "AUD"],
  ["nz ?\\$|nzd", "NZD"],
  ["\\$|dollars?|bucks|دلار", (country) => DOLLARS[country] ?? "USD"],
  ["£|gbp|pounds?(?: sterling)?|quid|پوند(?: انگلیس| بریتانیا)?", "GBP"],
  ["€|eur|euros?|یورو", "EUR"],
  ["₺|try|turkish liras?|liras?|tl|لیره?(?: ترکیه)?", "TRY"],
  ["sek|swedish kron(?:or|a|e)|کرون سوئد", "SEK"],
  ["nok|norwegian kron(?:er|e)|کرون نروژ", "NOK"],
  ["dkk|danish kron(?:er|e)|کرون دانمارک", "DKK"],
  ["kr\\.?|kron(?:or|er|a|e)|کرون", (country) => KRONE[country] ?? "SEK"],
  ["chf|francs?|فرانک(?: سوئیس)?", "CHF"],
  ["jpy|¥|yen|ین(?: ژاپن)?", "JPY"],
  ["₾|gel|laris?|لاری", "GEL"],
  ["֏|amd|drams?|درام", "AMD"],
  ["؋|afn|afghanis?|افغانی", "AFN"],
  ["tjs|somonis?|سامانی", "TJS"],
  ["kwd|دینار کویت", "KWD"],
  ["iqd|دینار(?: عراق)?|dinars?", "IQD"],
  ["inr|₹|rupees?", "INR"],
];

const PATTERNS = WORDS.map(([words, currency]) => ({
  // Words must match as a whole; adjacent digits are split off before: "cad35", "۵۰هزارتومان".
  whole: new RegExp(`^(?:${words})$`, "u"),
  currency,
}));

/** One regular expression for all currency words. */
export const MONEY_WORDS = WORDS.map(([words]) => words).join("|");

/** A unit with its scale: "هزار تومان". */
export function scaledUnitOf(text: string, country: string): CurrencyUnit | null {
  const [, scale = "", rest = ""] = /^(\S+) (.+)$/.exec(text) ?? [];
  const size = scaleOf(scale);
  const unit = size === undefined ? null : unitOf(rest, country);
  return unit && size !== undefined
    ? { ...unit, factor: unit.factor * size }
    : unitOf(text, country);
}

/** The unit of a word, sign or ISO code; null if unknown. */
export function unitOf(word: string, country: string): CurrencyUnit | null {
  const found = PATTERNS.find(({ whole }) => whole.test(word));
  if (!found) return null;
  const currency = typeof found.currency === "string" ? found.currency : found.currency(country);
  // Toman is not an ISO 4217 currency: 10 rials (decisions.md §2).
  return currency === "IRT" ? { currency: "IRR", factor: 10 } : { currency, factor: 1 };
}
