import { facetWord, type DOCUMENT_FIELDS } from "./search-document";
import { QUALITY, type Unit } from "./query-units";
import { stem } from "./stem";

type Field = (typeof DOCUMENT_FIELDS)[number];

/** What a match in a field is worth. */
const WEIGHT: Record<Field, number> = { titleEn: 10, titleFa: 10, venue: 7, tags: 6.5, categories: 6, organizer: 5.5, city: 5 };
const FIELDS = Object.entries(WEIGHT) as [Field, number][];
const DESCRIPTION_WEIGHT = 1.5;
/** A second category says less of what an event is than the leading one. */
const LATER_CATEGORY = 0.75;
/** What matches in further fields add to the best one. */
const FURTHER_FIELDS = 0.15;
const STEM_ONLY = 0.94;
/** Words of a phrase that stand in a field, but apart. */
const APART = 0.6;
const NEIGHBOURS_BONUS = 1.5;
const COVERED_TITLE_BONUS = 2;
const SOON_BONUS = 0.5;
const SOON_DAYS = 45;
const FEATURED_BONUS = 0.3;
const DAY = 86_400_000;

export interface Candidate {
  rowid: number;
  startsAt: number;
  isFeatured: boolean;
  document: string;
}

/** A unit with what ranking needs, made once a query. */
export interface RankedUnit {
  unit: Unit;
  /** How much it tells: a rare word more than a common one. */
  weight: number;
  /** What typing is not finished: counts for words that begin like it. */
  prefix?: string;
  /** The category that the unit names, as a word of `facets`. */
  category?: string;
}

interface Word {
  typed: string;
  stem: string;
}

const splits = new Map<string, Word[]>();
/** The memory of an isolate is small: forget all at some size, which costs little. */
const SPLITS_KEPT = 4_000;
const stems = new Map<string, string>();

function stemOf(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    if (stems.size > SPLITS_KEPT) stems.clear();
    known = stem(word);
    stems.set(word, known);
  }
  return known;
}

/** How well a field holds a phrase, 0 to 1; and whether its words stand side by side there. */
function phraseIn(phrase: readonly Word[], field: readonly Word[]): number {
  const [first] = phrase;
  if (!first) return 0;
  if (phrase.length === 1) {
    let best = 0;
    for (const word of field) {
      if (word.typed === first.typed) return 1;
      if (word.stem === first.stem) best = STEM_ONLY;
    }
    return best;
  }
  if (!phrase.every((wanted) => field.some((word) => word.stem === wanted.stem))) return 0;
  for (let start = 0; start + phrase.length <= field.length; start++) {
    if (phrase.every((wanted, offset) => field[start + offset]?.stem === wanted.stem)) return 1;
  }
  return APART;
}

function prefixIn(prefix: string, field: readonly Word[]): number {
  let best = 0;
  for (const { typed } of field) {
    if (typed.startsWith(prefix)) best = Math.max(best, QUALITY.completed + 0.3 * (prefix.length / typed.length));
  }
  return best;
}

interface PreparedUnit extends RankedUnit {
  phrases: { words: Word[]; quality: number }[];
}

const toWord = (typed: string): Word => ({ typed, stem: stemOf(typed) });

export function prepareUnits(units: readonly RankedUnit[]): PreparedUnit[] {
  return units.map((ranked) => ({
    ...ranked,
    phrases: [
      ...ranked.unit.alternatives.map(({ words, kind }) => ({ words: words.map(toWord), quality: QUALITY[kind] })),
      ...ranked.unit.joins.map((join) => ({ words: [toWord(join)], quality: QUALITY.typed })),
    ],
  }));
}

export interface Ranking {
  score: number;
  /** Units that names of the event hold; others can only be in its description or not at all. */
  inNames: boolean[];
}

/**
 * How well an event answers a query: the weighted mean of its units' matches, and a little for words that stand
 * together, a title that says nothing else, an early date, and the staff's choice.
 * @param known units that the index has found somewhere in the event
 */
export function rank(candidate: Candidate, units: readonly PreparedUnit[], known: ReadonlySet<number>, now: number): Ranking {
  const fields = fieldsOf(candidate.document);
  const inNames: boolean[] = [];
  let sum = 0;
  let weights = 0;
  for (const [index, unit] of units.entries()) {
    const match = matchInNames(unit, fields);
    inNames.push(match > 0);
    sum += unit.weight * (match > 0 ? match : known.has(index) ? DESCRIPTION_WEIGHT : 0);
    weights += unit.weight;
  }
  const days = Math.abs(candidate.startsAt - now) / DAY;
  const score = (weights > 0 ? sum / weights : 0) + titleBonus(units, fields) + SOON_BONUS * Math.exp(-days / SOON_DAYS) + (candidate.isFeatured ? FEATURED_BONUS : 0);
  return { score, inNames };
}

function fieldsOf(document: string): Word[][] {
  return document.split("\n").map((text) => {
    let words = splits.get(text);
    if (!words) {
      if (splits.size > SPLITS_KEPT) splits.clear();
      words = text.split(" ").filter(Boolean).map(toWord);
      splits.set(text, words);
    }
    return words;
  });
}

function matchInNames(unit: PreparedUnit, fields: readonly (readonly Word[])[]): number {
  let best = 0;
  let further = 0;
  for (const [index, [name, weight]] of FIELDS.entries()) {
    const field = fields[index] ?? [];
    const value = name === "categories" ? categoryMatch(unit, field) * weight : quality(unit, field) * weight;
    if (value > best) {
      // The two languages of one title are no further evidence.
      further += name === "titleFa" ? 0 : best;
      best = value;
    } else if (name !== "titleFa") further += value;
  }
  return best === 0 ? 0 : best + FURTHER_FIELDS * further;
}

function quality(unit: PreparedUnit, field: readonly Word[]): number {
  let best = 0;
  for (const phrase of unit.phrases) {
    if (phrase.quality > best) best = Math.max(best, phrase.quality * phraseIn(phrase.words, field));
  }
  return unit.prefix ? Math.max(best, prefixIn(unit.prefix, field)) : best;
}
