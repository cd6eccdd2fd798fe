/**
 * Scaling of search: `tsx tests/bench/search-scale.ts [small] [large]`. Prints p50, p95, rows read
 * and round trips. Up to `small`, events are indexed one by one; beyond that their rows are copied
 * to other minutes, so that 100,000 take a minute or two.
 */
import type { Miniflare } from "miniflare";
import { bundleWorker, startWorker } from "./source-worker";

const [small = 10_000, large = 100_000] = process.argv.slice(2).map(Number);
const ROUNDS = 15;
const WARM_UP = 2;
const CHUNK = 200;
const COPIED = 2_000;

const QUERIES = [
  "music",
  "موسیقی",
  "night",
  "شب",
  "jazz",
  "concert",
  "persian",
  "calligraphy",
  "setar recital",
  "persian music",
  "poetry night",
  "women workshop",
  "شب شعر",
  "کارگاه خوشنویسی",
  "live electronic",
  "garden concert",
  "nowruz family",
  "کنسرت رایگان تهران",
  "kids isfahan",
  "the saffron kitchen",
  "chess yoga",
  "carpet robots",
  "music f",
  "callig",
  "mus",
  "تئا",
  "caligraphy",
  "kamanche santor",
  "desert night camping stars",
  "zzzzzz",
  // With days from now: series are found by any of their dates.
  "theatre +3",
  "موسیقی +10",
  "workshop +5",
];

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;

interface Measured {
  ms: number[];
  rows: number;
  trips: number;
}

interface Filled {
  miniflare: Miniflare;
  origin: URL;
  answers: Map<string, Measured>;
}

async function fill(script: string, size: number): Promise<Filled> {
  const { miniflare, origin } = await startWorker(script);
  const started = performance.now();
  const call = async (path: string) => {
    const answer = await fetch(new URL(path, origin));
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    await answer.text();
  };
  const made = Math.min(size, small);
  for (let from = 0; from < made; from += CHUNK)
    await call(`/fill?from=${from}&to=${Math.min(from + CHUNK, made)}`);
  for (let from = made; from < size; from += COPIED)
    await call(`/copy?made=${made}&from=${from}&to=${Math.min(from + COPIED, size)}`);
  console.log(`${size} events indexed in ${Math.round((performance.now() - started) / 1000)} s`);
  return { miniflare, origin, answers: new Map() };
}

async function ask({ origin, answers }: Filled, query: string, isMeasured: boolean): Promise<void> {
  const at = performance.now();
  const [words = "", days = ""] = query.split(" +");
  const answer = (await (
    await fetch(new URL(`/?q=${encodeURIComponent(words)}&days=${days}`, origin))
  ).json()) as {
    rowsRead: number;
    roundTrips: number;
  };
  if (!isMeasured) return;
  const entry = answers.get(query) ?? { ms: [], rows: 0, trips: 0 };
  entry.ms.push(performance.now() - at);
  answers.set(query, { ...entry, rows: answer.rowsRead, trips: answer.roundTrips });
}

function summary({ answers }: Filled): { p50: number; p95: number; rows: number } {
  const all = [...answers.values()].flatMap(({ ms }) => ms).sort((a, b) => a - b);
  return {
    p50: percentile(all, 0.5),
    p95: percentile(all, 0.95),
    rows: Math.max(...[...answers.values()].map(({ rows }) => rows)),
  };
}

const script = await bundleWorker("search-scale-worker");
const few = await fill(script, small);
const many = await fill(script, large);
// Interleaved, so that other load on the machine affects both alike.
for (let round = -WARM_UP; round < ROUNDS; round++) {
  for (const query of QUERIES) {
    await ask(few, query, round >= 0);
    await ask(many, query, round >= 0);
  }
}
const median = (entry: Measured | undefined) =>
  percentile(
    [...(entry?.ms ?? [])].sort((a, b) => a - b),
    0.5,
  ).toFixed(1);
for (const query of QUERIES) {
  const [a, b] = [few.answers.get(query), many.answers.get(query)];
  console.log(
    `${query.padEnd(28)} ${median(a)} → ${median(b)} ms, ${a?.rows} → ${b?.rows} rows, ${a?.trips} → ${b?.trips} trips`,
  );
}
const [a, b] = [summary(few), summary(many)];
console.log(
  `p50 ${a.p50.toFixed(1)} → ${b.p50.toFixed(1)} ms; p95 ${a.p95.toFixed(1)} → ${b.p95.toFixed(1)} ms: × ${(b.p95 / a.p95).toFixed(2)}; at most ${Math.max(a.rows, b.rows)} rows read`,
);
await Promise.all([few.miniflare.dispose(), many.miniflare.dispose()]);
