import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Locale } from "../../app/i18n/locale";
import { DAY } from "../../app/lib/dates/durations";
import {
  buildSuggestionIndex,
  storeSuggestionIndexes,
} from "../../app/modules/discovery/suggestions/build-suggestion-index.server";
import { SuggestionsJson, suggest } from "../../app/modules/discovery/suggestions/suggest.server";
import { readSuggestionIndex } from "../../app/modules/discovery/suggestions/suggestion-index";
import { bumpCityVersions, forgetSiteState } from "../../app/modules/store/content-version.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { app } from "../../worker/app";
import { memo } from "../../worker/deps";
import { buildVersion } from "../../worker/pages";
import { createEvent } from "../factories/event";
import { recordDatabase } from "../helpers/recording-database";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";
import { createTestDeps } from "../helpers/test-deps";

const db = createDatabase(env.DB);

beforeAll(async () => {
  await seedSampleEvents(db, SAMPLE_NOW, true);
});

const indexes = new Map<Locale, ReturnType<typeof readSuggestionIndex>>();

async function suggestions(q: string, locale: Locale = "en") {
  const deps = createTestDeps(SAMPLE_NOW);
  if (!indexes.has(locale))
    indexes.set(locale, readSuggestionIndex(await buildSuggestionIndex(deps, locale, "1")));
  const index = indexes.get(locale) as ReturnType<typeof readSuggestionIndex>;
  return suggest(deps, { q, locale, index, isStale: false });
}

const groupsOf = ({ interpretation, ...groups }: SuggestionsJson) => [
  ...(interpretation ? ["interpretation"] : []),
  ...Object.entries(groups).flatMap(([name, list]) => (list.length > 0 ? [name] : [])),
];

describe("suggestions", () => {
  it.each<[string, string[]]>([
    ["teh", ["interpretation", "venues", "cities"]],
    ["concert", ["interpretation", "events", "categories"]],
    ["کنسرت", ["interpretation", "events", "categories"]],
    ["vahdat", ["venues"]],
  ])("%s: in groups", async (q, groups) => {
    expect(groupsOf(await suggestions(q))).toEqual(expect.arrayContaining(groups));
  });

  it.each([
    ["tomorrow god willing", "Tomorrow, God Willing: Shirazi Stand-up Night"],
    ["kitchen without borders", "Kitchen without Borders: Charity Supper"],
  ])("%s: the words of a title stay words, as the list takes them", async (q, title) => {
    const { interpretation, events: found } = await suggestions(q);
    expect(interpretation).toBeNull();
    expect(found.map((event) => event.title)).toContain(title);
  });

  it.each<[string, string]>([
    ["رایگان ته", "Tehran"],
    ["پنجش", "Thursday"],
    ["thurs", "Thursday"],
    ["not com", "Comedy"],
    ["theatre not com", "Comedy"],
    ["toronto under 20 doll", "Under CA\\$20|under \\$20"],
    ["tehran decem", "December"],
  ])("%s: reads %s by the plan of a search", async (q, chip) => {
    const { interpretation, categories, events: found } = await suggestions(q);
    expect(interpretation?.chips.join(", ")).toMatch(new RegExp(chip, "i"));
    expect(interpretation?.words).toBe("");
    if (!q.endsWith("not com")) return;
    expect(categories.map(({ slug }) => slug)).not.toContain("comedy");
    const rows = await db.select({ id: events.id, of: events.categories }).from(events);
    const comedies = rows.filter((row) => row.of.includes("Comedy")).map(({ id }) => id);
    expect(found.filter(({ id }) => comedies.includes(id))).toEqual([]);
  });

  it.each(["under 20 doll", "محمد مع", "either londo", "شهر", "her", "ancien", "astronomy night"])(
    "%s: corrects nothing that is being typed, and completes to no city without events",
    async (q) => {
      const { interpretation } = await suggestions(q);
      const { query = q, chips = [] } = interpretation ?? {};
      expect(query.startsWith(q.split(" ")[0] ?? "")).toBe(true);
      expect(chips.join(", ")).not.toMatch(/Qeshm|Mahmoud|Shahr-e|Herat|Encino|Nightlife/);
    },
  );

  it("name an event with its day, city and picture, in the reader's language and calendar", async () => {
    const [english] = (await suggestions("concert")).events;
    expect(english).toMatchObject({
      language: "en",
      day: expect.stringMatching(/^[A-Z][a-z]{2} \d+ [A-Z][a-z]+$/),
    });
    expect(english?.picture).toMatch(/^\/(covers|media)\//);
    const [persian] = (await suggestions("concert", "fa")).events;
    expect(persian).toMatchObject({
      language: "fa",
      day: expect.stringMatching(/^[\u0600-\u06ff\u200c]+ [۰-۹]+ [\u0600-\u06ff]+$/),
    });
  });

  it("are each title of a city once, and only what is not over", async () => {
    const cityId =
      (await db.select().from(cities).where(eq(cities.slug, "tehran")).get())?.id ?? "";
    const titleEn = "Quokka parade";
    for (const day of [-3, 2, 1])
      await createEvent(db, { cityId, titleEn, startsAt: SAMPLE_NOW + day * DAY });
    indexes.clear();
    const { events: found } = await suggestions("quokka");
    expect(found).toHaveLength(1);
    const [soonest] = await db
      .select()
      .from(events)
      .where(eq(events.startsAt, SAMPLE_NOW + DAY));
    expect(found[0]?.id).toBe(soonest?.id);
  });

  it.each<[string, string, { chips: string[]; words: string } | null]>([
    [
      "concert tehran tonight",
      "concert tehran tonight",
      { chips: ["Concert", "Tehran", "Tonight"], words: "" },
    ],
    ["jazz in tehran", "jazz in tehran", { chips: ["Tehran"], words: "jazz" }],
    // An unfinished filter.
    ["concert tehr", "concert tehran", { chips: ["Concert", "Tehran"], words: "" }],
    ["کنسرت اصفها", "کنسرت اصفهان", { chips: ["Concert", "Isfahan"], words: "" }],
    ["setar tomor", "setar tomorrow", { chips: ["Tomorrow"], words: "setar" }],
    // The other layout, and Persian in Latin letters.
    [";ksvj jivhk", "کنسرت تهران", { chips: ["Concert", "Tehran"], words: "" }],
    ["فثاقشد", "tehran", { chips: ["Tehran"], words: "" }],
    ["konsert emshab", "کنسرت امشب", { chips: ["Concert", "Tonight"], words: "" }],
    // Words alone are no interpretation.
    ["vah", "", null],
  ])("%s: are read as a search reads them", async (q, query, interpretation) => {
    expect((await suggestions(q)).interpretation).toEqual(
      interpretation && { query, ...interpretation },
    );
  });

  it.each<[string, string]>([
    ["moosighi", "موسیقی"],
    ["moosi", "موسی"],
    ["khoshnevi", "خوشنوی"],
    ["l,sdrd", "موسیقی"],
    ["l,sd", "موسی"],
    ["موسيقي", "موسیقی"],
  ])("%s: finds %s", async (q, word) => {
    const typed = (await suggestions(q, "fa")).events.map(({ title }) => title);
    const meant = (await suggestions(word, "fa")).events.map(({ title }) => title);
    expect(typed.length).toBeGreaterThan(0);
    expect(typed).toEqual(meant);
  });
});

describe("GET /suggestions", () => {
  let count = 0;
  /** An unused address, so that neither the data centre's cache nor the rate limit knows it. */
  let origin = "";
  beforeEach(() => {
    count += 1;
    origin = `https://suggestions-${count}.test`;
  });

  async function get(
    query: string,
    { later = 0, limit = "300", address = `192.0.2.${count}` } = {},
  ) {
    const context = createExecutionContext();
    const offset = String(SAMPLE_NOW - Date.now() + later);
    const settings = {
      ...env,
      ENVIRONMENT: "local",
      CLOCK_OFFSET_MS: offset,
      SUGGESTIONS_PER_MINUTE: limit,
    } as unknown as Env;
    const request = new Request(`${origin}/api/v1/suggestions?${query}`, {
      headers: { "CF-Connecting-IP": address },
    });
    const response = await app.fetch(request, settings, context);
    const text = await response.text();
    await waitOnExecutionContext(context);
    return { response, text, body: JSON.parse(text) as SuggestionsJson };
  }

  const titles = async (query: string, later = 0) =>
    (await get(query, { later })).body.events.map(({ title }) => title);
  /** The minute's job. */
  const storeIndexes = (later: number) =>
    storeSuggestionIndexes(createTestDeps(SAMPLE_NOW + later), buildVersion);
  const cityOf = async (slug: string) =>
    (await db.select().from(cities).where(eq(cities.slug, slug)).get())?.id ?? "";

  it("answers by its schema, in at most 4 kB, whatever is typed", async () => {
    const long = "Wildebeest ".repeat(18);
    const cityId = await cityOf("tehran");
    for (let number = 0; number < 6; number++)
      await createEvent(db, {
        cityId,
        titleEn: `${long} ${number}`,
        titleFa: `گوزن ${"یالدار ".repeat(22)} ${number}`,
        venueEn: `${long} hall ${number}`,
        venueFa: `گوزن ${"تالار ".repeat(25)} ${number}`,
        organizerEn: `${long} club ${number}`,
        organizerFa: `گوزن ${"باشگاه ".repeat(20)} ${number}`,
        startsAt: SAMPLE_NOW + DAY,
      });
    const queries = [
      "wildebeest",
      "گوزن",
      "concert",
      "te",
      "ca",
      "شب",
      "no",
      "co",
      `concert tehran ${"گوزن ".repeat(35)}`,
    ];
    for (const q of queries)
      for (const lang of ["en", "fa"]) {
        const { response, text, body } = await get(`q=${encodeURIComponent(q)}&lang=${lang}`);
        expect([q, response.status]).toEqual([q, 200]);
        v.parse(SuggestionsJson, body);
        expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(4_000);
      }
    expect(groupsOf((await get("q=wildebeest&lang=fa")).body)).toEqual([
      "events",
      "venues",
      "organizers",
    ]);
  });

  it.each([
    ["", 400],
    ["q=", 400],
    ["q=a", 400],
    ["q=%20a%20", 400],
    ["q=ab", 200],
    [`q=${"a".repeat(201)}`, 400],
  ] as const)("?%s answers %i", async (query, status) => {
    expect((await get(query)).response.status).toBe(status);
  });

  it("is cached in the data centre by language and query, and revalidated by ETag", async () => {
    expect((await get("q=concert")).response.headers.get("X-Edge-Cache")).toBeNull();
    const { response, body } = await get("q=Concert&other=1");
    expect(response.headers.get("X-Edge-Cache")).toBe("hit");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=30");
    expect((await get("q=concert&lang=fa")).body).not.toEqual(body);
  });

  it("leaves out drafts, pending, hidden and past events, with their venues and organizers", async () => {
    const cityId = await cityOf("shiraz");
    const event = {
      cityId,
      venueEn: "Pangolin hall",
      organizerEn: "Pangolin club",
      startsAt: SAMPLE_NOW + DAY,
    };
    for (const [number, changes] of [
      { status: "draft" as const },
      { status: "pending" as const },
      { status: "rejected" as const },
      { status: "flagged" as const },
      { isActive: false },
      { deletedAt: 1 },
      { startsAt: SAMPLE_NOW - 3 * DAY },
    ].entries())
      await createEvent(db, { ...event, titleEn: `Pangolin ${number}`, ...changes });
    await createEvent(db, { cityId, titleEn: "Capybara 1", startsAt: SAMPLE_NOW + DAY });
    await bumpCityVersions(db, [cityId]);
    forgetSiteState({ memo });
    expect(await storeIndexes(60_000)).toEqual({ stored: 2 });
    await get("q=capybara", { later: 60_000 });
    expect(await titles("q=capybara", 60_100)).toEqual(["Capybara 1"]);
    expect(groupsOf((await get("q=pangolin", { later: 60_100 })).body)).toEqual([]);
  });

  it("finds an event after its publication, and a hidden one no more, without waiting for a new index", async () => {
    const cityId = await cityOf("shiraz");
    const { id } = await createEvent(db, {
      cityId,
      titleEn: "Okapi walk",
      status: "pending",
      startsAt: SAMPLE_NOW + DAY,
    });
    const decide = async (status: "approved" | "flagged") => {
      await db.batch([
        db.update(events).set({ status }).where(eq(events.id, id)),
        bumpCityVersions(db, [cityId]),
      ]);
      forgetSiteState({ memo });
    };
    expect(await titles("q=okapi")).toEqual([]);
    await decide("approved");
    // A request spends nothing on a new index, however old its own is: the job stores one, once.
    expect(await titles("q=okapi", 120_000)).toEqual([]);
    expect(await titles("q=okapi", 155_000)).toEqual([]);
    expect(await storeIndexes(160_000)).toEqual({ stored: 2 });
    expect(await storeIndexes(161_000)).toEqual({ stored: 0 });
    // The first request finds the old index and reads the new one behind its answer.
    expect(await titles("q=okapi", 190_000)).toEqual([]);
    expect(await titles("q=okapi", 190_100)).toEqual(["Okapi walk"]);
    await decide("flagged");
    const stale = await get("q=okapi", { later: 191_000 });
    expect(stale.body.events).toEqual([]);
    expect(stale.response.headers.get("Cache-Control")).toBe("no-store");
  });

  it("has a budget of its own, which neither searches nor other requests share", async () => {
    const statuses: number[] = [];
    // Local runs allow 100 times as many on loopback only.
    for (let turn = 0; turn < 8; turn++)
      statuses.push(
        (await get(`q=zebra${turn}`, { limit: "3", address: "203.0.113.77" })).response.status,
      );
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    const context = createExecutionContext();
    const search = new Request(`${origin}/api/v1/events?q=zebra`, {
      headers: { "CF-Connecting-IP": "203.0.113.77" },
    });
    const response = await app.fetch(
      search,
      { ...env, SEARCHES_PER_MINUTE_ANONYMOUS: "1" } as Env,
      context,
    );
    await waitOnExecutionContext(context);
    expect(response.status).toBe(200);
  });

  it("answers 500 hostile texts without a failure", async () => {
    const letters = [
      ..."abcdefghijklmnopqrstuvwxyz0123456789ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی\u200c\u200f\u202e\t '\"*():^-+/;,.[]{}|\\%_<>=$€!🎵\u0000",
    ];
    let state = 16;
    const next = (most: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    const texts = [
      "a".repeat(200),
      "تهران ".repeat(33),
      "';--",
      "!!",
      "\t\t",
      "__proto__",
      "constructor",
      ...Array.from({ length: 493 }, () =>
        Array.from({ length: 1 + next(30) }, () => letters[next(letters.length)]).join(""),
      ),
    ];
    for (const [number, text] of texts.entries()) {
      const q = encodeURIComponent(text);
      const { response } = await get(`q=${q}`, {
        limit: "1000000",
        address: `2001:db8:${number}::1`,
      });
      expect([text, response.status]).toEqual([text, expect.toBeOneOf([200, 400])]);
    }
  }, 120_000);
});

describe("the index", () => {
  it("is read in a bounded number of round trips, by index only", async () => {
    const recording = recordDatabase(env.DB);
    const deps = { ...createTestDeps(SAMPLE_NOW), db: recording.db };
    await buildSuggestionIndex(deps, "en", "1");
    expect(recording.roundTrips).toBe(1);
    for (const { sql, parameters } of recording.statements) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...parameters)
        .all<{ detail: string }>();
      if (sql.includes("event_facets"))
        expect(
          results.map(({ detail }) => detail).filter((detail) => /^SCAN|TEMP B-TREE/.test(detail)),
        ).toEqual([]);
    }
  });
});
