import { mkdirSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { BARE_WORKERS } from "./bare-workers";
import { personSql, tokenOf } from "./killed-product";
import { migrationStatements } from "./migrations";
import { bundleWorker, type Heap, heapOf, serve, serveProduct } from "./serve";
import { spentByWorkerd } from "./workerd-process";

/**
 * Endurance: `npm run bench:soak [minutes] [rate] [approvals a second]` after `npm run build`. 40
 * requests a second in an open loop, 500 sockets in one city's room and a broadcast each 5 seconds; in
 * every second minute a moderator approves an event a second, which comes first in the lists. A lower
 * rate, for a machine that is busy, has as many approvals unless it is told otherwise. A bare Worker
 * with one SELECT is asked twice a second beside it: what the machine's other work costs. Prints each
 * minute and the whole; exits with 1 if a request fails, a bar is missed or a broadcast is lost.
 */
const MINUTES = Number(process.argv[2] ?? 30);
const RATE = Number(process.argv[3] ?? 40);
/** Approvals a second, in every second minute. */
const APPROVING = Number(process.argv[4] ?? 1);
const SOCKETS = 500;
const BROADCAST = 5_000;
/** ms */
const P99 = 400;
/** p50 of the minutes with approvals by that of those without. */
const PUBLISHING = 3;
/** How long after an approval lists may lack the event, ms. */
const STALE = 60_000;
/** The isolate's heap, MB. */
const HEAP = { beforeCollection: 115, live: 90 };
const MODERATOR = "soak-moderator";
const CACHE = ".cache/bench-soak";
const CITY = "tehran";

rmSync(CACHE, { recursive: true, force: true });
mkdirSync(CACHE, { recursive: true });
bundleWorker(`${CACHE}/worker`);
const { miniflare, url } = await serveProduct(`${CACHE}/worker`, `${CACHE}/state`);
const bare = await serve("bare", `${CACHE}/bare-state`, {
  "index.js": { type: "esm", contents: BARE_WORKERS.select },
});
const bareD1 = await bare.miniflare.getD1Database("DB");
await bareD1.exec("CREATE TABLE events (id INTEGER PRIMARY KEY, title, is_over, ends_at)");
await bareD1.exec("CREATE INDEX by_end ON events (is_over, ends_at)");
await bareD1
  .prepare("INSERT INTO events SELECT value, 'An evening ' || value, 0, value FROM json_each(?1)")
  .bind(JSON.stringify(Array.from({ length: 500 }, (_, at) => at)))
  .run();
const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
for (const statement of migrationStatements()) await d1.prepare(statement).run();
await seedDatabase(createDatabase(d1), Date.now());
const { items } = (await (await fetch(`${url}/api/v1/events?limit=24`)).json()) as {
  items: { id: string }[];
};

/**
 * Requests of visitors, some of them never cached: searches with their own words, positions,
 * readers with a session.
 */
const REQUESTS: ((count: number) => { path: string; cookie?: string })[] = [
  () => ({ path: "/" }),
  () => ({ path: "/events?city=tehran" }),
  (count) => ({ path: `/events/${items[count % items.length]?.id}` }),
  () => ({ path: "/cities/tehran?lang=fa" }),
  (count) => ({ path: `/events?q=music+${count % 50}` }),
  () => ({ path: "/api/v1/events?limit=24" }),
  (count) => ({ path: `/api/v1/events?lat=35.${count % 90}&lng=51.4&radius=25` }),
  () => ({ path: "/events.atom" }),
  () => ({ path: "/cities/tehran/events.ics" }),
  () => ({ path: "/events" }),
  (count) => ({ path: "/events", cookie: `rooydad-session=${count}` }),
  () => ({ path: "/discover?lang=fa" }),
];

const uuid = (at: number) => `019b0000-0000-7000-8500-${String(at).padStart(12, "0")}`;
const APPROVALS = Math.ceil((MINUTES / 2) * 60 * APPROVING) + 60;
for (const statement of personSql(MODERATOR, { role: "admin" })) await d1.prepare(statement).run();
// Each starts a second before the one that is approved before it.
await d1
  .prepare(
    `INSERT INTO events (id, city_id, title_en, description_en, venue_en, starts_at, ends_at, time_zone, local_day, currency, categories, tags, tag_keys, status, creator_id, title_key, search_rowid, submitted_at, created_at, updated_at)
    SELECT printf('019b0000-0000-7000-8500-%012d', at.value), cities.id, 'Evening ' || at.value, 'An evening of the soak.', 'Hall ' || at.value, ?1 - at.value * 1000, ?1 + 7200000, cities.time_zone, date(?1 / 1000, 'unixepoch'), 'IRR', '["Concert"]', '[]', '[]', 'pending', users.id, 'evening ' || at.value, 9000000000000 + at.value, ?2, ?2, ?2
    FROM json_each(?3) AS at, cities, users WHERE cities.slug = 'tehran' AND users.display_name = '${MODERATOR}'`,
  )
  .bind(
    Date.now() + (MINUTES + 90) * 60_000,
    Date.now(),
    JSON.stringify(Array.from({ length: APPROVALS }, (_, at) => at)),
  )
  .run();
const post = async (path: string, body: object, headers: Record<string, string>) => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
};
const { idToken } = (await post(
  "/auth/session-token",
  {},
  { Origin: url, Cookie: `rooydad-session=${tokenOf(MODERATOR)}` },
)) as { idToken: string };
const { access_token: token } = (await post("/auth/login", { firebaseToken: idToken }, {})) as {
  access_token: string;
};

const problems = new Map<string, number>();
const fail = (what: string) => problems.set(what, (problems.get(what) ?? 0) + 1);
/** Times of answers, ms, in minutes without approvals and with them. */
const times: [number[], number[]] = [[], []];
let isPublishing = false;
/** When the approval of each event was answered. */
const approved: number[] = [];
let isApproving = 0;
async function approve(): Promise<void> {
  const at = isApproving;
  isApproving += 1;
  const began = performance.now();
  try {
    await post(`/events/admin/${uuid(at)}/approve`, {}, { Authorization: `Bearer ${token}` });
    approved[at] = performance.now();
    approvals.push(performance.now() - began);
  } catch (error) {
    fail(`approve: ${error instanceof Error ? error.message : error}`);
  }
}
const approvals: number[] = [];
/** Lists that have the next event first. */
const FRESH =
  /^\/events(\?city=tehran|\.atom)?$|^\/api\/v1\/events\?limit|^\/cities\/tehran\/events\.ics/;
/** Of each list, how long ago the oldest event was approved that an answer lacked, ms. */
const stale = new Map<string, number>();
function noteAge(path: string, body: string, began: number): void {
  const shown = [...body.matchAll(/019b0000-0000-7000-8500-(\d{12})/g)].map(([, at]) => Number(at));
  const next = approved[Math.max(-1, ...shown) + 1];
  const age = next === undefined ? 0 : Math.max(0, began - next);
  stale.set(path, Math.max(stale.get(path) ?? 0, age));
}

let received = 0;
const open = () =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/parties/city-room/${CITY}`, {
      headers: { Origin: url },
    } as unknown as string[]);
    socket.addEventListener("message", ({ data }) => {
      if (String(data).includes("soak-")) received++;
    });
    socket.addEventListener("open", () => resolve(socket));
    socket.addEventListener("error", () => reject(new Error("A socket was refused.")));
  });
const sockets: WebSocket[] = [];
for (let from = 0; from < SOCKETS; from += 50)
  sockets.push(...(await Promise.all(Array.from({ length: 50 }, open))));
let lost = 0;
for (const socket of sockets) socket.addEventListener("close", () => lost++);

const rooms = await miniflare.getDurableObjectNamespace("CITY_ROOM");
const room = rooms.get(rooms.idFromName(CITY)) as unknown as {
  announce(message: object): Promise<number>;
};
let sent = 0;
async function ask(count: number): Promise<void> {
  const { path, cookie } = REQUESTS[count % REQUESTS.length]?.(count) ?? { path: "/" };
  const began = performance.now();
  try {
    const response = await fetch(url + path, cookie ? { headers: { cookie } } : {});
    const body = await response.text();
    if (response.status !== 200) fail(`${response.status} ${path.split("?")[0]}`);
    if (FRESH.test(path)) noteAge(path, body, began);
  } catch (error) {
    fail(`${path.split("?")[0]}: ${error instanceof Error ? error.message : error}`);
  }
  times[isPublishing ? 1 : 0].push(performance.now() - began);
}
/** Times of the bare Worker, ms, in the same minutes. */
const bareTimes: [number[], number[]] = [[], []];
async function askBare(): Promise<void> {
  const began = performance.now();
  await (await fetch(bare.url)).text();
  bareTimes[isPublishing ? 1 : 0].push(performance.now() - began);
}
const at = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const broadcasts = setInterval(() => {
  sent++;
  room
    .announce({ type: "event:changed", eventId: `soak-${sent}`, city: CITY, change: "changed" })
    .catch(() => fail("announce"));
}, BROADCAST);
const comparisons = setInterval(() => void askBare().catch(() => fail("the bare Worker")), 500);
const began = performance.now();
const heaps: Heap[] = [];
/** Processor time of workerd in minutes without approvals and with them, s. */
const cpu = [0, 0];
const waiting = new Set<Promise<void>>();
const start = (work: Promise<void>) => {
  const one = work.finally(() => waiting.delete(one));
  waiting.add(one);
};
let asked = 0;
const shown = [0, 0];
for (let minute = 1; minute <= MINUTES; minute++) {
  isPublishing = minute % 2 === 0;
  const which = isPublishing ? 1 : 0;
  const from = performance.now();
  const before = spentByWorkerd().cpuSeconds;
  for (let count = 0; performance.now() < began + minute * 60_000; ) {
    const now = performance.now();
    for (const due = ((now - began) / 1_000) * RATE; asked < due; asked++) start(ask(asked));
    for (; isPublishing && count < ((now - from) / 1_000) * APPROVING; count++) start(approve());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  cpu[which] = (cpu[which] ?? 0) + spentByWorkerd().cpuSeconds - before;
  heaps.push(await heapOf(miniflare));
  const own = times[which].slice(shown[which]);
  shown[which] = times[which].length;
  console.log(
    `minute ${minute}${isPublishing ? ", publishing" : ""}: ${own.length} answers, p50 ${at(own, 0.5).toFixed(0)} ms, p99 ${at(own, 0.99).toFixed(0)} ms; heap ${heaps.at(-1)?.beforeCollection} MB, live ${heaps.at(-1)?.live} MB; workerd ${spentByWorkerd().megabytes} MB, load ${loadavg()[0]?.toFixed(1)}`,
  );
}
clearInterval(broadcasts);
clearInterval(comparisons);
await Promise.all(waiting);
for (const end = performance.now() + 10_000; received < sent * SOCKETS && performance.now() < end; )
  await new Promise((resolve) => setTimeout(resolve, 50));
const closed = lost;
for (const socket of sockets) socket.close();
await miniflare.dispose();
await bare.miniflare.dispose();

const all = times.flat();
const ratio = at(times[1], 0.5) / at(times[0], 0.5);
const oldest = Math.max(0, ...stale.values());
const most = (name: keyof Heap) => Math.max(...heaps.map((heap) => heap[name]));
const failures = JSON.stringify(Object.fromEntries(problems));
/** What was measured, its bar, and whether it holds. */
const rows: [what: string, measured: string, bar: string, holds: boolean][] = [
  ["answers", `${all.length}; failed ${failures}`, "0 errors", problems.size === 0],
  [
    "p50, p99, longest",
    [0.5, 0.99, 0.99999].map((share) => `${at(all, share).toFixed(0)} ms`).join(", "),
    `p99 ≤ ${P99} ms`,
    at(all, 0.99) <= P99,
  ],
  [
    `p50 without approvals, with ${APPROVING} a second`,
    `${at(times[0], 0.5).toFixed(1)} ms, ${at(times[1], 0.5).toFixed(1)} ms (${ratio.toFixed(2)})`,
    `≤ ${PUBLISHING} ×`,
    ratio <= PUBLISHING,
  ],
  [
    "p50 of the bare Worker in the same minutes",
    bareTimes.map((own) => `${at(own, 0.5).toFixed(1)} ms`).join(", "),
    "",
    true,
  ],
  [
    "processor time of workerd by answer, without approvals and with them",
    times
      .map((own, which) => `${(((cpu[which] ?? 0) / own.length) * 1_000).toFixed(1)} ms`)
      .join(", "),
    "",
    true,
  ],
  [
    "approvals, p50 and p99",
    `${approvals.length}, ${at(approvals, 0.5).toFixed(0)} and ${at(approvals, 0.99).toFixed(0)} ms`,
    "",
    true,
  ],
  [
    "oldest list after an approval",
    [...stale].map(([path, ms]) => `\`${path}\` ${(ms / 1_000).toFixed(1)} s`).join(", "),
    `≤ ${STALE / 1_000} s`,
    oldest <= STALE,
  ],
  [
    "broadcasts received; sockets closed",
    `${received} of ${sent * SOCKETS}; ${closed}`,
    "all; 0",
    received === sent * SOCKETS && closed === 0,
  ],
  [
    "heap of the isolate before collection, most",
    `${most("beforeCollection")} MB`,
    `≤ ${HEAP.beforeCollection} MB`,
    most("beforeCollection") <= HEAP.beforeCollection,
  ],
  ["heap that is live, most", `${most("live")} MB`, `≤ ${HEAP.live} MB`, most("live") <= HEAP.live],
];
console.log("\n| what | measured | bar | |\n|---|---|---|---|");
for (const [what, measured, bar, holds] of rows)
  console.log(`| ${what} | ${measured} | ${bar} | ${holds ? "✓" : "✗"} |`);
process.exit(rows.every(([, , , holds]) => holds) ? 0 : 1);
