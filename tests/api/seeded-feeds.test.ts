import { env, SELF } from "cloudflare:test";
import { XMLParser } from "fast-xml-parser";
import ICAL from "ical.js";
import { beforeAll, expect, it } from "vitest";
import { FEED_LIMITS } from "../../app/modules/syndication/feeds/feed";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { filterSamples } from "../helpers/filter-samples";

const ORIGIN = "https://rooydad.test";
const parser = new XMLParser({ isArray: (name) => name === "entry" });
const idsOf = (rows: readonly { id: string }[] = []) => rows.map(({ id }) => id);
const IDS: Record<string, (text: string) => string[]> = {
  ics: (text) =>
    new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents("vevent")
      .map((event) => String(event.getFirstPropertyValue("uid"))),
  atom: (text) => idsOf(parser.parse(text).feed.entry),
  rss: (text) => [...text.matchAll(/<guid isPermaLink="false">([^<]+)/g)].map(([, id = ""]) => id),
  json: (text) => idsOf(JSON.parse(text).items),
};

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), Date.now());
});

it("every feed of a fresh seed is answered, within its limits and with each entry once", async () => {
  const queries = Object.values(filterSamples(Date.now())).map(([first = ""]) => first);
  let asked = 0;
  for (const query of queries)
    for (const [format, ids] of Object.entries(IDS)) {
      asked += 1;
      const response = await SELF.fetch(`${ORIGIN}/events.${format}?${query}`, {
        headers: { "CF-Connecting-IP": `10.0.0.${asked % 250}` },
      });
      const text = await response.text();
      const found = response.ok ? ids(text) : [];
      const bytes = Buffer.byteLength(text);
      expect([query, format, response.status, bytes <= FEED_LIMITS.bytes]).toEqual([
        query,
        format,
        200,
        true,
      ]);
      expect([query, format, new Set(found).size]).toEqual([query, format, found.length]);
      expect(found.length).toBeLessThanOrEqual(FEED_LIMITS.entries);
    }
  expect(asked).toBeGreaterThanOrEqual(4 * 13);
});

it("a full feed is kept", async () => {
  const ask = async () => {
    const response = await SELF.fetch(`${ORIGIN}/events.ics?when=month`);
    return [
      response.headers.get("X-Edge-Cache"),
      (await response.arrayBuffer()).byteLength,
    ] as const;
  };
  const [, bytes] = await ask();
  expect(bytes).toBeGreaterThan(200_000);
  expect(await ask()).toEqual(["hit", bytes]);
});
