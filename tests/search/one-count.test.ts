import { env, SELF } from "cloudflare:test";
import { and, inArray, isNull } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { HOUR } from "../../app/lib/dates/durations";
import { EventListJson } from "../../app/modules/events/event-json-schema";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { searchAnswerJson } from "../../app/modules/events/list/search-answer-json.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { createDatabase } from "../../db/client";
import { events } from "../../db/schema";
import { askJson } from "../helpers/api-client";
import { requestContext } from "../helpers/request-context";
import { seedSampleEvents } from "../helpers/sample-database";
import { createTestDeps } from "../helpers/test-deps";
import { readAskedQueries } from "./judged/asked-queries";

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

const now = Date.now();

beforeAll(async () => {
  await seedSampleEvents(createDatabase(env.DB), now, true, true);
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

describe("the numbers of a page", () => {
  const deps = createTestDeps(now);
  const ask = (params: Record<string, string>) =>
    listEvents(deps, parseEventQuery(new URLSearchParams({ limit: "100", ...params })).query);
  /** What does not agree, of one query. */
  async function disagreements(q: string): Promise<string[]> {
    const page = await browseEvents(requestContext(deps), new URLSearchParams({ q }));
    const whole = await ask({ q });
    const { matching } = page;
    const parts = whole.parts.reduce((sum, { total }) => sum + total, 0);
    const exact = whole.parts.find(({ kind }) => kind === "all")?.total ?? 0;
    const head = numbersIn(page.summary.replace(/“.*”/, ""));
    const { counts } = searchAnswerJson(
      parseEventQuery(new URLSearchParams({ q })).query,
      whole,
      [],
    );
    const said: [string, unknown, unknown][] = [
      ["list", matching.count, whole.exactTotal],
      ["head", head[0] ?? 0, matching.count],
      ["listed", head[1] ?? exact, exact],
      [
        "api",
        counts,
        { matching: whole.exactTotal, isExact: whole.totalIsExact, listed: whole.total },
      ],
      ["parts", whole.parts.length > 0 ? parts : whole.total, whole.total],
      ["foot", page.seen.total, whole.total],
      ["more", page.more !== null, whole.total > page.seen.count],
    ];
    const day = page.days.strip.find(({ count }) => /\d/.test(count));
    if (day) {
      const { exactTotal } = await ask({ q, from: day.day, to: day.day });
      said.push([`day ${day.day}`, Number(day.count), exactTotal]);
    }
    const category = page.categories.find(
      ({ countText, slug }) => /^\d+$/.test(countText) && !page.query.categories.includes(slug),
    );
    if (category) {
      const { exactTotal } = await ask({ q, category: category.slug });
      said.push([`category ${category.slug}`, Number(category.countText), exactTotal]);
    }
    return said.flatMap(([what, one, other]) =>
      JSON.stringify(one) === JSON.stringify(other)
        ? []
        : [`${q}: ${what} ${JSON.stringify(one)}, not ${JSON.stringify(other)}`],
    );
  }

  it("agree in head, foot, days, categories, parts and API, for 120 queries", async () => {
    const queries = [...new Set([...readAskedQueries("stranger").map(({ q }) => q), ...QUERIES])];
    expect(queries.length).toBeGreaterThan(110);
    const wrong: string[] = [];
    for (const q of queries) wrong.push(...(await disagreements(q)));
    expect(wrong).toEqual([]);
  }, 120_000);

  it("agree on each chip where events are cancelled, postponed and over", async () => {
    const db = createDatabase(env.DB);
    const all = await db.select({ id: events.id }).from(events).orderBy(events.id);
    const every = (nth: number, of: number) =>
      inArray(
        events.id,
        all.flatMap(({ id }, index) => (index % of === nth ? [id] : [])),
      );
    await db.batch([
      db.update(events).set({ lifecycle: "cancelled" }).where(every(0, 7)),
      db.update(events).set({ lifecycle: "postponed" }).where(every(3, 7)),
      db
        .update(events)
        .set({ startsAt: now - 3 * HOUR, endsAt: now - HOUR, isOver: true })
        .where(and(isNull(events.schedule), every(5, 49))),
    ]);
    await rebuildSearch(db);
    const fresh = createTestDeps(now);
    const total = async (params: Record<string, string>) =>
      (await listEvents(fresh, parseEventQuery(new URLSearchParams(params)).query)).exactTotal;
    const wrong: string[] = [];
    let chips = 0;
    for (const q of ["tehran", "free", "berlin", "تهران رایگان", "vahdat hall tehran", "concert"]) {
      const page = await browseEvents(requestContext(fresh), new URLSearchParams({ q }));
      const links = [
        ...page.days.strip.map(({ day, count }) => [count, { q, from: day, to: day }] as const),
        ...page.categories.map(
          ({ slug, countText }) => [countText, { q, category: slug }] as const,
        ),
      ];
      for (const [text, link] of links) {
        const [said] = numbersIn(text);
        if (said === undefined || text.includes("+")) continue;
        chips++;
        const listed = await total(link);
        if (listed !== said) wrong.push(`${JSON.stringify(link)}: ${said}, not ${listed}`);
      }
    }
    expect(chips).toBeGreaterThan(60);
    expect(wrong).toEqual([]);
  }, 60_000);
});
