import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { gzipSync } from "node:zlib";
import { createDatabase } from "../../db/client";
import { BARE_WORKERS } from "./bare-workers";
import { COLD_REQUESTS, measureColdCpu } from "./cold-cpu";
import { fillWithEvents } from "./fill";
import { measureFilters } from "./filters";
import { migrationStatements } from "./migrations";
import { measureInTurn, median, type Rates, ratioOf } from "./rates";
import { bundleWorker, serve, serveProduct } from "./serve";
import { measureSuggestions } from "./suggestions";
import { transferred } from "./transferred";

/**
 * The figures of design/quality §1, each as a ratio against a bare Worker of the same run: absolute
 * times on shared machines mean little. Drives workerd directly through miniflare, in a closed
 * loop.
 */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000);
const SLICES = Number(process.env.BENCH_SLICES ?? 8);
const CACHE = ".cache/bench";
const STATE = `${CACHE}/state`;
const OUTDIR = `${CACHE}/worker`;

/** The most processor time that any anonymous request may take of a cold isolate, ms. */
const COLD_CPU = 150;

interface Figure {
  what: string;
  measured: string;
  bar: string;
  holds: boolean;
}

const figures: Figure[] = [];

function holdsTime(what: string, { p50, p95 }: { p50: number; p95: number }, bar: number) {
  figures.push({
    what,
    measured: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    bar: `p95 ≤ ${bar} ms`,
    holds: p95 <= bar,
  });
}

function holdsSize(what: string, kilobytes: number, bar: number) {
  figures.push({
    what,
    measured: `${kilobytes.toFixed(1)} kB`,
    bar: `≤ ${bar} kB`,
    holds: kilobytes <= bar,
  });
}

/**
 * A new visitor's address per request, so that every view is counted. Loopback: the limiters'
 * bindings are not part of this server.
 */
const anotherAddress = (count: number) => ({
  "cf-connecting-ip": `127.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
});

/**
 * A client that has just written: its answers are as new as that, so they are not from the edge.
 */
const BOOKMARK = `00000000-00000000-00000000-${"0".repeat(32)}`;
const UNCACHED = { "x-bookmark": BOOKMARK };

rmSync(STATE, { recursive: true, force: true });
mkdirSync(CACHE, { recursive: true });
bundleWorker(OUTDIR);
const product = await serveProduct(OUTDIR, STATE);
const { url } = product;
const d1 = (await product.miniflare.getD1Database("DB")) as unknown as D1Database;
for (const statement of migrationStatements()) await d1.prepare(statement).run();
console.log(`Filling the database with ${EVENTS} events …`);
await fillWithEvents(createDatabase(d1), EVENTS, Date.now());

console.log("Measuring …");
const suggestions = await measureSuggestions(createDatabase(d1), Date.now());
for (const { format, query, ms } of await measureFilters(url, Date.now(), (count) => ({
  ...UNCACHED,
  cookie: `rooydad-session=${count}; rooydad-bookmark=${BOOKMARK}`,
})))
  figures.push({
    what: `${format}: the slowest filter, uncached, with the database's time`,
    measured: `${ms.toFixed(0)} ms (?${query})`,
    bar: "≤ 150 ms",
    holds: ms <= 150,
  });
// Each bare Worker has a copy of the database: two processes may not write to one.
const bareWorkers = await Promise.all(
  (Object.keys(BARE_WORKERS) as (keyof typeof BARE_WORKERS)[]).map(async (name) => {
    const state = `${CACHE}/state-${name}`;
    rmSync(state, { recursive: true, force: true });
    cpSync(STATE, state, { recursive: true });
    return [
      name,
      await serve(name, state, { "index.js": { type: "esm", contents: BARE_WORKERS[name] } }),
    ] as const;
  }),
);
const bare = Object.fromEntries(bareWorkers.map(([name, served]) => [name, served.url])) as Record<
  keyof typeof BARE_WORKERS,
  string
>;
const first = (await (await fetch(`${url}/api/v1/events?limit=1`)).json()) as {
  items: { id: string }[];
};
const pages = { "/events": "/events", "/": "/", "an event page": `/events/${first.items[0]?.id}` };
const documents: [name: string, html: string][] = [];
for (const [name, path] of Object.entries(pages))
  documents.push([name, await (await fetch(url + path)).text()]);

const rates = await measureInTurn(
  {
    select: { url: bare.select },
    api: { url: `${url}/api/v1/events?limit=24`, headers: UNCACHED },
    search: { url: `${url}/api/v1/events?q=persian+music`, headers: UNCACHED },
    // A position is never kept.
    near: { url: `${url}/api/v1/events?lat=35.7&lng=51.4&radius=25` },
    // A reader with a session bypasses the page cache, which measures rendering. The bookmark is
    // that of an earlier page.
    rendered: {
      url: `${url}/events`,
      headers: (count) => ({ cookie: `rooydad-session=${count}; rooydad-bookmark=${BOOKMARK}` }),
    },
  },
  SLICES,
);
const compare = (what: string, rate: Rates, reference: Rates, bar: number) => {
  const ratio = ratioOf(rate, reference);
  const measured = `${ratio.toFixed(2)} (${Math.round(median(rate))} of ${Math.round(median(reference))} a second)`;
  figures.push({ what, measured, bar: `≥ ${bar.toFixed(2)}`, holds: ratio >= bar });
};
compare("API: GET /events, 24 events, uncached", rates.api, rates.select, 0.6);
compare("page: /events, rendered", rates.rendered, rates.select, 0.45);
compare("search of two words", rates.search, rates.select, 0.4);
compare("near me, 25 km", rates.near, rates.select, 0.4);
holdsTime("suggestions: own time of an answer", suggestions, 15);
holdsSize("suggestions: longest answer", suggestions.bytes / 1000, 4);
for (const [name, html] of documents) {
  const size = Buffer.byteLength(html);
  const path = pages[name as keyof typeof pages];
  // The bare Workers get the same headers, since creating them costs the load generator time.
  for (const [what, headers] of name === "an event page"
    ? ([
        [name, undefined],
        [`${name}, each view another visitor's`, anotherAddress],
      ] as const)
    : ([[name, undefined]] as const)) {
    const { page, cache, constant } = await measureInTurn(
      {
        page: { url: url + path, headers },
        cache: { url: `${bare.cache}/?size=${size}`, headers },
        constant: { url: `${bare.constant}/?size=${size}`, headers },
      },
      SLICES,
    );
    compare(`page: ${what}, from the cache, against the Cache API`, page, cache, 0.8);
    compare(`page: ${what}, from the cache, against a constant`, page, constant, 0.45);
  }
}
for (const [what, path] of [
  ["API: GET /events?limit=24", "/api/v1/events?limit=24"],
  ["feed: /events.atom", "/events.atom"],
] as const) {
  const ETag = (await fetch(url + path)).headers.get("ETag") ?? "";
  const { edge, uncached, known, constant } = await measureInTurn(
    {
      edge: { url: url + path },
      uncached: { url: url + path, headers: UNCACHED, connections: 1 },
      known: { url: url + path, headers: { "if-none-match": ETag }, status: 304 },
      constant: { url: `${bare.constant}/?size=1` },
    },
    SLICES,
  );
  compare(`${what}, from the edge, against uncached`, edge, uncached, 5);
  compare(`${what}, 304, against a constant byte`, known, constant, 0.8);
}
await product.miniflare.dispose();
for (const [, { miniflare }] of bareWorkers) await miniflare.dispose();

const bareCpu = await measureColdCpu(
  () =>
    serve("select", `${CACHE}/state-select`, {
      "index.js": { type: "esm", contents: BARE_WORKERS.select },
    }),
  "/",
);
for (const [what, path] of Object.entries(COLD_REQUESTS)) {
  const ms = await measureColdCpu(() => serveProduct(OUTDIR, STATE), path);
  figures.push({
    what: `cold CPU of an anonymous request: ${what}`,
    measured: `${Math.round(ms)} ms, ${(ms / bareCpu).toFixed(1)} × the bare Worker's ${bareCpu.toFixed(1)}`,
    bar: `≤ ${COLD_CPU} ms`,
    holds: ms <= COLD_CPU,
  });
}

for (const [name, html] of documents) {
  holdsSize(`JavaScript of ${name} (Brotli)`, transferred(html, ".js"), 95);
  holdsSize(`CSS of ${name} (Brotli)`, transferred(html, ".css"), 20);
  holdsSize(`HTML of ${name} (gzip)`, gzipSync(html).length / 1000, 25);
}
const modules = readdirSync(OUTDIR).filter((file) => /\.(js|wasm|txt)$/.test(file));
holdsSize(
  "Worker (gzip)",
  modules.reduce((sum, file) => sum + gzipSync(readFileSync(`${OUTDIR}/${file}`)).length, 0) / 1000,
  1_800,
);

const width = Math.max(...figures.map(({ what }) => what.length));
for (const { what, measured, bar, holds } of figures)
  console.log(`${holds ? "✓" : "✗"} ${what.padEnd(width)}  ${measured.padEnd(34)} ${bar}`);

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const RESULTS = "tests/bench/results.md";
// Keeps the sections of other benches.
const [, ...others] = readFileSync(RESULTS, "utf8").split(/^(?=## )/m);
writeFileSync(
  RESULTS,
  `# Figures

Taken by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, on ${cpus().length} × ${cpus()[0]?.model.trim()}, with ${EVENTS} events.
Each rate is the median of ${SLICES} slices of one second of 8 connections in a closed loop against workerd (miniflare, no proxy), the load
generator on the same machine; a ratio is the median of those to a bare Worker, whose slices are taken in turn. Sizes are of the built files.

| what | measured | bar | |
|---|---|---|---|
${figures.map(({ what, measured, bar, holds }) => `| ${what} | ${measured} | ${bar} | ${holds ? "✓" : "✗"} |`).join("\n")}

${others.join("")}`,
);
