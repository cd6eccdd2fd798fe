/**
 * Scaling of the moderation queue: `tsx tests/bench/queue-scale.ts`. Prints p50, p95 and rows read
 * for 1,000 pending of 10,000 events, and 10,000 of 100,000.
 */
import { migrationStatements } from "./migrations";
import { bundleWorker, startWorker } from "./source-worker";
import { addEditsSql, addEventsSql } from "./waiting-sql";

const NOW = Date.UTC(2026, 11, 8, 10);
const ROUNDS = 60;
const WARM_UP = 5;
const CHUNK = 5_000;
const QUERIES = ["", "?tab=new", "?tab=edits", "?tab=duplicates"];

async function fill(script: string, pending: number, approved: number) {
  const { miniflare, origin } = await startWorker(script);
  const run = async (sql: string) => {
    const answer = await fetch(origin, { method: "POST", body: sql });
    if (!answer.ok) throw new Error(`${await answer.text()} in ${sql.slice(0, 200)}`);
  };
  for (const statement of migrationStatements()) await run(statement);
  await run(`INSERT INTO cities (id, slug, name_en, country_code, country_en, time_zone, latitude, longitude, search_key, created_at, updated_at)
    VALUES ('city', 'tehran', 'Tehran', 'IR', 'Iran', 'Asia/Tehran', 35.7, 51.4, 'tehran', 0, 0)`);
  await run(`INSERT INTO users (id, display_name, interests, cities, notification_preferences, search_key, created_at, updated_at)
    VALUES ('host', 'Nasrin', '[]', '[]', '{}', 'nasrin', 0, 0)`);
  const add = async (kind: "pending" | "approved", count: number) => {
    for (let from = 0; from < count; from += CHUNK)
      await run(addEventsSql(kind, from, Math.min(CHUNK, count - from), "city", "host", NOW));
  };
  await add("approved", approved);
  await add("pending", pending);
  await run(addEditsSql(Math.floor(pending / 10), "host", NOW));
  return { miniflare, origin, ms: [] as number[], rows: 0 };
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[
    Math.min(Math.floor(values.length * share), values.length - 1)
  ] ?? 0;

const script = await bundleWorker("queue-scale-worker");
const sizes = [await fill(script, 1_000, 9_000), await fill(script, 10_000, 90_000)];
// Interleaved, so that other load on the machine affects both alike.
for (let round = -WARM_UP; round < ROUNDS; round++)
  for (const query of QUERIES)
    for (const size of sizes) {
      const at = performance.now();
      const { rowsRead } = (await (await fetch(new URL(query, size.origin))).json()) as {
        rowsRead: number;
      };
      if (round < 0) continue;
      size.ms.push(performance.now() - at);
      size.rows = Math.max(size.rows, rowsRead);
    }
const [small, large] = sizes.map(({ ms, rows }) => ({
  p50: percentile(ms, 0.5),
  p95: percentile(ms, 0.95),
  rows,
}));
if (small && large)
  console.log(
    `p50 ${small.p50.toFixed(1)} → ${large.p50.toFixed(1)} ms; p95 ${small.p95.toFixed(1)} → ${large.p95.toFixed(1)} ms: × ${(large.p95 / small.p95).toFixed(2)}; rows ${small.rows} → ${large.rows}`,
  );
await Promise.all(sizes.map(({ miniflare }) => miniflare.dispose()));
