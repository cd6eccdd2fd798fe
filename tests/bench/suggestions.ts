import { createMemo } from "../../app/lib/runtime/memo";
import { buildSuggestionIndex } from "../../app/modules/discovery/suggestions/build-suggestion-index.server";
import { suggest } from "../../app/modules/discovery/suggestions/suggest.server";
import { readSuggestionIndex } from "../../app/modules/discovery/suggestions/suggestion-index";
import type { Database } from "../../db/client";

/** Queries typed letter by letter, from the second one on. */
const QUERIES = [
  "music",
  "concert tehran tonight",
  "jazz night isfahan",
  "کنسرت رایگان تهران",
  "شب شعر شیراز",
  "کارگاه خوشنویسی",
  "moosighi mahalli",
  "kelas naghashi emshab",
  "l,sdrd jivhk",
  "فثاقشد",
  "vahdat hall",
  "تالار وحدت",
  "no 12",
  "zzzzzz qqqqq",
];
const ROUNDS = 5;

export interface SuggestionFigures {
  /** Own time of an answer, ms. */
  p50: number;
  p95: number;
  most: number;
  /** Longest answer, bytes. */
  bytes: number;
  /** Own and database time of a build, ms; size of the index, UTF-16 units. */
  build: number;
  size: number;
  /** Own time of reading a stored index, ms. */
  read: number;
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/**
 * Measures suggestions in this process, which runs the same engine as workerd: there, clocks stand
 * still between reads.
 */
export async function measureSuggestions(db: Database, now: number): Promise<SuggestionFigures> {
  const clock = { now: () => now };
  const deps = { db, clock, memo: createMemo(clock) };
  const at = performance.now();
  const text = await buildSuggestionIndex(deps, "fa", "1");
  const build = performance.now() - at;
  const stored = new TextEncoder().encode(text);
  const readAt = performance.now();
  const index = readSuggestionIndex(new TextDecoder().decode(stored));
  const read = performance.now() - readAt;
  const times: number[] = [];
  let bytes = 0;
  for (let round = -1; round < ROUNDS; round++)
    for (const query of QUERIES)
      for (let length = 2; length <= query.length; length++) {
        const started = performance.now();
        const answer = JSON.stringify(
          await suggest(deps, { q: query.slice(0, length), locale: "fa", index, isStale: false }),
        );
        if (round >= 0) times.push(performance.now() - started);
        bytes = Math.max(bytes, new TextEncoder().encode(answer).length);
      }
  times.sort((a, b) => a - b);
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    most: times.at(-1) ?? 0,
    bytes,
    build,
    size: text.length,
    read,
  };
}
