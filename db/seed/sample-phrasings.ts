import { readTsv } from "../../app/lib/text/csv";
import phrasings from "../../data/event-phrasings.tsv?raw";

/** How people ask for the sample events, by key, written by hand. */
export const SAMPLE_PHRASINGS: ReadonlyMap<string, readonly string[]> = new Map(
  readTsv(phrasings).map(([event = "", written = ""]) => [event, written.split("|")]),
);
