import type { Cell } from "../../lib/geo/geo";
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
  /** One of them is enough: where events near a place stand. */
  cells?: readonly Cell[];
}

/** The columns that hold names. A word in one of these says what an event is; in a description it may say anything. */
const NAMES = "{title venue tags categories organizer city}";

/** Same: words and synonyms in names. Names: also what is merely near. Everywhere: also words and synonyms in descriptions. */
export type Scope = "same" | "names" | "everywhere";

/** Only letters and digits reach the index: operators, quotes and NUL have been folded away, the rest is quoted. */
const quote = (word: string) => `"${word.replace(/[^\p{L}\p{N}]/gu, "")}"`;

function anyOf(expressions: Iterable<string>): string {
  return [...new Set(expressions)].join(" OR ");
}

/** Every word of the index stands there with its stem, so that stems are all there is to look for. */
function alternativesOf({ alternatives, joins }: Unit, withNear: boolean): string {
  const phrases = alternatives
    .filter(({ kind }) => withNear || kind !== "near")
    .map(({ words }) => [...new Set(stemsOf(words).map(quote))]);
  return anyOfAll(withoutNarrower([...phrases, ...joins.map((join) => [quote(stem(join))])]));
}

/** Without what another one finds already: whoever looks for persian music needs not look for classical persian music. */
function withoutNarrower(phrases: readonly (readonly string[])[]): (readonly string[])[] {
  const isWithin = (some: readonly string[], all: readonly string[]) => some.every((word) => all.includes(word));
  return phrases.filter((phrase, index) =>
    phrases.every((other, place) => other === phrase || !isWithin(other, phrase) || (isWithin(phrase, other) && place > index)),
  );
}

/**
 * One of these phrases, of each all words. The word that most of them share stands once, since the index walks
 * through a word's events as often as the word stands in an expression.
 */
function anyOfAll(phrases: readonly (readonly string[])[]): string {
  const uses = new Map<string, number>();
  for (const phrase of phrases) if (phrase.length > 1) for (const word of phrase) uses.set(word, (uses.get(word) ?? 0) + 1);
  const [shared, count] = [...uses].reduce((most, next) => (next[1] > most[1] ? next : most), ["", 1]);
  if (count < 2) return anyOf(phrases.map((phrase) => (phrase.length > 1 ? `(${phrase.join(" AND ")})` : (phrase[0] ?? ""))));
  const isSharing = (phrase: readonly string[]) => phrase.length > 1 && phrase.includes(shared);
  const rests = phrases.filter(isSharing).map((phrase) => phrase.filter((word) => word !== shared));
  const others = phrases.filter((phrase) => !isSharing(phrase));
  return `(${shared} AND (${anyOfAll(rests)}))${others.length > 0 ? ` OR ${anyOfAll(others)}` : ""}`;
}

/** An expression for one unit; `more` counts in names. */
export function unitExpression(unit: Unit, scope: Scope, more = ""): string {
  const names = `${NAMES} : (${alternativesOf(unit, scope !== "same")}${more && ` OR ${more}`})`;
  return scope !== "everywhere" ? `(${names})` : `((${names}) OR (description : (${alternativesOf(unit, false)})))`;
}

/** All units within the filters. Without units: whatever passes the filters. */
export function matchExpression(units: readonly Unit[], scope: Scope, filters: SearchFilters, facets: readonly string[]): string {
  const facet = facetExpression(filters, facets);
  if (units.length === 0) return `facets : (${facet})`;
  const words = units.map((unit) => unitExpression(unit, scope)).join(" AND ");
  return facet === quote(facetWord.any) ? words : `${words} AND (facets : (${facet}))`;
}

const GAP = "\u0000";

/** All units everywhere within the filters, in two halves: between them goes what else counts for the last unit in names. */
export function splitAtLast(units: readonly Unit[], filters: SearchFilters, facets: readonly string[]): [before: string, after: string] {
  const words = units.map((unit, index) => unitExpression(unit, "everywhere", index === units.length - 1 ? GAP : "")).join(" AND ");
  const [before = "", after = ""] = `${words} AND (facets : (${facetExpression(filters, facets)}))`.split(GAP);
  return [before, after];
}

function facetExpression({ cityId, categories = [], free, tag, cells = [] }: SearchFilters, facets: readonly string[]): string {
  const all = [
    ...(cityId ? [quote(facetWord.city(cityId))] : []),
    ...(categories.length > 0 ? [`(${anyOf(categories.map((name) => quote(facetWord.category(name))))})`] : []),
    ...(free ? [quote(facetWord.free)] : []),
    ...(tag ? [quote(facetWord.tag(tag))] : []),
    ...(cells.length > 0 ? [`(${anyOf(cells.map((cell) => quote(facetWord.cell(cell))))})`] : []),
    ...facets.map(quote),
  ];
  return all.length === 0 ? quote(facetWord.any) : all.join(" AND ");
}

/** Words of names that begin like this, of one to three letters: the index keeps those beginnings. */
export function prefixExpression(prefix: string): string {
  return `${quote(prefix)} *`;
}
