import { createHash } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { createDatabase } from "../../db/client";
import { fillWithEvents } from "./fill";
import { migrationStatements } from "./migrations";
import { bundleWorker, type Served, serveProduct } from "./serve";

/**
 * Public and staff pages at two sizes of the database, each rendered anew: `npm run bench:scale
 * [small] [large]` after `npm run build`. Prints p50 and p95 of each page at both, and their ratio.
 * The filled databases are kept in `.cache`: filling the large one takes minutes.
 */
const [small = 10_000, large = 100_000] = process.argv.slice(2).map(Number);
const ROUNDS = 60;
const WARM_UP = 2;
/** p95 at the larger size by that at the smaller (design/quality §1). */
const BAR = 2;
/** Differences below it are the clock's, ms. */
const LEAST = 5;
/** One of so many copied events waits for a moderator. */
const PENDING_EVERY = 50;
const CACHE = ".cache/bench-scale";
const ADMIN = "019b0000-0000-7000-b000-00000000ad01";
const TOKEN = Buffer.from("bench-scale".padEnd(32, "-")).toString("base64url");

const PAGES = [
  "/",
  "/events",
  "/events?city=tehran",
  "/events?category=concert",
  "/events?city=tehran&category=concert&free=1",
  "/events?q=music",
  "/events?q=شب شعر",
  "/events?lat=35.7&lng=51.4&radius=25",
  "/events?view=map&city=tehran",
  "/events?view=week&city=tehran",
  "/events?view=calendar",
  "/saved",
  "/events/{event}",
  "/cities",
  "/cities/tehran",
  "/cities/tehran/week",
  "/venues/tehran/vahdat-hall",
  "/organizers/navaye-mehr-cultural-institute",
  "/discover",
  "/categories",
  "/categories/concert",
  "/api/v1/events?limit=24",
  "/api/v1/events?limit=24&city=tehran",
  "/account/follows",
  "/my-events",
  "/admin/dashboard",
  "/admin/search?q=music",
  "/admin/inbox",
  "/admin/pending-events",
  "/admin/pending-events?tab=edits",
  "/admin/flagged-events",
  "/admin/deleted-events",
  "/admin/events",
  "/admin/events?q=music",
  "/admin/events?event={event}",
  "/admin/cities",
  "/admin/venues?q=hall",
  "/admin/users?q=rooydad",
  "/admin/audit-log",
  "/admin/notification-analytics",
  "/admin/operations",
  "/admin/sources",
  "/admin/weeks",
];

async function filled(size: number): Promise<Served> {
  const state = `${CACHE}/${size}`;
  const isKept = existsSync(state);
  mkdirSync(state, { recursive: true });
  const served = await serveProduct(`${CACHE}/worker`, state);
  if (isKept) return served;
  const d1 = (await served.miniflare.getD1Database("DB")) as unknown as D1Database;
  for (const statement of migrationStatements()) await d1.prepare(statement).run();
  const began = performance.now();
  await fillWithEvents(createDatabase(d1), size, Date.now());
  await d1.prepare(`UPDATE events SET status = 'pending' WHERE rowid % ${PENDING_EVERY} = 0`).run();
  await d1
    .prepare(
      "INSERT INTO users (id, email, email_verified_at, display_name, role, onboarding_completed_at, interests, cities, notification_preferences, search_key, created_at, updated_at) VALUES (?, 'scale@rooydad.example', 0, 'Staff', 'admin', 0, '[]', '[]', '{}', '', 0, 0)",
    )
    .bind(ADMIN)
    .run();
  await d1
    .prepare(
      "INSERT INTO sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at, ends_at) VALUES (?1, ?1, ?2, ?3, ?3, ?4, ?4)",
    )
    .bind(
      ADMIN,
      createHash("sha256").update(TOKEN).digest("hex"),
      Date.now(),
      Date.now() + 30 * 86_400_000,
    )
    .run();
  const dates = await d1
    .prepare("SELECT count(*) AS count FROM event_occurrences")
    .first<{ count: number }>();
  console.log(
    `${size} events with ${dates?.count} dates, filled in ${Math.round((performance.now() - began) / 1000)} s`,
  );
  return served;
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0;

mkdirSync(CACHE, { recursive: true });
bundleWorker(`${CACHE}/worker`);
const sizes = [await filled(small), await filled(large)];
const events = await Promise.all(
  sizes.map(async ({ url }) => {
    const { items } = (await (await fetch(`${url}/api/v1/events?limit=1`)).json()) as {
      items: { id: string }[];
    };
    return items[0]?.id ?? "";
  }),
);

/** @returns ms to the last byte */
async function ask(which: number, page: string): Promise<number> {
  const began = performance.now();
  const headers = {
    cookie: `rooydad-session=${TOKEN}`,
    "x-bookmark": `00000000-00000000-00000000-${"0".repeat(32)}`,
  };
  const response = await fetch(
    `${sizes[which]?.url}${page.replace("{event}", events[which] ?? "")}`,
    { headers, redirect: "manual" },
  );
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${page}: ${response.status}`);
  return performance.now() - began;
}

console.log(
  `load ${loadavg()[0]?.toFixed(1)}\n\n| page | p50, p95 at ${small} (ms) | p50, p95 at ${large} (ms) | ratio of p95 | |\n|---|---|---|---|---|`,
);
let slower = 0;
for (const page of PAGES) {
  const times: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < ROUNDS + WARM_UP; round++)
      for (const which of [0, 1] as const) {
        const ms = await ask(which, page);
        if (round >= WARM_UP) times[which].push(ms);
      }
  } catch (error) {
    console.log(`| ${page} | ${error instanceof Error ? error.message : error} | | | ✗ |`);
    slower++;
    continue;
  }
  for (const own of times) own.sort((a, b) => a - b);
  const [few, many] = times;
  const ratio = at(many, 0.95) / at(few, 0.95);
  const holds = ratio <= BAR || at(many, 0.95) - at(few, 0.95) < LEAST;
  if (!holds) slower++;
  const figures = (own: readonly number[]) =>
    `${at(own, 0.5).toFixed(0)}, ${at(own, 0.95).toFixed(0)}`;
  console.log(
    `| \`${page}\` | ${figures(few)} | ${figures(many)} | ${ratio.toFixed(1)} | ${holds ? "✓" : "✗"} |`,
  );
}
for (const { miniflare } of sizes) await miniflare.dispose();
process.exit(slower > 0 ? 1 : 0);
