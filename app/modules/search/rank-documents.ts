import { DAY } from "../../lib/dates/durations";
import { CATEGORIES } from "../../lib/event/categories";
import { rememberedFor } from "../../lib/runtime/remembered";
import { indexText } from "../../lib/text/search-text";
import { QUALITY, type QueryUnit } from "./query-units";
import { type DOCUMENT_FIELDS, facetWord } from "./search-document";
import { stem } from "./stem";
import type { TimeFrame } from "./time-frame";

type Field = (typeof DOCUMENT_FIELDS)[number];

/** Weight of a match per field. */
const WEIGHT: Record<Field, number> = {
  titleEn: 10,
  titleFa: 10,
  venue: 5.5,
  tags: 6.5,
  categories: 6,
  organizer: 5,
  city: 4.5,
};
const FIELDS = Object.keys(WEIGHT) as Field[];
/** Quality of a facet that an intent asks for, relative to a category's name. */
const FACET = 1.5;
/** Factor of further facets of an intent, added to the best one. */
const FURTHER_FACETS = 0.4;
const DESCRIPTION_WEIGHT = 1.5;
/** Factor of categories after the first: they describe the event less. */
const LATER_CATEGORY = 0.75;
/** Factor of matches in further fields, added to the best one. */
const FURTHER_FIELDS = 0.15;
const STEM_ONLY = 0.94;
/** Factor of a phrase whose words are in one field, but not adjacent. */
const APART = 0.6;
/** Bonus for adjacent words as typed, as a share of the field's weight. */
const TOGETHER = 0.25;
const COVERED_TITLE = 2;
const SOON = 0.5;
const SOON_DAYS = 45;
const FEATURED = 0.3;
/** Penalty of events that began before the requested time. */
const STILL_ON = 1;

export interface Candidate {
  /** UTC epoch ms. */
  startsAt: number;
  isFeatured: boolean;
  document: string;
}

export interface RankedUnit {
  unit: QueryUnit;
  /** Weight: a rare word counts more than a common one. */
  weight: number;
  /** Prefix of an unfinished word; matches words that start with it. */
  prefix?: string;
}

/** A word of a document that matches a query. */
interface Hit {
  stem: string;
  /** Quality of the match per unit. */
  qualities: readonly number[];
  isTyped: boolean;
}

interface PlacedHit {
  hit: Hit;
  /** Position in the document's text. */
  start: number;
  end: number;
}

interface FieldHits {
  hits: PlacedHit[];
  text: string;
}

interface Phrase {
  stems: readonly string[];
  quality: number;
}

interface PreparedUnit {
  /** Its words; null for a weak unit, which an event may lack. */
  name: string | null;
  prefix: string | undefined;
  /** Quality of single words, by word and by stem. */
  words: ReadonlyMap<string, number>;
  stems: ReadonlyMap<string, number>;
  phrases: readonly Phrase[];
  typed: readonly string[];
  /** Quality of facet words. */
  facets: ReadonlyMap<string, number>;
}

/** Units prepared to rank many documents. */
export interface Ranker {
  units: readonly PreparedUnit[];
  weights: readonly number[];
  /** Quality of the field of categories per unit; many documents have the same one. */
  qualitiesOfCategories(field: string): readonly number[];
  /** Typed stems of each unit and its successor. */
  pairs: readonly (readonly string[])[];
  findHits(text: string): PlacedHit[];
}

/** Common prefix of a word and its stem: a stem may differ in the last letter (story, stori). */
const ALIKE = (wordStem: string) => wordStem.slice(0, Math.max(wordStem.length - 1, 1));

function prepareUnit({ unit, prefix }: RankedUnit): PreparedUnit {
  const words = new Map<string, number>();
  const stems = new Map<string, number>();
  const phrases: Phrase[] = [];
  const raise = (map: Map<string, number>, key: string, quality: number) =>
    map.set(key, Math.max(map.get(key) ?? 0, quality));
  const joins = unit.joins.map((join) => ({ words: [join], kind: "typed" as const }));
  for (const alternative of [...unit.alternatives, ...joins]) {
    const quality = QUALITY[alternative.kind];
    const [first, ...rest] = alternative.words;
    if (first === undefined) continue;
    if (rest.length > 0) phrases.push({ stems: alternative.words.map(stem), quality });
    else {
      raise(words, first, quality);
      raise(stems, stem(first), quality * STEM_ONLY);
    }
  }
  const facets = new Map((unit.facets ?? []).map(({ word, quality }) => [word, quality]));
  const name = unit.isWeak ? null : unit.words.join(" ");
  return { name, prefix, words, stems, phrases, typed: unit.words.map(stem), facets };
}

function qualityOf({ words, stems, prefix }: PreparedUnit, word: string, wordStem: string): number {
  const known = words.get(word) ?? stems.get(wordStem) ?? 0;
  return prefix && word.startsWith(prefix)
    ? Math.max(known, QUALITY.completed + 0.3 * (prefix.length / word.length))
    : known;
}

let categoryNames: ReadonlyMap<string, readonly string[]> | undefined;

/** A ranker without the weights of its units. */
type Matcher = Omit<Ranker, "weights">;

/** Matchers kept of each first unit: a search ranks several rounds by the same units. */
const MATCHERS = 4;
/** Words whose hits a matcher keeps. */
const WORDS = 2_000;

const matchersFrom = rememberedFor(
  (_first: QueryUnit): { of: readonly RankedUnit[]; matcher: Matcher }[] => [],
);

/** The matcher of units, which is made once: its expression takes milliseconds to compile. */
function matcherOf(ranked: readonly RankedUnit[]): Matcher {
  const [first] = ranked;
  if (!first) return createMatcher(ranked);
  const known = matchersFrom(first.unit);
  const isSame = (one: RankedUnit, index: number) =>
    one.unit === ranked[index]?.unit && one.prefix === ranked[index]?.prefix;
  const found = known.find(({ of }) => of.length === ranked.length && of.every(isSame));
  if (found) return found.matcher;
  const matcher = createMatcher(ranked);
  known.unshift({ of: ranked, matcher });
  known.length = Math.min(known.length, MATCHERS);
  return matcher;
}

export const createRanker = (ranked: readonly RankedUnit[]): Ranker => ({
  ...matcherOf(ranked),
  weights: ranked.map(({ weight }) => weight),
});

function createMatcher(ranked: readonly RankedUnit[]): Matcher {
  const units = ranked.map(prepareUnit);
  const parts = new Set(units.flatMap(({ phrases }) => phrases.flatMap((phrase) => phrase.stems)));
  const typed = new Set(units.flatMap((unit) => unit.typed));
  const words = new Map<string, Hit | null>();
  const hitOf = (word: string): Hit | null => {
    let hit = words.get(word);
    if (hit === undefined) {
      const wordStem = stem(word);
      const qualities = units.map((unit) => qualityOf(unit, word, wordStem));
      const isTyped = typed.has(wordStem);
      hit =
        isTyped || parts.has(wordStem) || qualities.some((quality) => quality > 0)
          ? { stem: wordStem, qualities, isTyped }
          : null;
      if (words.size >= WORDS) words.clear();
      words.set(word, hit);
    }
    return hit;
  };
  // One pass over the text for the relevant words is many times faster than splitting it.
  const beginnings = new Set(
    units.flatMap((unit) => [
      ...unit.words.keys(),
      ...[...unit.stems.keys(), ...unit.typed].map(ALIKE),
      ...(unit.prefix ? [unit.prefix] : []),
    ]),
  );
  for (const part of parts) beginnings.add(ALIKE(part));
  // A leading separator instead of a lookbehind, and `exec` instead of `matchAll`: four times
  // faster.
  const relevant =
    beginnings.size > 0 ? new RegExp(`[ \\n](?:${[...beginnings].join("|")})[^ \\n]*`, "g") : null;
  const findHits = (text: string): PlacedHit[] => {
    const hits: PlacedHit[] = [];
    if (!relevant) return hits;
    const separated = `\n${text}`;
    relevant.lastIndex = 0;
    for (let match = relevant.exec(separated); match; match = relevant.exec(separated)) {
      const word = match[0].slice(1);
      const hit = hitOf(word);
      // The prepended separator shifts positions by one, so the separator's index is the word's.
      if (hit) hits.push({ hit, start: match.index, end: match.index + word.length });
    }
    return hits;
  };
  categoryNames ??= new Map(
    CATEGORIES.map(({ name, fa }) => [facetWord.category(name), [indexText(name), indexText(fa)]]),
  );
  const names = categoryNames;
  const ofCategories = new Map<string, readonly number[]>();
  // Computed on demand: most queries meet few categories.
  const qualitiesOfCategory: OfCategory = (word) => {
    let qualities = ofCategories.get(word);
    if (!qualities) {
      const fields = (names.get(word) ?? []).map((text) => ({ text, hits: findHits(text) }));
      qualities = units.map((unit, index) =>
        Math.max(0, ...fields.map((field) => qualityIn(unit, index, field))),
      );
      ofCategories.set(word, qualities);
    }
    return qualities;
  };
  const ofFields = new Map<string, readonly number[]>();
  const qualitiesOfCategories = (field: string): readonly number[] => {
    let qualities = ofFields.get(field);
    if (!qualities) {
      qualities = units.map((unit, index) => categoryIn(unit, index, field, qualitiesOfCategory));
      if (ofFields.size >= WORDS) ofFields.clear();
      ofFields.set(field, qualities);
    }
    return qualities;
  };
  const pairs = units
    .slice(1)
    .map((unit, index) => [...(units[index]?.typed ?? []), ...unit.typed]);
  return { units, qualitiesOfCategories, pairs, findHits };
}

/** The fields of a document with their hits. */
function fieldsOf(document: string, { findHits }: Ranker): FieldHits[] {
  const fields: FieldHits[] = document.split("\n").map((text) => ({ text, hits: [] }));
  let field = 0;
  let end = fields[0]?.text.length ?? 0;
  for (const hit of findHits(document)) {
    while (hit.start > end && field + 1 < fields.length) {
      field++;
      end += 1 + (fields[field]?.text.length ?? 0);
    }
    fields[field]?.hits.push(hit);
  }
  return fields;
}

/**
 * 1 if the words of a phrase are adjacent in a field, `APART` if not adjacent, 0 if any is missing.
 */
function phraseIn(stems: readonly string[], { hits }: FieldHits): number {
  if (
    hits.length < stems.length ||
    !stems.every((wanted) => hits.some(({ hit }) => hit.stem === wanted))
  )
    return 0;
  const continues = (end: number, rest: readonly string[]): boolean => {
    const [next, ...further] = rest;
    return (
      next === undefined ||
      hits.some(
        (placed) =>
          placed.start === end + 1 && placed.hit.stem === next && continues(placed.end, further),
      )
    );
  };
  return hits.some(({ hit, end }) => hit.stem === stems[0] && continues(end, stems.slice(1)))
    ? 1
    : APART;
}

function qualityIn(unit: PreparedUnit, index: number, field: FieldHits): number {
  if (field.hits.length === 0) return 0;
  let best = 0;
  for (const { hit } of field.hits) best = Math.max(best, hit.qualities[index] ?? 0);
  if (field.hits.length < 2) return best;
  for (const { stems, quality } of unit.phrases) {
    if (quality > best) best = Math.max(best, quality * phraseIn(stems, field));
  }
  return best;
}

/** Quality of a category's names per unit; `word` is the category's word in `facets`. */
type OfCategory = (word: string) => readonly number[];

function categoryIn(
  { facets }: PreparedUnit,
  unitIndex: number,
  field: string,
  qualitiesOfCategory: OfCategory,
): number {
  let best = 0;
  let most = 0;
  let sum = 0;
  for (const [position, word] of field.split(" ").entries()) {
    best = Math.max(
      best,
      (qualitiesOfCategory(word)[unitIndex] ?? 0) * (position === 0 ? 1 : LATER_CATEGORY),
    );
    const facet = facets.get(word) ?? 0;
    most = Math.max(most, facet);
    sum += facet;
  }
  return Math.max(best, FACET * (most + FURTHER_FACETS * (sum - most)));
}

export interface DocumentRanking {
  score: number;
  /** Words of the units that the event does not contain, except weak ones. */
  missing: readonly string[];
}

/**
 * Score of an event for a query: weighted mean of its units' matches, with bonuses for adjacent
 * words, a title without other words, an early date and featured events.
 * @param known units that the index matched anywhere in the event
 */
export function rank(
  candidate: Candidate,
  ranker: Ranker,
  known: ReadonlySet<number>,
  { now, from }: Pick<TimeFrame, "now" | "from">,
): DocumentRanking {
  const fields = fieldsOf(candidate.document, ranker);
  const missing: string[] = [];
  let sum = 0;
  let weights = 0;
  for (const [index, unit] of ranker.units.entries()) {
    const match = matchInNames(ranker, index, fields);
    if (match === 0 && !known.has(index) && unit.name) missing.push(unit.name);
    // Mean of square roots: two fair matches outrank a good one and a bad one.
    const weight = ranker.weights[index] ?? 0;
    sum += weight * Math.sqrt(match > 0 ? match : known.has(index) ? DESCRIPTION_WEIGHT : 0);
    weights += weight;
  }
  const match = (weights > 0 ? (sum / weights) ** 2 : 0) + togetherBonus(ranker, fields);
  return {
    score: match + (candidate.startsAt < (from ?? 0) ? -STILL_ON : timeBonus(candidate, now)),
    missing,
  };
}

function timeBonus({ startsAt, isFeatured }: Candidate, now: number): number {
  return SOON * Math.exp(-Math.abs(startsAt - now) / DAY / SOON_DAYS) + (isFeatured ? FEATURED : 0);
}

function matchInNames(ranker: Ranker, unitIndex: number, fields: readonly FieldHits[]): number {
  const unit = ranker.units[unitIndex];
  if (!unit) return 0;
  let best = 0;
  let further = 0;
  let title = 0;
  let index = 0;
  for (const name of FIELDS) {
    const field = fields[index++];
    if (!field) continue;
    let value =
      WEIGHT[name] *
      (name === "categories"
        ? (ranker.qualitiesOfCategories(field.text)[unitIndex] ?? 0)
        : qualityIn(unit, unitIndex, field));
    if (name === "titleEn") title = value;
    if (name === "titleFa") {
      // Both languages of a title count once.
      further -= title;
      value = Math.max(value, title);
    }
    further += value;
    best = Math.max(best, value);
  }
  return best === 0 ? 0 : best + FURTHER_FIELDS * (further - best);
}

/** Bonus for adjacent words as typed, and for a title with few other words. */
function togetherBonus({ pairs }: Ranker, fields: readonly FieldHits[]): number {
  let covered = 0;
  for (const title of fields.slice(0, 2)) {
    if (title.hits.length === 0) continue;
    const typed = title.hits.filter(({ hit }) => hit.isTyped).length;
    if (typed > 0) covered = Math.max(covered, typed / title.text.split(" ").length);
  }
  let together = 0;
  for (const pair of pairs) {
    let best = 0;
    let index = 0;
    for (const name of FIELDS) {
      const field = fields[index++];
      if (field && field.hits.length > 1 && WEIGHT[name] > best && phraseIn(pair, field) === 1)
        best = WEIGHT[name];
    }
    together += best;
  }
  return COVERED_TITLE * covered + TOGETHER * (together / Math.max(pairs.length, 1));
}
