import type { EntryFinding } from "../entries/found-event";
import { isJson, type Json, textIn } from "../entries/linked-data";
import { foldWords } from "../text/fold-words";
import { unitOf } from "./currency-words";
import { readPriceText } from "./read-price";

/** The lowest price that offers state, in the smallest unit that people name. */
export interface ReadOffers {
  price: number | null;
  currency: string | null;
  findings: EntryFinding[];
}

const objectsOf = (value: unknown): Json[] => [value].flat().filter(isJson);

interface OneOffer {
  amount: number | null;
  currency: string | null;
  isStated: boolean;
  /** Whether it was taken as thousands: "۲۵۰ ت" is 250,000 toman. */
  isShort: boolean;
}

/** Amounts in toman below this are thousands. */
const SHORT_BELOW = 10_000;

function offerOf(offer: Json): OneOffer {
  const part = objectsOf(offer.priceSpecification)[0] ?? {};
  const stated = [offer.lowPrice, offer.price, part.minPrice, part.price].find(
    (value) => typeof value === "number" || textIn(value) !== null,
  );
  if (stated === undefined)
    return { amount: null, currency: null, isStated: false, isShort: false };
  const read = readPriceText(String(typeof stated === "number" ? stated : textIn(stated)), "");
  const code = textIn(offer.priceCurrency) ?? textIn(part.priceCurrency);
  const named = code === null ? null : unitOf(foldWords(code), "");
  const unit = read.unit ?? named;
  const isShort =
    typeof stated === "string" &&
    read.unit?.factor === 10 &&
    0 < (read.amount ?? 0) &&
    (read.amount ?? 0) < SHORT_BELOW;
  return {
    isShort,
    amount: read.amount === null ? null : read.amount * (unit?.factor ?? 1) * (isShort ? 1_000 : 1),
    currency: unit?.currency ?? (code !== null && /^[A-Z]{3}$/.test(code) ? code : null),
    isStated: true,
  };
}

/** Reads the offers of a schema.org event. @param isFree `isAccessibleForFree` */
export function readOffers(value: unknown, isFree: boolean): ReadOffers {
  const offers = objectsOf(value)
    .flatMap((offer) => {
      const inner = objectsOf(offer.offers);
      return inner.length > 0 && offer.lowPrice === undefined ? inner : [offer];
    })
    .map(offerOf);
  const priced = offers.filter(({ amount }) => amount !== null);
  const unread = offers.some(({ isStated, amount }) => isStated && amount === null);
  const findings: EntryFinding[] = unread ? [{ field: "price", code: "unreadable-price" }] : [];
  const paid = priced.filter(({ amount }) => amount !== 0);
  const [first, ...others] = paid.length > 0 ? paid : priced;
  if (!first) return { price: isFree && !unread ? 0 : null, currency: null, findings };
  const lowest = others.reduce(
    (least, one) =>
      one.currency === least.currency && (one.amount ?? 0) < (least.amount ?? 0) ? one : least,
    first,
  );
  // A free place for some beside a price.
  if (paid.length > 0 && paid.length < priced.length)
    findings.push({ field: "price", code: "several-prices" });
  if (lowest.isShort) findings.push({ field: "price", code: "thousands-assumed" });
  if (isFree && lowest.amount !== 0) findings.push({ field: "price", code: "free-or-not" });
  if (lowest.currency === null && lowest.amount !== 0)
    findings.push({ field: "price", code: "unit-unclear" });
  return { price: lowest.amount, currency: lowest.currency, findings };
}
