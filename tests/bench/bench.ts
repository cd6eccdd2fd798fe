import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { brotliCompressSync, gzipSync } from "node:zlib";
import autocannon from "autocannon";
import { Miniflare } from "miniflare";
import { createDatabase } from "../../db/client";
import { BARE_WORKERS } from "./bare-workers";
import { builtModules } from "./built-worker";
import { fillWithEvents } from "./fill";
import { migrationStatements } from "./migrations";
import { measureSuggestions } from "./suggestions";

/**
 * The figures of design/quality §1, each as a ratio against a bare Worker of the same run: absolute times on shared machines mean
 * little. Drives workerd directly through miniflare, in a closed loop.
 */
const EVENTS = Number(process.env.BENCH_EVENTS ?? 10_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CONNECTIONS = 8;
const CACHE = ".cache/bench";
const STATE = `${CACHE}/state`;
const COMPATIBILITY_DATE = "2026-11-01";

interface Figure {
  what: string;
  measured: string;
  bar: string;
  holds: boolean;
}

const figures: Figure[] = [];

function compare(what: string, rate: number, reference: number, bar: number) {
  const ratio = rate / reference;
  const measured = `${ratio.toFixed(2)} (${Math.round(rate)} of ${Math.round(reference)} a second)`;
  figures.push({ what, measured, bar: `≥ ${bar.toFixed(2)}`, holds: ratio >= bar });
}

function holdsTime(what: string, { p50, p95 }: { p50: number; p95: number }, bar: number) {
  figures.push({ what, measured: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`, bar: `p95 ≤ ${bar} ms`, holds: p95 <= bar });
}

function holdsSize(what: string, kilobytes: number, bar: number) {
  figures.push({ what, measured: `${kilobytes.toFixed(1)} kB`, bar: `≤ ${bar} kB`, holds: kilobytes <= bar });
}

/** Requests per second after a warm-up, with a new value of `headers` per request if given. */
async function rate(url: string, headers?: (count: number) => Record<string, string>): Promise<number> {
  let count = 0;
  const run = (duration: number) =>
    autocannon({
      url,
      connections: CONNECTIONS,
      duration,
      ...(headers ? { requests: [{ setupRequest: (request) => ({ ...request, headers: headers(count++) }) }] } : null),
    });
  await run(2);
  const { requests, non2xx, errors } = await run(SECONDS);
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} failed.`);
  return requests.average;
}

/** The Worker's bundle as deployed. */
function bundle(): string {
  const outdir = `${CACHE}/worker`;
  rmSync(outdir, { recursive: true, force: true });
  execFileSync("wrangler", ["deploy", "--env", "production", "--dry-run", "--outdir", outdir], { stdio: "ignore" });
  return outdir;
}

/** workerd with one Worker on the bench's database, on its own socket: miniflare's entry proxy costs as much as a small Worker. */
async function serve(
  name: string,
  modules: ReturnType<typeof builtModules> | Record<string, { type: "esm"; contents: string }>,
  more: object = {},
): Promise<{ miniflare: Miniflare; url: string }> {
  const miniflare = new Miniflare({
    resourcePersistencePath: STATE,
    workers: [
      {
        config: {
          name,
          compatibilityDate: COMPATIBILITY_DATE,
          compatibilityFlags: ["nodejs_compat"],
          manifest: { mainModule: "index.js", modules },
          env: { DB: { type: "d1", id: "bench" }, ...more },
          ...(name === "product"
            ? {
                exports: {
                  CityRoom: { type: "durable-object", storage: "sqlite" },
                  RunRoom: { type: "durable-object", storage: "sqlite" },
                  UserRoom: { type: "durable-object", storage: "sqlite" },
                },
              }
            : null),
        },
        dev: { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] },
      },
    ],
  });
  await miniflare.ready;
  return { miniflare, url: (await miniflare.unsafeGetDirectURL(name)).origin };
}

function startProduct(outdir: string) {
  return serve("product", builtModules(outdir), {
    MEDIA: { type: "r2", name: "bench-media" },
    JOBS: { type: "queue", name: "bench-jobs" },
    CITY_ROOM: { type: "durable-object", worker: "product", exportName: "CityRoom" },
    RUN_ROOM: { type: "durable-object", worker: "product", exportName: "RunRoom" },
    USER_ROOM: { type: "durable-object", worker: "product", exportName: "UserRoom" },
    ENVIRONMENT: { type: "text", value: "local" },
    APP_SECRET: { type: "text", value: randomBytes(48).toString("base64") },
    PUBLIC_URL: { type: "text", value: "" },
  });
}

/** A new visitor's address per request, so that every view is counted. */
const anotherAddress = (count: number) => ({ "cf-connecting-ip": `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` });

async function rateOfBare(name: keyof typeof BARE_WORKERS, query = "", headers?: typeof anotherAddress): Promise<number> {
  const { miniflare, url } = await serve(name, { "index.js": { type: "esm", contents: BARE_WORKERS[name] } });
  try {
    return await rate(`${url}/${query}`, headers);
  } finally {
    await miniflare.dispose();
  }
}

/** Files that load by themselves once a page is idle. */
const IDLE = /^roaming-mascot-/;

/**
 * Files that a browser downloads for a page before any interaction, kB compressed: linked files, imported scripts, and what loads
 * once the page is idle. The manifest lists more, which wait for a navigation.
 */
function transferred(html: string, ending: ".js" | ".css"): number {
  const linked = [...html.matchAll(/(?:href=|src=|from )"(\/assets\/[^"]+)"/g)].map(([, file]) => file as string);
  const idle = readdirSync("build/client/assets").flatMap((file) => (IDLE.test(file) ? [`/assets/${file}`] : []));
  const files = new Set([...linked, ...idle].filter((file) => file.endsWith(ending)));
  return [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(`build/client${file}`)).length, 0) / 1000;
}

rmSync(STATE, { recursive: true, force: true });
mkdirSync(CACHE, { recursive: true });
const outdir = bundle();
const { miniflare: product, url } = await startProduct(outdir);
const d1 = (await product.getD1Database("DB")) as unknown as D1Database;
for (const statement of migrationStatements()) await d1.prepare(statement).run();
console.log(`Filling the database with ${EVENTS} events …`);
await fillWithEvents(createDatabase(d1), EVENTS, Date.now());

console.log("Measuring …");
const suggestions = await measureSuggestions(createDatabase(d1), Date.now());
const first = (await (await fetch(`${url}/api/v1/events?limit=1`)).json()) as { items: { id: string }[] };
const pages = { "/events": "/events", "/": "/", "an event page": `/events/${first.items[0]?.id}` };
const api = await rate(`${url}/api/v1/events`);
const search = await rate(`${url}/api/v1/events?q=persian+music`);
const near = await rate(`${url}/api/v1/events?lat=35.7&lng=51.4&radius=25`);
// A reader with a session bypasses the page cache, which measures rendering.
const rendered = await rate(`${url}/events`, (count) => ({ cookie: `rooydad-session=${count}` }));
const cached: { name: string; size: number; rate: number }[] = [];
for (const [name, path] of Object.entries(pages)) {
  const size = (await (await fetch(url + path)).arrayBuffer()).byteLength;
  cached.push({ name, size, rate: await rate(url + path) });
}
const event = cached.find(({ name }) => name === "an event page");
const crowd = await rate(url + pages["an event page"], anotherAddress);
const documents: [name: string, html: string][] = [];
for (const [name, path] of Object.entries(pages)) documents.push([name, await (await fetch(url + path)).text()]);
await product.dispose();

const select = await rateOfBare("select");
compare("API: GET /events, 24 events, uncached", api, select, 0.6);
compare("page: /events, rendered", rendered, select, 0.25);
compare("search of two words", search, select, 0.4);
compare("near me, 25 km", near, select, 0.4);
holdsTime("suggestions: own time of an answer", suggestions, 15);
holdsSize("suggestions: longest answer", suggestions.bytes / 1000, 4);
for (const page of cached) {
  compare(`page: ${page.name}, from the cache, against the Cache API`, page.rate, await rateOfBare("cache", `?size=${page.size}`), 0.8);
  compare(`page: ${page.name}, from the cache, against a constant`, page.rate, await rateOfBare("constant", `?size=${page.size}`), 0.35);
}
// The bare Workers get the same headers, since creating them costs the load generator time.
for (const [name, reference, bar] of [
  ["the Cache API", "cache", 0.8],
  ["a constant", "constant", 0.35],
] as const) {
  const bare = await rateOfBare(reference, `?size=${event?.size}`, anotherAddress);
  compare(`page: an event page, each view another visitor's, against ${name}`, crowd, bare, bar);
}
for (const [name, html] of documents) {
  holdsSize(`JavaScript of ${name} (Brotli)`, transferred(html, ".js"), 105);
  holdsSize(`CSS of ${name} (Brotli)`, transferred(html, ".css"), 20);
  holdsSize(`HTML of ${name} (gzip)`, gzipSync(html).length / 1000, 25);
}
const modules = readdirSync(outdir).filter((file) => file.endsWith(".js"));
holdsSize("Worker (gzip)", modules.reduce((sum, file) => sum + gzipSync(readFileSync(`${outdir}/${file}`)).length, 0) / 1000, 1_500);

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
Each rate is the average of ${SECONDS} seconds of ${CONNECTIONS} connections in a closed loop against workerd (miniflare, no proxy), the load generator
on the same machine; a ratio compares it with a bare Worker of the same run. Sizes are of the built files.

| what | measured | bar | |
|---|---|---|---|
${figures.map(({ what, measured, bar, holds }) => `| ${what} | ${measured} | ${bar} | ${holds ? "✓" : "✗"} |`).join("\n")}

${others.join("")}`,
);
