import type { PriceRange } from "./read-query/understood";

/** Lower bounds of the price facets within a decade: amounts that people name. */
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 7.5, 8, 9];
const DECADES = 10;
const BOUNDS = Array.from({ length: DECADES }, (_, decade) =>
  STEPS.map((step) => Math.round(step * 10 ** decade * 10) / 10),
).flat();

/** Index of the facet that a price is in; prices below 1 are in the first. */
function facetOf(price: number): number {
  let low = 0;
  let high = BOUNDS.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((BOUNDS[middle] ?? 0) <= price) low = middle;
    else high = middle - 1;
  }
  return low;
}

const wordOf = (currency: string, facet: number) => `p${currency.toLowerCase()}${facet}`;

/** Facet word of a price in stored units. */
export const priceWord = (price: number, currency: string): string =>
  wordOf(currency, facetOf(price));

/** Facet words of all prices that may be in a range; `isInPriceRange` decides at its ends. */
export function priceWords({
  min = 0,
  max,
  under,
  currency,
  currencies = [currency],
}: PriceRange): string[] {
  const first = facetOf(min);
  const limit = Math.min(max ?? Number.POSITIVE_INFINITY, under ?? Number.POSITIVE_INFINITY);
  const last =
    limit === Number.POSITIVE_INFINITY
      ? BOUNDS.length - 1
      : facetOf(limit) - (limit === under && BOUNDS[facetOf(limit)] === under ? 1 : 0);
  const facets = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return currencies.flatMap((code) => facets.map((facet) => wordOf(code, facet)));
}

/** Whether the facet words have no price outside the range. */
export const areExactWords = ({ min, max, under }: PriceRange): boolean =>
  max === undefined && [min, under].every((bound) => bound === undefined || BOUNDS.includes(bound));

/** Whether a price is in a range; free events pass it unless it has a minimum. */
export function isInPriceRange(price: number | null, currency: string, range: PriceRange): boolean {
  if (price === 0) return range.min === undefined;
  if (price === null || !(range.currencies ?? [range.currency]).includes(currency)) return false;
  return (
    price >= (range.min ?? 0) &&
    price <= (range.max ?? Number.POSITIVE_INFINITY) &&
    price < (range.under ?? Number.POSITIVE_INFINITY)
  );
}
