import type { CategoryName } from "../../lib/event/categories";
import type { FilterKey } from "../../lib/event/event-fields";
import type { Cell, Position } from "../../lib/geo/geo";
import { rememberedFor } from "../../lib/runtime/remembered";
import { cellWordsAround } from "./near-cells";
import { type QueryUnit, stemsOf, unitsOf } from "./query-units";
import type { AgeRange, PriceRange } from "./read-query/understood";
import { ASKED_MARK, ageWords, facetWord } from "./search-document";
import type { StartTimes } from "./series-dates";
import { stem } from "./stem";
import type { Stretch } from "./time-frame";

export interface SearchFilters {
  cityId?: string;
  /** Any of them matches. */
  categories?: readonly CategoryName[];
  /** All of them match. */
  traits?: readonly FilterKey[];
  free?: boolean;
  /** Tag or its search key. */
  tag?: string;
  /** Any of them matches: cells near a place. */
  cells?: readonly Cell[];
  /** Any of them matches: cities of a region. */
  cityIds?: readonly string[];
  /** Ages that events are for. */
  ages?: AgeRange;
  /** Weekdays and times of day; a series must meet them on one date. */
  times?: StartTimes;
  /** Facet words of further filters: of each list any one. */
  facets?: readonly (readonly string[])[];
  /** A named place: events within its circle, or in a venue of its name. */
  place?: PlaceFilter;
  /** Decides exactly what `facets` limit. */
  price?: PriceRange;
  /** Folded words of each name of a venue; its events have all words of one. */
  venue?: readonly (readonly string[])[];
  /** What no event may have. */
  not?: ExcludedFilters;
  /** Leaves out cancelled events, but those whose title these words name (`namesTitle`). */
  uncancelled?: readonly string[];
}

/** What no event of a search has: facet words, and words in its names. */
export interface ExcludedFilters {
  facets: readonly string[];
  words: readonly string[];
}

export interface PlaceFilter {
  center: Position;
  radiusKm: number;
  /** Folded words of each of its names; a venue has all words of one. */
  names: readonly (readonly string[])[];
}

/**
 * Columns of names. A word in a name says what the event is; a word in a description may occur for
 * any reason.
 */
const NAMES = "{title venue tags categories organizer city}";
const NAMES_AND_DESCRIPTION = "{title venue tags categories organizer city description}";

/**
 * Scope of a match. same: words and synonyms in names. names: also related words. everywhere: also
 * words and synonyms in descriptions. asked: also in phrasings.
 */
export type Scope = "same" | "names" | "everywhere" | "asked";

const plain = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, "");
/** Quotes a word for FTS5. Folding already removed operators, quotes and NUL. */
const quote = (word: string) => `"${plain(word)}"`;
/** The same for a word of a phrasing. */
const quoteAsked = (word: string) => `"${ASKED_MARK}${plain(word)}"`;

function anyOf(expressions: Iterable<string>): string {
  return [...new Set(expressions)].join(" OR ");
}

type Phrase = readonly string[];

/** The alternatives as phrases of stems: the index holds each word with its stem. */
function phrasesOf(
  { alternatives, joins }: QueryUnit,
  withNear: boolean,
  write = quote,
): readonly Phrase[] {
  const phrases = alternatives
    .filter(({ kind }) => withNear || kind !== "near")
    .map(({ words }) => [...new Set(stemsOf(words).map(write))]);
  return withoutNarrower([...phrases, ...joins.map((join) => [write(stem(join))])]);
}

/** Expression of the alternatives. */
const alternativesOf = (unit: QueryUnit, withNear: boolean, write = quote): string =>
  anyOfAll(phrasesOf(unit, withNear, write));

/** Drops phrases that another one covers: "persian music" covers "classical persian music". */
function withoutNarrower(phrases: readonly Phrase[]): Phrase[] {
  const isWithin = (some: Phrase, all: Phrase) => some.every((word) => all.includes(word));
  return phrases.filter((phrase, index) =>
    phrases.every(
      (other, place) =>
        other === phrase || !isWithin(other, phrase) || (isWithin(phrase, other) && place > index),
    ),
  );
}

/**
 * Expression: any of the phrases, each with all its words. Factors out the most shared word, since
 * FTS5 reads a word's matches once per occurrence in an expression.
 */
function anyOfAll(phrases: readonly Phrase[]): string {
  const uses = new Map<string, number>();
  for (const phrase of phrases)
    if (phrase.length > 1) for (const word of phrase) uses.set(word, (uses.get(word) ?? 0) + 1);
  const [shared, count] = [...uses].reduce(
    (most, next) => (next[1] > most[1] ? next : most),
    ["", 1],
  );
  if (count < 2)
    return anyOf(
      phrases.map((phrase) =>
        phrase.length > 1 ? `(${phrase.join(" AND ")})` : (phrase[0] ?? ""),
      ),
    );
  const isSharing = (phrase: Phrase) => phrase.length > 1 && phrase.includes(shared);
  const rests = phrases.filter(isSharing).map((phrase) => phrase.filter((word) => word !== shared));
  const others = phrases.filter((phrase) => !isSharing(phrase));
  return `(${shared} AND (${anyOfAll(rests)}))${others.length > 0 ? ` OR ${anyOfAll(others)}` : ""}`;
}

/** Quality from which a facet of an intent selects events; a weaker one only ranks them. */
const SELECTING = 0.5;

/** The expressions of a unit by scope: the lists of a search have each unit a dozen times. */
const expressionsOf = rememberedFor((_unit: QueryUnit): Partial<Record<Scope, string>> => ({}));

/** Expression for one unit; `more` is a further alternative in names. */
export function unitExpression(unit: QueryUnit, scope: Scope, more = ""): string {
  if (more !== "") return writeUnit(unit, scope, more);
  const written = expressionsOf(unit);
  written[scope] ??= writeUnit(unit, scope, "");
  return written[scope];
}

function writeUnit(unit: QueryUnit, scope: Scope, more: string): string {
  const facets = unit.facets?.filter(({ quality }) => quality >= SELECTING) ?? [];
  const within = (columns: string, ...expressions: readonly string[]) => {
    const wanted = expressions.filter(Boolean);
    return wanted.length > 0 ? [`(${columns} : (${wanted.join(" OR ")}))`] : [];
  };
  const having =
    facets.length > 0 ? [`(facets : (${anyOf(facets.map(({ word }) => quote(word)))}))`] : [];
  // A fact needs its facet or a name: «مجاز نیست» in a description is no «مجازی».
  const isDescribed = !unit.isFact && (scope === "everywhere" || scope === "asked");
  const named = phrasesOf(unit, scope !== "same");
  const described = isDescribed ? phrasesOf(unit, false) : [];
  // Each word is written once for names and descriptions: FTS5 reads its matches per occurrence.
  const everywhere = new Set(described.filter(({ length }) => length === 1).map(([word]) => word));
  const isApart = (phrase: Phrase) => phrase.length > 1 || !everywhere.has(phrase[0]);
  const parts = [
    ...within(NAMES, anyOfAll(named.filter(isApart)), more),
    ...within(NAMES_AND_DESCRIPTION, anyOf([...everywhere].map(String))),
    ...within(
      "description",
      anyOfAll(described.filter(isApart)),
      isDescribed && scope === "asked" ? alternativesOf(unit, false, quoteAsked) : "",
    ),
    ...having,
  ];
  return parts.length > 1 ? `(${parts.join(" OR ")})` : (parts[0] ?? "");
}

/**
 * Expression for all units within the filters. Without units: everything that passes the filters.
 */
export function matchExpression(
  units: readonly QueryUnit[],
  scope: Scope,
  filters: SearchFilters,
  facets: Stretch["facets"],
): string {
  const facet = facetExpression(filters, facets);
  const words = units.map((unit) => unitExpression(unit, scope));
  const isFiltered = facet !== quote(facetWord.any) || units.length === 0;
  return [
    ...words,
    ...(isFiltered || filters.not ? [`(facets : (${facet}))`] : []),
    ...placeExpressions(filters),
  ]
    .join(" AND ")
    .concat(exclusionOf(filters, units.length === 0));
}

/**
 * What follows an expression to leave out events; NOT binds the tightest, to the last part.
 * @param isNameless whether no word can name a cancelled event
 */
function exclusionOf({ not, uncancelled }: SearchFilters, isNameless = false): string {
  const facets = [
    ...(not?.facets ?? []),
    ...(uncancelled && isNameless ? [facetWord.cancelled] : []),
  ];
  const parts = [
    ...(facets.length > 0 ? [`(facets : (${anyOf(facets.map(quote))}))`] : []),
    ...(not?.words ?? [])
      .flatMap(unitsOf)
      .map((unit) => `(${NAMES} : (${alternativesOf(unit, true)}))`),
  ];
  return parts.length > 0 ? ` NOT (${parts.join(" OR ")})` : "";
}

/** What follows an expression to leave out cancelled events. */
export const UNCANCELLED = ` NOT (facets : ${quote(facetWord.cancelled)})`;

const GAP = "\u0000";

/**
 * Expression for all units within the filters, in two halves: between them goes a further
 * alternative for the last unit.
 */
export function splitAtLast(
  units: readonly QueryUnit[],
  filters: SearchFilters,
  facets: Stretch["facets"],
  scope: Scope = "everywhere",
): [before: string, after: string] {
  const words = units
    .map((unit, index) => unitExpression(unit, scope, index === units.length - 1 ? GAP : ""))
    .join(" AND ");
  const all = [
    words,
    `(facets : (${facetExpression(filters, facets)}))`,
    ...placeExpressions(filters),
  ]
    .join(" AND ")
    .concat(exclusionOf(filters));
  const [before = "", after = ""] = all.split(GAP);
  return [before, after];
}

const namesExpression = (names: readonly (readonly string[])[]) =>
  anyOf(
    names
      .filter((name) => name.length > 0)
      .map((name) => `(${[...new Set(name.map(quote))].join(" AND ")})`),
  );

/** A venue, or the circle of a named place and venues of its name. */
function placeExpressions({ place, venue }: SearchFilters): string[] {
  const own = venue ? [`(venue : (${namesExpression(venue)}))`] : [];
  if (!place) return own;
  const cells = `(facets : (${anyOf(cellWordsAround(place.center, place.radiusKm).map(quote))}))`;
  const names = namesExpression(place.names);
  return [...own, names === "" ? cells : `(${cells} OR (venue : (${names})))`];
}

function facetExpression(
  {
    cityId,
    cityIds = [],
    categories = [],
    traits = [],
    free,
    tag,
    cells = [],
    ages,
    times,
    facets: groups = [],
  }: SearchFilters,
  facets: Stretch["facets"],
): string {
  const all = [
    ...(cityId ? [quote(facetWord.city(cityId))] : []),
    ...(cityIds.length > 0 ? [`(${anyOf(cityIds.map((id) => quote(facetWord.city(id))))})`] : []),
    ...(categories.length > 0
      ? [`(${anyOf(categories.map((name) => quote(facetWord.category(name))))})`]
      : []),
    ...traits.map((key) => quote(facetWord.trait(key))),
    ...(free ? [quote(facetWord.free)] : []),
    ...(tag ? [quote(facetWord.tag(tag))] : []),
    ...(cells.length > 0 ? [`(${anyOf(cells.map((cell) => quote(facetWord.cell(cell))))})`] : []),
    ...(ages ? [`(${anyOf(ageWords(ages).map(quote))})`] : []),
    ...[
      times?.slots && [
        ...times.slots.map(facetWord.slot),
        ...(times.isStart ? [] : [...times.slots.map(facetWord.onSlot), facetWord.allHours]),
      ],
      times?.weekdays?.map(facetWord.weekday),
      ...groups,
      ...facets,
    ].flatMap((words) =>
      words ? [words.length === 1 ? anyOf(words.map(quote)) : `(${anyOf(words.map(quote))})`] : [],
    ),
  ];
  return all.length === 0 ? quote(facetWord.any) : all.join(" AND ");
}

/** Expression for words of names with a prefix of one to three letters, which the index stores. */
export function prefixExpression(prefix: string): string {
  return `${quote(prefix)} *`;
}
