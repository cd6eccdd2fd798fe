import fillers from "../../../../data/filler-words.tsv?raw";
import { readTsv } from "../../../lib/text/csv";
import { searchKey } from "../../../lib/text/search-text";
import { readIntents } from "./read-intents";
import { isInSpans, NameTable, type Span } from "./spans";

let table: NameTable<string> | undefined;

/**
 * Words of spoken queries that say nothing about the event, with what a verb asks for, else an empty
 * text.
 */
export function fillerTable(): NameTable<string> {
  if (!table) {
    table = new NameTable();
    for (const [name = "", script = "", , asks = ""] of readTsv(fillers))
      table.addSpoken(name, asks, script);
  }
  return table;
}

/** Fillers in the words, longest first. */
export function findFillers(
  words: readonly string[],
  isTaken: (index: number) => boolean,
): (Span & { asks: string })[] {
  const found: (Span & { asks: string })[] = [];
  for (let start = 0; start < words.length; start++) {
    if (isTaken(start)) continue;
    const named = fillerTable().longestAt(words, start, isTaken);
    if (!named) continue;
    found.push({ ...named.span, asks: named.meaning });
    start += named.span.length - 1;
  }
  return found;
}

/**
 * The words with the nouns that verbs of spoken queries ask for: «برقصیم» asks for «رقص». Phrases of
 * intents keep theirs.
 */
export function withAsked(
  words: readonly string[],
  isPhrase: (words: readonly string[]) => boolean,
): string[] {
  const known = readIntents(words, isPhrase, () => false).map(({ span }) => span);
  const isKnown = (index: number) => isInSpans(known, index);
  const asked = [...words];
  for (const { start, length, asks } of findFillers(words, isKnown).reverse())
    if (asks !== "") asked.splice(start, length, ...searchKey(asks).split(" "));
  return asked;
}
