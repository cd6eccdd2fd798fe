import { env } from "cloudflare:test";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/list/parse-event-query";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { SAMPLE_NOW, seedSampleEvents } from "../helpers/sample-database";
import { createTestDeps } from "../helpers/test-deps";

const CANCELLED = [
  "tehran-tochal-sunrise-hike",
  "tehran-board-game-night",
  "shiraz-hafez-night-reading",
  "isfahan-soffeh-family-hike",
  "london-setar-kings-place",
  "dubai-art-night-alserkal",
];

let off: (typeof events.$inferSelect & { slug: string })[] = [];

const deps = () => createTestDeps(SAMPLE_NOW);

const search = (params: Record<string, string>) =>
  listEvents(deps(), parseEventQuery(new URLSearchParams({ limit: "100", ...params })).query);

beforeAll(async () => {
  const db = createDatabase(env.DB);
  const keys = await seedSampleEvents(db, SAMPLE_NOW);
  const ids = [...keys].flatMap(([id, key]) => (CANCELLED.includes(key) ? [id] : []));
  await db.update(events).set({ lifecycle: "cancelled" }).where(inArray(events.id, ids));
  await rebuildSearch(db);
  const rows = await db
    .select({ event: events, slug: cities.slug })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(inArray(events.id, ids));
  off = rows.map(({ event, slug }) => ({ ...event, slug }));
}, 60_000);

describe("a cancelled event", () => {
  it("is not offered for what is on", async () => {
    expect(off).toHaveLength(CANCELLED.length);
    const offered: string[] = [];
    for (const event of off)
      for (const q of [
        event.slug,
        `${event.categories[0]} ${event.slug}`,
        `${event.tags[0]} ${event.slug}`,
        event.tags[0] ?? "",
        `${event.tags.at(-1)} ${event.slug} this month`,
        "کوهنوردی آخر هفته",
        "mountain hike weekend",
      ]) {
        const list = await search({ q });
        if (list.events.some(({ lifecycle }) => lifecycle === "cancelled")) offered.push(q);
      }
    expect(offered).toEqual([]);
  });

  it("is found by its title, in both languages, and by nearly all of it", async () => {
    for (const { id, titleEn, titleFa } of off)
      for (const title of [
        titleEn,
        titleFa ?? titleEn,
        titleEn.split(" ").slice(0, -1).join(" "),
      ]) {
        const { events: found } = await search({ q: title });
        expect(
          found.map((event) => event.id),
          title,
        ).toContain(id);
      }
  });

  it("whose title has a word for what is not wanted is found by it, as others are", async () => {
    const titles = [
      "Kitchen without Borders: Charity Supper",
      "Kamancheh and Tombak: A Conversation Without Words",
      "صبحانه فریلنسرها؛ قرارداد بدون اشک و آه",
    ];
    for (const title of titles) {
      const [first] = (await search({ q: title })).events;
      expect([first?.titleEn, first?.titleFa]).toContain(title);
    }
  });

  it("stays in lists in order of time, as in lists by filters", async () => {
    for (const { id, slug, tags } of off) {
      const { events: found } = await search({ q: `${tags[0]} ${slug}`, sort: "date" });
      expect(found.map((event) => event.id)).toContain(id);
    }
  });
});
