import { readdirSync, readFileSync } from "node:fs";
import { getPlatformProxy } from "wrangler";
import type { Deps } from "../../app/lib/deps";
import { createMemo } from "../../app/lib/memo";
import { sendDigests } from "../../app/modules/digests/send-digests.server";
import { createDatabase } from "../../db/client";
import { createVault } from "../../worker/adapters/vault";
import { fillWithEvents } from "./fill";

/**
 * How many digests a second are rendered and queued, and whether memory stays flat while it goes on (quality.md §1).
 * `tsx tests/bench/digests.ts [people]`
 */
const PEOPLE = Number(process.argv[2] ?? 10_000);
const EVENTS = 300;
/** 2026-12-08T10:00:00Z. */
const NOW = Date.UTC(2026, 11, 8, 10);
const MEGABYTE = 1_048_576;

const proxy = await getPlatformProxy<Env>({ persist: false });
const d1 = proxy.env.DB;
for (const file of readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort())
  for (const statement of readFileSync(`migrations/${file}`, "utf8").split("--> statement-breakpoint"))
    if (statement.trim()) await d1.prepare(statement).run();
const db = createDatabase(d1);
await fillWithEvents(db, EVENTS, NOW);

const cities = (await db.query.cities.findMany()).map(({ slug }) => slug);
const INTERESTS = ["music", "art", "tech", "food", "sports", "family"];
const some = (list: readonly string[], from: number, count: number) =>
  Array.from({ length: count }, (_, at) => list[(from + at * 7) % list.length]);
await d1.exec("UPDATE users SET digest_due_at = NULL");
for (let at = 0; at < PEOPLE; at += 500) {
  const rows = Array.from({ length: Math.min(500, PEOPLE - at) }, (_, place) => {
    const number = at + place;
    const id = `019b0000-0000-7000-b000-${String(number).padStart(12, "0")}`;
    const categories = ["newEvents", "recommendations", "savedEvents", "collections"];
    const preferences = { emailEnabled: true, pushEnabled: false, categories, frequency: number % 2 ? "daily" : "weekly" };
    return [id, number % 2 ? "en" : "fa", number % 4 ? [] : some(INTERESTS, number, 2), [...new Set(some(cities, number, 8))], preferences];
  });
  await d1
    .prepare(
      `INSERT INTO users (id, email, email_verified_at, display_name, preferred_language, interests, cities, notification_preferences, digest_due_at, search_key, created_at, updated_at)
       SELECT value ->> 0, (value ->> 0) || '@rooydad.example', 1, 'Sara', value ->> 1, value ->> 2, value ->> 3, value ->> 4, 1, '', 0, 0 FROM json_each(?)`,
    )
    .bind(JSON.stringify(rows))
    .run();
}

const clock = { now: () => NOW };
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
let count = 0;
const deps = {
  db,
  clock,
  random,
  siteUrl: "https://rooydad.example",
  memo: createMemo(clock),
  vault: createVault("a secret of the bench, long enough for one", random),
  ids: { next: () => `019b0000-0000-7000-8000-${String(++count).padStart(12, "0")}` },
  jobs: { send: async () => {} },
  later: (work: Promise<unknown>) => void work,
} as unknown as Deps;

const memory: number[] = [];
const start = performance.now();
let sent = 0;
let empty = 0;
for (let goesOn = true; goesOn; ) {
  const run = await sendDigests(deps, { frequency: null, after: "" });
  ({ goesOn } = run);
  sent += run.sent;
  empty += run.empty;
  globalThis.gc?.();
  memory.push(Math.round(process.memoryUsage().heapUsed / MEGABYTE));
  console.log(
    `${sent} sent, ${empty} with nothing to say, ${memory.at(-1)} MB of heap, ${Math.round(((sent + empty) * 1_000) / (performance.now() - start))} a second`,
  );
}
const seconds = (performance.now() - start) / 1_000;
const stored = await d1.prepare("SELECT count(*) AS mails, count(DISTINCT user_id) AS people FROM mails").first();
console.log(
  JSON.stringify({ sent, empty, seconds: Math.round(seconds), perSecond: Math.round((sent + empty) / seconds), memory, ...stored }),
);
await proxy.dispose();
process.exit(0);
