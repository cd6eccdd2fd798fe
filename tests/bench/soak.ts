import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { migrationStatements } from "./migrations";
import { bundleWorker, serveProduct } from "./serve";

/**
 * Endurance: `npm run bench:soak [minutes]` after `npm run build`. 60 requests a second in an open
 * loop, 500 sockets in one city's room and a broadcast each 5 seconds. Prints each minute and the
 * whole; exits with 1 if a request fails, p99 exceeds the bar or a broadcast is lost.
 */
const MINUTES = Number(process.argv[2] ?? 30);
const RATE = 60;
const SOCKETS = 500;
const BROADCAST = 5_000;
/** ms */
const P99 = 400;
/** Growth of workerd's memory from the second minute to the last. */
const GROWTH = 0.25;
const CACHE = ".cache/bench-soak";
const CITY = "tehran";

rmSync(CACHE, { recursive: true, force: true });
mkdirSync(CACHE, { recursive: true });
bundleWorker(`${CACHE}/worker`);
const { miniflare, url } = await serveProduct(`${CACHE}/worker`, `${CACHE}/state`);
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
  (count) => ({ path: "/events", cookie: `rooydad-session=${count}` }),
  () => ({ path: "/discover?lang=fa" }),
];

/** Resident memory of the workerd processes of this bench, MB. */
function memory(): number {
  let pages = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const [, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8")
        .split(") ")
        .slice(-1)
        .join("")
        .split(" ");
      if (Number(fields[0]) === process.pid)
        pages += Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
    } catch {
      // The process ended meanwhile.
    }
  return Math.round((pages * 4_096) / 1e6);
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
const problems = new Map<string, number>();
const fail = (what: string) => problems.set(what, (problems.get(what) ?? 0) + 1);
const times: number[] = [];
let sent = 0;
async function ask(count: number): Promise<void> {
  const { path, cookie } = REQUESTS[count % REQUESTS.length]?.(count) ?? { path: "/" };
  const began = performance.now();
  try {
    const response = await fetch(url + path, cookie ? { headers: { cookie } } : {});
    await response.arrayBuffer();
    if (response.status !== 200) fail(`${response.status} ${path.split("?")[0]}`);
  } catch (error) {
    fail(`${path.split("?")[0]}: ${error instanceof Error ? error.message : error}`);
  }
  times.push(performance.now() - began);
}
const at = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const broadcasts = setInterval(() => {
  sent++;
  room
    .announce({ type: "event:changed", eventId: `soak-${sent}`, city: CITY, change: "changed" })
    .catch(() => fail("announce"));
}, BROADCAST);
const began = performance.now();
const memories: number[] = [];
const waiting = new Set<Promise<void>>();
let asked = 0;
let shown = 0;
for (let minute = 1; minute <= MINUTES; minute++) {
  for (const end = began + minute * 60_000; performance.now() < end; ) {
    for (const due = ((performance.now() - began) / 1_000) * RATE; asked < due; asked++) {
      const one = ask(asked).finally(() => waiting.delete(one));
      waiting.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  memories.push(memory());
  const own = times.slice(shown);
  shown = times.length;
  console.log(
    `minute ${minute}: ${own.length} answers, p50 ${at(own, 0.5).toFixed(0)} ms, p99 ${at(own, 0.99).toFixed(0)} ms, ${memories.at(-1)} MB, load ${loadavg()[0]?.toFixed(1)}`,
  );
}
clearInterval(broadcasts);
await Promise.all(waiting);
for (const end = performance.now() + 10_000; received < sent * SOCKETS && performance.now() < end; )
  await new Promise((resolve) => setTimeout(resolve, 50));
const p99 = at(times, 0.99);
const first = memories[1] ?? memories[0] ?? 0;
const last = memories.at(-1) ?? 0;
console.log(
  `${times.length} answers in ${MINUTES} minutes: p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (bar ${P99}), longest ${at(times, 0.99999).toFixed(0)} ms; failures ${JSON.stringify(Object.fromEntries(problems))}; ` +
    `broadcasts ${received} of ${sent * SOCKETS}, sockets closed ${lost}; memory ${first} MB to ${last} MB`,
);
for (const socket of sockets) socket.close();
await miniflare.dispose();
const fails =
  problems.size > 0 ||
  p99 > P99 ||
  received < sent * SOCKETS ||
  lost > 0 ||
  last > first * (1 + GROWTH);
process.exit(fails ? 1 : 0);
