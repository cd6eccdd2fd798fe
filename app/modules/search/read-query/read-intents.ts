import intents from "../../../../data/intents.tsv?raw";
import { CATEGORIES, type CategoryName } from "../../../lib/event/categories";
import type { FilterKey } from "../../../lib/event/event-fields";
import { readTsv } from "../../../lib/text/csv";
import { NameTable, type Span } from "./spans";
import { formsOf } from "./spoken-forms";

/** Traits and categories that answer an intent, with weights from 0 to 1. */
export interface IntentFacets {
  key: string;
  traits: readonly { trait: FilterKey; weight: number }[];
  categories: readonly { category: CategoryName; weight: number }[];
}

export interface ReadIntent {
  intent: IntentFacets;
  span: Span;
}

let table: NameTable<IntentFacets> | undefined;

function facetsOf(key: string, text: string): IntentFacets {
  const traits: { trait: FilterKey; weight: number }[] = [];
  const categories: { category: CategoryName; weight: number }[] = [];
  for (const part of text.split(" ")) {
    const [, kind, name = "", weight] = /^(trait|category):([\w-]+)=([\d.]+)$/.exec(part) ?? [];
    const category =
      kind === "category" ? CATEGORIES.find(({ slug }) => slug === name)?.name : undefined;
    if (kind === "trait") traits.push({ trait: name as FilterKey, weight: Number(weight) });
    else if (category) categories.push({ category, weight: Number(weight) });
    else throw new Error(`intents.tsv: ${part} of ${key}`);
  }
  return { key, traits, categories };
}

/** The table of words for intents; built once per isolate. */
export function intentTable(): NameTable<IntentFacets> {
  if (!table) {
    table = new NameTable();
    for (const [key = "", phrases = "", facets = ""] of readTsv(intents)) {
      const intent = facetsOf(key, facets);
      for (const phrase of phrases.split("|")) table.add(phrase, intent);
      const spoken = formsOf("intent").filter(({ meaning }) => meaning === key);
      for (const { names } of spoken) for (const name of names) table.add(name, intent);
    }
    for (const { names, meaning } of formsOf("trait")) {
      const intent = facetsOf(meaning, `trait:${meaning}=1`);
      for (const name of names) table.add(name, intent);
    }
  }
  return table;
}

/**
 * Reads what words ask for without naming it (data/intents.tsv), longest phrases first, each intent
 * once.
 */
export function readIntents(
  words: readonly string[],
  isPhrase: (words: readonly string[]) => boolean,
  isTaken: (index: number) => boolean,
): ReadIntent[] {
  const found: ReadIntent[] = [];
  for (let start = 0; start < words.length; start++) {
    if (isTaken(start)) continue;
    const named = intentTable().longestAt(words, start, isTaken);
    // A longer known phrase is about something else: easy listening.
    const phrase = longestPhrase(words, start, isPhrase);
    if (named && named.span.length >= phrase && !isOfSomething(words, named.span, isTaken))
      found.push({ intent: named.meaning, span: named.span });
    start += Math.max(named?.span.length ?? 1, phrase, 1) - 1;
  }
  return found;
}

/** A number of people, bare or with a word before. */
const [NUMBERED, BARE] = [/^(?:2|two|دو)$|(?:people|us|نفر)$/, /^(?:2|two|دو|do)$/];
/** What two of are no two people: for 2 days, for 2 kids, for 2 tickets. */
const COUNTED =
  /^(?:\d.*|(?:day|week|weekend|hour|night|month|year|kid|child|adult|ticket|seat)s?|children|روز|شب|ساعت|هفته|ماه|سال|بچه|کودک|بلیت|بلیط)$/;

/** Whether a number of people is of something else: it ends the query, or a filter follows. */
function isOfSomething(
  words: readonly string[],
  { start, length }: Span,
  isTaken: (index: number) => boolean,
): boolean {
  if (!NUMBERED.test(words[start + length - 1] ?? "")) return false;
  const next = words[start + length];
  if (next !== undefined) return COUNTED.test(next) || !isTaken(start + length);
  // «نمایش دو نفر» is a name; "for" says that people come.
  return start > 0 && BARE.test(words[start] ?? "");
}

function longestPhrase(
  words: readonly string[],
  start: number,
  isPhrase: (words: readonly string[]) => boolean,
): number {
  for (let length = Math.min(4, words.length - start); length > 1; length--)
    if (isPhrase(words.slice(start, start + length))) return length;
  return 0;
}
