import { env, SELF } from "cloudflare:test";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { EventListJson } from "../../app/modules/events/event-json-schema";
import { createDatabase } from "../../db/client";
import { askJson } from "../helpers/api-client";
import { seedSampleEvents } from "../helpers/sample-database";

/** Queries of words, of filters, of both, of more matches than are ranked, of names, and without results. */
const QUERIES = [
  "persian",
  "setar",
  "شب",
  "iran",
  "concert",
  "کنسرت تهران",
  "tehran not theatre",
  "free",
  "this month",
  "شنبه شب تهران",
  "tehran or karaj",
  "زیر صد تومن",
  "پارک لاله",
  "vahdat hall",
  "calligraphy workshop",
  "dance technology",
  "شجریان",
  "шаби ялдо",
];

async function everyPage(params: Record<string, string>, limit: number) {
  const found: string[] = [];
  let cursor: string | null = null;
  let first: EventListJson | null = null;
  do {
    const asked: Record<string, string> = {
      ...params,
      limit: String(limit),
      ...(cursor ? { cursor } : {}),
    };
    const { body } = await askJson(`/events?${new URLSearchParams(asked)}`);
    const page = v.parse(EventListJson, body);
    first ??= page;
    expect(page.hasMore, JSON.stringify(asked)).toBe(page.nextCursor !== null);
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { found, first };
}

/** The number in words of a page's head. */
const numbersIn = (text: string) =>
  (text.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(",", "")));

beforeAll(async () => {
  await seedSampleEvents(createDatabase(env.DB), Date.now());
}, 120_000);

describe("the number of a search", () => {
  it.each(QUERIES)("is the one that paging to the end gives: %s", async (q) => {
    const { found, first } = await everyPage({ q }, 23);
    const { counts, relaxed = [] } = first ?? {};
    expect(new Set(found).size).toBe(found.length);
    expect(counts?.listed).toBe(found.length);
    const rest = relaxed.reduce((sum, { count }) => sum + count, 0);
    const ranked = found.length - rest;
    // More may match than are ranked: then both numbers are told.
    expect(ranked).toBeLessThanOrEqual(counts?.matching ?? 0);
    expect((await everyPage({ q }, 100)).found).toEqual(found);
    const page = await SELF.fetch(`http://rooydad.test/events?${new URLSearchParams({ q })}`);
    const html = (await page.text()).replaceAll("<!-- -->", "");
    const head = /<p role="status">([^<]*)</.exec(html)?.[1] ?? "";
    expect(numbersIn(head.replace(/“.*”/, ""))).toEqual(
      counts?.matching === 0
        ? []
        : ranked < (counts?.matching ?? 0)
          ? [counts?.matching, ranked]
          : [ranked],
    );
  });
});
