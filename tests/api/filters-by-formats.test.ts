import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { XMLParser } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { EventQueryParameters } from "../../app/modules/events/schema";
import { mergeSearchIndex } from "../../app/modules/search/index-event.server";
import { FEED_LIMITS } from "../../app/modules/syndication/feeds/feed";
import { storeSitemap } from "../../app/modules/syndication/sitemap/write-sitemap.server";
import { createDatabase } from "../../db/client";
import { memo } from "../../worker/deps";
import worker from "../../worker/index";
import { fillWithEvents } from "../bench/fill";
import { copyEvents } from "../helpers/copy-events";
import { countDatabase } from "../helpers/counted-database";
import { emptyDatabase } from "../helpers/empty-database";
import { filterSamples } from "../helpers/filter-samples";
import { requestContext } from "../helpers/request-context";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const ORIGIN = "https://rooydad.test";
const NOW = TUESDAY;
const db = createDatabase(env.DB);
const counted = countDatabase(env.DB);
const SAMPLES = filterSamples(NOW);

beforeAll(async () => {
  // The Worker's own clock.
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  // What an isolate reads first is counted: rows of other files would be, versions of their cities too.
  await emptyDatabase();
  await env.DB.prepare("DELETE FROM content_versions WHERE name <> 'site'").run();
  await fillWithEvents(db, 500, NOW, 5);
  await copyEvents(db, 19);
  await mergeSearchIndex({ db });
}, 300_000);
afterAll(() => {
  vi.useRealTimers();
});

let asked = 0;
/**
 * An answer of an isolate that has read nothing, and the rows that it read. Each asks from an address
 * of its own.
 */
async function get(path: string) {
  asked += 1;
  memo.clear();
  const context = createExecutionContext();
  const before = counted.spent.rowsRead;
  const headers = {
    "CF-Connecting-IP": `10.0.${asked >> 8}.${asked & 255}`,
    "Accept-Language": "en",
  };
  const request = new Request(`${ORIGIN}${path}`, { headers });
  const response = await worker.fetch(
    request as Parameters<typeof worker.fetch>[0],
    { ...env, DB: counted.database },
    context,
  );
  const text = await response.text();
  await waitOnExecutionContext(context);
  const rowsRead = counted.spent.rowsRead - before;
  return { path, status: response.status, text, bytes: Buffer.byteLength(text), rowsRead };
}
const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ["entry", "url", "link"].includes(name),
});
const idsIn = (pattern: RegExp) => (text: string) =>
  [...text.matchAll(pattern)].map(([, id = ""]) => id);
const idsOf = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id);
const ofItems = (text: string) => idsOf(JSON.parse(text).items);

interface Format {
  path: (query: string) => string;
  /** Ids in their order; null where days are groups, in which events come again. */
  ids: ((text: string) => string[]) | null;
  entries: number;
}
const FORMATS: Record<string, Format> = {
  page: { path: (query) => `/events?${query}`, ids: null, entries: 24 },
  "map page": { path: (query) => `/events?view=map&${query}`, ids: null, entries: 24 },
  "week page": { path: (query) => `/events?view=week&${query}`, ids: null, entries: 60 },
  "month page": { path: (query) => `/events?view=month&${query}`, ids: null, entries: 24 },
  api: {
    path: (query) => `/api/v1/events?${query}`,
    ids: ofItems,
    entries: 24,
  },
  ics: {
    path: (query) => `/events.ics?${query}`,
    ids: idsIn(/\r\nUID:(\S+)/g),
    entries: FEED_LIMITS.entries,
  },
  atom: {
    path: (query) => `/events.atom?${query}`,
    ids: (text) => idsOf(parser.parse(text).feed.entry),
    entries: FEED_LIMITS.entries,
  },
  rss: {
    path: (query) => `/events.rss?${query}`,
    ids: idsIn(/<guid isPermaLink="false">([^<]+)/g),
    entries: FEED_LIMITS.entries,
  },
  json: {
    path: (query) => `/events.json?${query}`,
    ids: ofItems,
    entries: FEED_LIMITS.entries,
  },
  embed: {
    path: (query) => `/embed/events?${query}`,
    ids: idsIn(/<h2><a href="([^"]+)"/g),
    entries: 6,
  },
  map: {
    path: (query) => `/maps/points.json?${query}`,
    ids: (text) => idsOf(JSON.parse(text)),
    entries: 500,
  },
};

/** Rows of a page, with those that an isolate reads once. */
const MOST_ROWS = 1_000;
/** Rows of the events that a month names, a title each. */
const MONTH_NAMES = 40;
/** Rows that an isolate reads once: cities, content versions, settings. */
const OF_ISOLATE = 145;
/** Rows of a search, whatever it finds, and of one by several filters (docs/decisions/feeds.md). */
const OF_SEARCH = { one: 400, several: 445 };
/**
 * Rows beyond five an entry, for what a list looks at and does not show: days of series that a search
 * of a day compares, events outside an area or without the other trait, counters of an area's cells.
 */
function beyond(query: string): number {
  if (/q=.*(friday|weekend)/.test(query)) return 105;
  return /(from|to|when|q|age|min|max)=|trait=.*,/.test(query) ? 55 : 0;
}
/** The most rows that an answer with ids may read. */
function mostRows(query: string, entries: number): number {
  const rows = 5 * entries + beyond(query);
  const isSearched = /(q|age|min|max|time)=/.test(query);
  const ofSearch = OF_SEARCH[/age.*(min|max)/.test(query) ? "several" : "one"];
  return OF_ISOLATE + (isSearched ? Math.max(rows, ofSearch) : rows);
}

it("every filter has samples", () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(EventQueryParameters.entries).sort());
  for (const [name, queries] of Object.entries(SAMPLES)) {
    expect([name, queries.length > 0]).toEqual([name, true]);
    for (const query of queries.filter((one) => one !== ""))
      expect([name, new URLSearchParams(query).has(name)]).toEqual([name, true]);
  }
});

it("there are 10,000 events with some 60,000 dates", async () => {
  const count = (table: string) =>
    env.DB.prepare(`SELECT count(*) AS count FROM ${table}`).first<number>("count");
  expect(await count("events")).toBe(10_000);
  expect(await count("event_occurrences")).toBeGreaterThan(50_000);
});

/** Asks for a list in every format. */
async function walkFormats(query: string) {
  for (const [name, { path, ids, entries }] of Object.entries(FORMATS)) {
    const answer = await get(path(query));
    const limit = Math.max(entries, Number(new URLSearchParams(query).get("limit") ?? 0));
    expect([name, query, answer.status]).toEqual([name, query, 200]);
    expect([name, query, answer.bytes <= FEED_LIMITS.bytes]).toEqual([name, query, true]);
    const found = ids?.(answer.text) ?? [];
    expect([name, query, new Set(found).size]).toEqual([name, query, found.length]);
    expect(found.length).toBeLessThanOrEqual(limit);
    const names = name === "month page" ? MONTH_NAMES : 0;
    const rows = ids ? mostRows(query, found.length) : MOST_ROWS + names;
    expect(answer.rowsRead, `${name} ?${query}: ${rows} rows`).toBeLessThanOrEqual(rows);
  }
  const view = await browseEvents(requestContext(createTestDeps(NOW)), new URLSearchParams(query));
  for (const { events } of view.groups)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
}

describe.each(Object.entries(SAMPLES))("%s", (_name, queries) => {
  it.each(queries)(
    "?%s: each event once, within a megabyte and few rows in every format",
    walkFormats,
  );
});

/** Filters of which each alone has a short walk. */
const TOGETHER = [
  "lat=35.7&lng=51.4&radius=200&when=month&category=concert",
  "lat=35.7&lng=51.4&radius=25&category=film&category=theater",
  "bbox=44,25,63.5,40&trait=quiet&when=week",
  "q=music&lat=35.7&lng=51.4&radius=20",
  "q=music&bbox=51.2,35.6,51.6,35.9",
  "tag=daf&when=month&city=tehran",
  "category=concert&when=month&free=1",
  "q=jazz&category=film&when=tomorrow",
  "q=concert+tehran+weekend",
  "age=7-12&trait=quiet&min=100000",
];

describe("filters together", () => {
  it.each(TOGETHER)("?%s: few rows in every format", walkFormats);
});

/** Pages that are no list of filters. */
const PAGES = [
  "/",
  "/cities",
  "/cities/tehran",
  "/cities/tehran?view=month",
  "/categories/concert",
  "/discover",
  "/sitemap.xml",
];

it("pages of an isolate that has read nothing read few rows [S-194]", async () => {
  for (const path of PAGES) {
    const { status, rowsRead } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(rowsRead, `${path}: ${MOST_ROWS} rows`).toBeLessThanOrEqual(MOST_ROWS);
  }
});

describe("a feed of several pages", () => {
  it.each([
    ["json", "", (text: string) => JSON.parse(text).next_url],
    ["json", "when=month&city=tehran", (text: string) => JSON.parse(text).next_url],
    [
      "atom",
      "from=2020-01-01&category=concert",
      (text: string) =>
        parser
          .parse(text)
          .feed.link.find((link: Record<string, string>) => link["@_rel"] === "next")?.["@_href"],
    ],
  ] as const)(
    "%s ?%s: the next page goes on behind the last entry",
    async (format, query, next) => {
      const { path, ids } = FORMATS[format] ?? expect.fail();
      const found: string[] = [];
      let address: string | undefined = path(query);
      for (let page = 0; page < 3 && address; page += 1) {
        const answer = await get(address);
        expect(answer.status).toBe(200);
        const own = ids?.(answer.text) ?? [];
        expect(own.length).toBeGreaterThan(0);
        found.push(...own);
        address = next(answer.text)?.slice(ORIGIN.length);
      }
      expect(found.length).toBeGreaterThan(FEED_LIMITS.entries);
      expect(new Set(found).size).toBe(found.length);
    },
  );
});

describe("the API", () => {
  it("goes on behind its cursor", async () => {
    const first = await get("/api/v1/events?when=month&limit=100");
    const { nextCursor } = JSON.parse(first.text);
    const second = await get(`/api/v1/events?when=month&limit=100&cursor=${nextCursor}`);
    const found = [...ofItems(first.text), ...ofItems(second.text)];
    expect(new Set(found).size).toBe(200);
  });
});

describe("the sitemap", () => {
  it("has each event once, in parts of a megabyte", async () => {
    const { parts } = await storeSitemap(workerDeps());
    const addresses: string[] = [];
    for (let part = 1; part <= parts; part += 1) {
      const { status, bytes, text, rowsRead } = await get(`/sitemap.xml?part=${part}`);
      expect([part, status, bytes <= FEED_LIMITS.bytes, rowsRead < 300]).toEqual([
        part,
        200,
        true,
        true,
      ]);
      addresses.push(...idsIn(/<loc>([^<]+)/g)(text));
    }
    expect(addresses.length).toBeGreaterThan(8_000);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
