/** How the moderation queue takes a tenfold table: `tsx tests/bench/queue-scale.ts`. Prints p50 and p95 and rows read for 1,000 pending of 10,000 events, and 10,000 of 100,000. */
import { readdirSync, readFileSync } from "node:fs";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { build } from "vite";
import { addEditsSql, addEventsSql } from "./waiting-sql";

const NOW = Date.UTC(2026, 11, 8, 10);
const ROUNDS = 60;
const WARM_UP = 5;
const CHUNK = 5_000;
const QUERIES = ["", "?tab=new", "?tab=edits", "?tab=duplicates"];
const MIGRATIONS = new URL("../../migrations/", import.meta.url);

async function bundle(): Promise<string> {
  const result = await build({
    logLevel: "error",
    configFile: false,
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: new URL("queue-scale-worker.ts", import.meta.url).pathname,
      write: false,
      target: "es2022",
      rollupOptions: { output: { format: "es", inlineDynamicImports: true } },
    },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error("Vite gave no single bundle.");
  return result.output[0].code;
}

async function fill(script: string, pending: number, approved: number) {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script,
      d1Databases: ["DB"],
      compatibilityDate: "2026-11-01",
      compatibilityFlags: ["nodejs_compat"],
    }),
  );
  const origin = await miniflare.ready;
  const run = async (sql: string) => {
    const answer = await fetch(origin, { method: "POST", body: sql });
    if (!answer.ok) throw new Error(`${await answer.text()} in ${sql.slice(0, 200)}`);
  };
  for (const file of readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort())
    for (const statement of readFileSync(new URL(file, MIGRATIONS), "utf8").split("--> statement-breakpoint"))
      if (statement.trim()) await run(statement);
  await run(`INSERT INTO cities (id, slug, name_en, country_code, country_en, time_zone, latitude, longitude, search_key, created_at, updated_at)
    VALUES ('city', 'tehran', 'Tehran', 'IR', 'Iran', 'Asia/Tehran', 35.7, 51.4, 'tehran', 0, 0)`);
  await run(`INSERT INTO users (id, display_name, interests, cities, notification_preferences, search_key, created_at, updated_at)
    VALUES ('host', 'Nasrin', '[]', '[]', '{}', 'nasrin', 0, 0)`);
  const add = async (kind: "pending" | "approved", count: number) => {
    for (let from = 0; from < count; from += CHUNK) await run(addEventsSql(kind, from, Math.min(CHUNK, count - from), "city", "host", NOW));
  };
  await add("approved", approved);
  await add("pending", pending);
  await run(addEditsSql(Math.floor(pending / 10), "host", NOW));
  return { miniflare, origin, ms: [] as number[], rows: 0 };
}

const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)] ?? 0;

const script = await bundle();
const sizes = [await fill(script, 1_000, 9_000), await fill(script, 10_000, 90_000)];
// In turns, so that whatever else the machine does slows both alike.
for (let round = -WARM_UP; round < ROUNDS; round++)
  for (const query of QUERIES)
    for (const size of sizes) {
      const at = performance.now();
      const { rowsRead } = (await (await fetch(new URL(query, size.origin))).json()) as { rowsRead: number };
      if (round < 0) continue;
      size.ms.push(performance.now() - at);
      size.rows = Math.max(size.rows, rowsRead);
    }
const [small, large] = sizes.map(({ ms, rows }) => ({ p50: percentile(ms, 0.5), p95: percentile(ms, 0.95), rows }));
if (small && large)
  console.log(
    `p50 ${small.p50.toFixed(1)} → ${large.p50.toFixed(1)} ms; p95 ${small.p95.toFixed(1)} → ${large.p95.toFixed(1)} ms: × ${(large.p95 / small.p95).toFixed(2)}; rows ${small.rows} → ${large.rows}`,
  );
await Promise.all(sizes.map(({ miniflare }) => miniflare.dispose()));
