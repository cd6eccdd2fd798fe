import fillers from "../../../../data/filler-words.tsv?raw";
import { readTsv } from "../../../lib/text/csv";
import { NameTable, type Span } from "./spans";

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
