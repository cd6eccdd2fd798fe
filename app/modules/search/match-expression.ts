import type { CategoryName } from "../events/categories";
import { stemsOf, type Unit } from "./query-units";
import { facetWord } from "./search-document";
import { stem } from "./stem";

export interface SearchFilters {
  cityId?: string;
  /** One of them is enough. */
  categories?: readonly CategoryName[];
  free?: boolean;
  /** A tag or its search key. */
  tag?: string;
}

/** The columns that hold names. A word in one of these says what an event is; in a description it may say anything. */
const NAMES = "{title venue tags categories organizer city}";
const EVERYWHERE = "{title venue tags categories organizer city description}";

export type Scope = "names" | "everywhere";

/** Only letters and digits reach the index: operators, quotes and NUL have been folded away, the rest is quoted. */
const quote = (word: string) => `"${word.replace(/[^\p{L}\p{N}]/gu, "")}"`;

function anyOf(expressions: Iterable<string>): string {
  return `(${[...new Set(expressions)].join(" OR ")})`;
}

/** An expression for one unit; what is merely near counts only in names. Every word of the index stands there with its stem. */
export function unitExpression(unit: Unit, scope: Scope): string {
  const alternatives = unit.alternatives
    .filter(({ kind }) => scope === "names" || kind !== "near")
    .map(({ words }) => {
      const all = stemsOf(words).map(quote);
      return all.length === 1 ? (all[0] ?? "") : `(${all.join(" AND ")})`;
    });
  return anyOf([...alternatives, ...unit.joins.map((join) => quote(stem(join)))]);
}

/** All units within the filters. Without units: whatever passes the filters. */
export function matchExpression(units: readonly Unit[], scope: Scope, filters: SearchFilters, ...facets: string[]): string {
  const facet = facetExpression(filters, facets);
  if (units.length === 0) return `facets : ${facet}`;
  const words = units.map((unit) => unitExpression(unit, scope)).join(" AND ");
  const within = facet === quote(facetWord.any) ? "" : ` AND (facets : ${facet})`;
  return `(${scope === "names" ? NAMES : EVERYWHERE} : (${words}))${within}`;
}

function facetExpression({ cityId, categories = [], free, tag }: SearchFilters, facets: readonly string[]): string {
  const all = [
    ...(cityId ? [quote(facetWord.city(cityId))] : []),
    ...(categories.length > 0 ? [anyOf(categories.map((name) => quote(facetWord.category(name))))] : []),
    ...(free ? [quote(facetWord.free)] : []),
    ...(tag ? [quote(facetWord.tag(tag)) === '""' ? quote(facetWord.any) : quote(facetWord.tag(tag))] : []),
    ...facets.map(quote),
  ];
  return all.length === 0 ? quote(facetWord.any) : `(${all.join(" AND ")})`;
}

/** Words of names that begin like this, of one to three letters: the index keeps those beginnings. */
export function prefixExpression(prefix: string): string {
  return `${quote(prefix)} *`;
}
