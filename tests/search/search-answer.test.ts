import { env, SELF } from "cloudflare:test";
import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { EventListJson } from "../../app/modules/events/event-json-schema";
import { createDatabase } from "../../db/client";
import { askJson } from "../helpers/api-client";
import { seedSampleEvents } from "../helpers/sample-database";

const now = Date.now();

async function list(params: Record<string, string>) {
  const { body } = await askJson(`/events?${new URLSearchParams(params)}`);
  return v.parse(EventListJson, body);
}

beforeAll(async () => {
  await seedSampleEvents(createDatabase(env.DB), now);
});

describe("GET /events with words", () => {
  it("returns its reading, and counts complete matches apart from the rest", async () => {
    const { understood, corrected, relaxed, counts, items } = await list({
      q: "persian calligraphy workshop",
      limit: "100",
    });
    expect(understood).toEqual([{ kind: "category", words: "workshop", value: "Workshop" }]);
    expect(corrected).toBeNull();
    const rest = relaxed.reduce((sum, { count }) => sum + count, 0);
    expect(rest).toBeGreaterThan(0);
    expect([counts?.listed, items.length]).toEqual([
      (counts?.matching ?? 0) + rest,
      (counts?.matching ?? 0) + rest,
    ]);
    expect(relaxed.every(({ words, filters }) => words.length + filters.length > 0)).toBe(true);
  });

  it("returns its corrections, and searches words as typed on request", async () => {
    const { corrected, items } = await list({ q: "caligraphy" });
    expect(corrected).toEqual({
      query: "calligraphy",
      changes: [{ kind: "spelling", from: "caligraphy", to: "calligraphy" }],
    });
    expect(items.length).toBeGreaterThan(0);
    expect(await list({ q: "caligraphy", without: "corrections" })).toMatchObject({
      corrected: null,
      items: [],
    });
  });

  it("tells the words that it leaves out, and so does the page", async () => {
    const q = "rosewater distillers valley blossom lanterns meadow zither";
    const { leftOut } = await list({ q });
    expect(leftOut).toEqual(["zither"]);
    const page = await SELF.fetch(`http://rooydad.test/events?${new URLSearchParams({ q })}`);
    expect(await page.text()).toContain("left “zither” out");
  });

  it("drops no filter, and returns nearby queries with counts if nothing matches completely", async () => {
    const { items, counts, alternatives } = await list({
      q: "dance technology",
      city: "kashan",
      when: "tomorrow",
    });
    expect([items, counts]).toEqual([[], { matching: 0, isExact: true, listed: 0 }]);
    expect(alternatives.length).toBeGreaterThan(0);
    for (const { query, count, isExact } of alternatives) {
      const other = await list({ ...Object.fromEntries(new URLSearchParams(query)), limit: "100" });
      const matching = other.counts ? other.counts.matching : other.items.length;
      if (isExact) expect([query, count]).toEqual([query, matching]);
      else expect(matching).toBeGreaterThanOrEqual(count);
    }
  });

  it("answers a list without words as before", async () => {
    const { understood, corrected, leftOut, relaxed, counts, alternatives, items } = await list({
      city: "tehran",
    });
    expect(items.length).toBeGreaterThan(0);
    expect({ understood, corrected, leftOut, relaxed, counts, alternatives }).toEqual({
      understood: [],
      corrected: null,
      leftOut: [],
      relaxed: [],
      counts: null,
      alternatives: [],
    });
  });

  it("offers events of names like a known one that has none, under a heading of their own", async () => {
    const { counts, alternatives } = await list({ q: "شجریان" });
    expect(counts?.matching).toBe(0);
    const [alike] = alternatives;
    expect(new URLSearchParams(alike?.query).get("category")).toBe("concert");
    expect((await list({ category: "concert", limit: "100" })).items).toHaveLength(
      alike?.count ?? 0,
    );
    const page = await SELF.fetch(
      `http://rooydad.test/events?${new URLSearchParams({ q: "شجریان" })}`,
    );
    const html = await page.text();
    expect(html).toMatch(/No events of [^<]*شجریان[^<]* are listed/);
    expect(html.split("Close to it")[1]).toContain('href="/events/');
  });
});
