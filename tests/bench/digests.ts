import { loadavg } from "node:os";
import { createDatabase } from "../../db/client";
import { cities as cityTable } from "../../db/schema";
import { fillWithEvents } from "./fill";
import { migrationStatements } from "./migrations";
import { bundleWorker, startWorker } from "./source-worker";
import { spentByWorkerd } from "./workerd-process";

/**
 * Measures rendered and queued digests per second, and whether memory stays flat (quality.md §1),
 * in workerd with D1: `tsx --import ./scripts/set-up/raw-text.mjs tests/bench/digests.ts [people]`.
 * Prints the rate by wall clock and by CPU time of one core; exits with 1 if the latter is below
 * the bar.
 */
const PEOPLE = Number(process.argv[2] ?? 10_000);
const EVENTS = 1_500;
/** 2026-12-08T10:00:00Z. */
const NOW = Date.UTC(2026, 11, 8, 10);
/** Recipients per second and core. */
const BAR = 300;
/** Allowed growth of the process's memory between the first message and the last, as a share. */
const GROWTH = 0.25;

const { miniflare, origin } = await startWorker(await bundleWorker("digests-worker"));
const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
for (const statement of migrationStatements()) await d1.prepare(statement).run();
const db = createDatabase(d1);
await fillWithEvents(db, EVENTS, NOW);

const cities = (await db.select({ slug: cityTable.slug }).from(cityTable)).map(({ slug }) => slug);
const INTERESTS = ["music", "art", "tech", "food", "sports", "family"];
const some = (list: readonly string[], from: number, count: number) =>
  Array.from({ length: count }, (_, at) => list[(from + at * 7) % list.length]);
await d1.exec("UPDATE users SET digest_due_at = NULL");
for (let at = 0; at < PEOPLE; at += 500) {
  const rows = Array.from({ length: Math.min(500, PEOPLE - at) }, (_, place) => {
    const number = at + place;
    const id = `019b0000-0000-7000-b000-${String(number).padStart(12, "0")}`;
    const categories = ["newEvents", "recommendations", "savedEvents", "collections"];
    const preferences = {
      emailEnabled: true,
      pushEnabled: false,
      categories,
      frequency: number % 2 ? "daily" : "weekly",
    };
    return [
      id,
      number % 2 ? "en" : "fa",
      number % 4 ? [] : some(INTERESTS, number, 2),
      [...new Set(some(cities, number, 8))],
      preferences,
    ];
  });
  await d1
    .prepare(
      `INSERT INTO users (id, email, email_verified_at, display_name, preferred_language, interests, cities, notification_preferences, digest_due_at, search_key, created_at, updated_at)
       SELECT value ->> 0, (value ->> 0) || '@rooydad.example', 1, 'Sara', value ->> 1, value ->> 2, value ->> 3, value ->> 4, 1, '', 0, 0 FROM json_each(?)`,
    )
    .bind(JSON.stringify(rows))
    .run();
}

console.log(`Load of the machine before it begins: ${loadavg()[0]?.toFixed(1)}`);
const memory: number[] = [];
const start = performance.now();
const before = spentByWorkerd().cpuSeconds;
let sent = 0;
let empty = 0;
for (let goesOn = true; goesOn; ) {
  const run = (await (await fetch(origin)).json()) as {
    sent: number;
    empty: number;
    goesOn: boolean;
  };
  ({ goesOn } = run);
  sent += run.sent;
  empty += run.empty;
  memory.push(spentByWorkerd().megabytes);
  console.log(
    `${sent} sent, ${empty} with nothing to say, ${memory.at(-1)} MB, ${Math.round(((sent + empty) * 1_000) / (performance.now() - start))} a second`,
  );
}
const seconds = (performance.now() - start) / 1_000;
const cpu = spentByWorkerd().cpuSeconds - before;
const stored = await d1
  .prepare(
    "SELECT count(*) AS mails, count(DISTINCT user_id) AS people, avg(length(html)) AS html FROM mails",
  )
  .first();
const perCpuSecond = Math.round((sent + empty) / cpu);
const perSecond = Math.round((sent + empty) / seconds);
const [first = 0, last = 0] = [memory[0], memory.at(-1)];
console.log(
  JSON.stringify({
    sent,
    empty,
    seconds: Math.round(seconds),
    perSecond,
    perCpuSecond,
    memory,
    ...stored,
  }),
);
await miniflare.dispose();
process.exit(perCpuSecond >= BAR && last <= first * (1 + GROWTH) ? 0 : 1);
