import type { Locale } from "../../i18n/locale";
import { remembered } from "../runtime/remembered";
import { localDigits } from "./digits";

const DEFAULT_CURRENCY: Record<string, string> = {
  IR: "IRR",
  AF: "AFN",
  AE: "AED",
  AM: "AMD",
  AU: "AUD",
  CA: "CAD",
  DK: "DKK",
  GB: "GBP",
  GE: "GEL",
  JP: "JPY",
  NO: "NOK",
  QA: "QAR",
  SE: "SEK",
  TJ: "TJS",
  TR: "TRY",
  US: "USD",
  AT: "EUR",
  DE: "EUR",
  FR: "EUR",
  NL: "EUR",
};

/** ISO 4217 currency of a country (ISO 3166-1 alpha-2); USD where we know none. */
export function currencyOf(countryCode: string): string {
  return DEFAULT_CURRENCY[countryCode] ?? "USD";
}

const formatterFor = remembered(
  100,
  (locale: Locale, options: string): Intl.NumberFormat =>
    new Intl.NumberFormat(locale === "fa" ? "fa-IR" : "en-GB", JSON.parse(options)),
);

const formatter = (locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  formatterFor(locale, JSON.stringify(options));

const GROUP: Record<Locale, string> = { en: ",", fa: "٬" };

/**
 * A count in the reader's digits: 1,234 or ۱٬۲۳۴. Plain counts avoid Intl, whose first Persian use
 * takes 100 ms on a phone.
 */
export function formatNumber(
  value: number,
  locale: Locale,
  options?: Intl.NumberFormatOptions,
): string {
  if (options || !Number.isSafeInteger(value) || value < 0)
    return formatter(locale, options ?? {}).format(value);
  return localDigits(String(value).replace(/\B(?=(?:\d{3})+$)/g, GROUP[locale]), locale);
}

/** Colloquial units of currencies shown in another unit; Intl has none. */
const UNIT_WORDS: Readonly<Record<string, Record<Locale, string>>> = {
  IRR: { en: "toman", fa: "تومان" },
};

/** Stored units in one that people name: rials in a toman. */
export const unitsIn = (currency: string): number => (UNIT_WORDS[currency] ? 10 : 1);

/** The unit that people name: "toman", "EUR", "یورو". */
export const unitName = (currency: string, locale: Locale): string =>
  UNIT_WORDS[currency]?.[locale] ??
  (locale === "fa" ? new Intl.DisplayNames("fa", { type: "currency" }).of(currency) : null) ??
  currency;

export type PriceLabel =
  | { kind: "free" }
  | { kind: "not-stated" }
  | { kind: "price"; text: string };

/**
 * A price for people (decisions.md §2): IRR in toman (÷ 10, "toman" / "تومان"), others as their
 * currency is written.
 * @param price smallest unit that people name; 0 is free, null is not stated
 */
export function formatPrice(price: number | null, currency: string, locale: Locale): PriceLabel {
  if (price === null) return { kind: "not-stated" };
  if (price === 0) return { kind: "free" };
  const unit = UNIT_WORDS[currency];
  if (unit)
    return {
      kind: "price",
      text: `${formatNumber(price / unitsIn(currency), locale, { maximumFractionDigits: 1 })} ${unit[locale]}`,
    };
  const fractionDigits = Number.isInteger(price) ? 0 : 2;
  // "۸ دلار کانادا": Persian spells out currencies that English writes as signs.
  const currencyDisplay = locale === "fa" ? "name" : "symbol";
  const options = {
    style: "currency",
    currency,
    currencyDisplay,
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  } as const;
  return { kind: "price", text: formatNumber(price, locale, options) };
}
