import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { localDay } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY } from "../../app/lib/dates/durations";
import { CATEGORY_NAMES } from "../../app/lib/event/categories";
import { ACCESSIBILITY, FILTER_KEYS, TRAITS } from "../../app/lib/event/event-fields";
import type { Schedule } from "../../app/lib/event/schedule";
import type { Actor } from "../../app/lib/permissions";
import { advanceSeries, topUpSeries } from "../../app/modules/authoring/advance-series.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import {
  categoriesIn,
  firstCategoryIn,
  placesOf,
} from "../../app/modules/events/list/facet-walks.server";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { type Filters, readFilters } from "../../app/modules/events/list/list-filters.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { events } from "../../db/schema";
import migration from "../../migrations/0083_cancelled_facets.sql?raw";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { meterDatabase } from "../helpers/metered-database";
import { authorsInTehran, written } from "../helpers/organizers";
import { ruleOf, scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ZONE = "Asia/Tehran";
/** Facets of the event: all, city, category, both, two grids, tag, venue, organizer. */
const FACETS = 9;
/** Those of its next day alone: venue and organizer. */
const OF_NEXT = 2;
let deps: TestDeps;
let author: Actor;
let moderator: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  ({ author, moderator } = await authorsInTehran(deps));
});

const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
const daily = () =>
  ruleOf({ frequency: "daily", start: `${day(1)}T18:00`, end: `${day(1)}T20:00` });

async function publish(schedule: Schedule | null): Promise<string> {
  const id = await createDraft(deps, author, written({ schedule }));
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  return id;
}

const COLUMNS = sql.raw(
  "facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks",
);
const rowCount = (query: ReturnType<typeof sql>) =>
  deps.db
    .get<{ count: number }>(sql`SELECT count(*) AS count FROM (${query})`)
    .then(({ count }) => count);
const facetCount = () => rowCount(sql`SELECT 1 FROM event_facets`);

/** Facets are those of the occurrences, and counters those of the facets. */
async function expectFacetsOfOccurrences(): Promise<void> {
  expect(
    await rowCount(
      sql`SELECT ${COLUMNS} FROM event_facets EXCEPT SELECT ${COLUMNS} FROM event_facet_rows`,
    ),
  ).toBe(0);
  expect(
    await rowCount(
      sql`SELECT ${COLUMNS} FROM event_facet_rows EXCEPT SELECT ${COLUMNS} FROM event_facets`,
    ),
  ).toBe(0);
  const counted = sql`SELECT facet, count(*) AS upcoming FROM event_facets WHERE is_next = 1 AND is_over = 0 GROUP BY facet`;
  const counters = sql`SELECT facet, upcoming FROM facet_counts WHERE upcoming <> 0`;
  expect(await rowCount(sql`${counted} EXCEPT ${counters}`)).toBe(0);
  expect(await rowCount(sql`${counters} EXCEPT ${counted}`)).toBe(0);
}

describe("a cancelled event", () => {
  it.each([
    ["one", null],
    ["a series", daily],
  ])("has facets of its own with its next date, and a mark on all: %s", async (_, schedule) => {
    const id = await publish(schedule?.() ?? null);
    const before = await facetCount();
    const setLifecycle = (lifecycle: "scheduled" | "cancelled") =>
      deps.db.update(events).set({ lifecycle }).where(eq(events.id, id));
    await setLifecycle("cancelled");
    expect(await facetCount()).toBe(before + 2);
    await expectFacetsOfOccurrences();
    const marked = sql`SELECT 1 FROM event_facets WHERE marks >> 45 = 1`;
    expect(await rowCount(marked)).toBe(before + 2);
    await setLifecycle("scheduled");
    expect(await facetCount()).toBe(before);
    expect(await rowCount(marked)).toBe(0);
    await expectFacetsOfOccurrences();
  });
});

describe("the marks of cancelled events", () => {
  /** As before the migration that brought the marks, or in the middle of it. */
  async function loseMarks(): Promise<string> {
    const id = await publish(daily());
    await deps.db.update(events).set({ lifecycle: "cancelled" }).where(eq(events.id, id));
    await deps.db.run(sql`UPDATE event_facets SET marks = marks & ~(1 << 45)`);
    await deps.db.run(sql`DELETE FROM event_facets WHERE facet GLOB '*cancelled'`);
    return id;
  }

  it("are written again with the next change of an event", async () => {
    const id = await loseMarks();
    await deps.db.update(events).set({ lifecycle: "cancelled" }).where(eq(events.id, id));
    await expectFacetsOfOccurrences();
  });

  it("are filled in by the migration, and no differently a second time", async () => {
    await loseMarks();
    const fills = migration
      .split("--> statement-breakpoint")
      .filter((statement) => /^\s*(?:UPDATE|INSERT)/.test(statement));
    expect(fills).toHaveLength(2);
    for (const statement of [...fills, ...fills]) {
      await deps.db.run(sql.raw(statement));
    }
    await expectFacetsOfOccurrences();
  });
});

describe("the facets of a daily series", () => {
  it("are those of its occurrences after every command", async () => {
    const id = await publish(daily());
    expect(await facetCount()).toBe(370 * (FACETS - OF_NEXT) + OF_NEXT);
    await expectFacetsOfOccurrences();
    deps.pass(2 * DAY);
    await advanceSeries(deps);
    await expectFacetsOfOccurrences();
    await topUpSeries(deps);
    await expectFacetsOfOccurrences();
    const dates = [{ originalStart: `${day(3)}T18:00`, status: "cancelled" }];
    await saveEvent(
      deps,
      moderator,
      id,
      written({
        schedule: ruleOf(
          { frequency: "daily", start: `${day(-1)}T18:00`, end: `${day(-1)}T20:00` },
          { dates },
        ),
      }),
    );
    await expectFacetsOfOccurrences();
    await saveEvent(deps, moderator, id, written({ categories: ["Dance"], price: 0 }));
    await expectFacetsOfOccurrences();
    await saveEvent(
      deps,
      moderator,
      id,
      written({
        schedule: scheduleOf({
          kind: "dates",
          dates: [
            { originalStart: `${day(2)}T18:00`, end: `${day(2)}T19:00` },
            { originalStart: `${day(4)}T18:00`, end: `${day(4)}T19:00` },
          ],
        }),
      }),
    );
    await expectFacetsOfOccurrences();
    deps.pass(10 * DAY);
    await advanceSeries(deps);
    await endEvents(deps);
    await expectFacetsOfOccurrences();
    await deps.db.delete(events).where(eq(events.id, id));
    expect(await facetCount()).toBe(0);
  });

  it("cost a few rows when it goes on to its next date, and when a date is added", async () => {
    await publish(daily());
    const { db, spent } = meterDatabase(env.DB);
    deps.pass(2 * DAY);
    await advanceSeries({ ...deps, db });
    expect(spent.rowsWritten).toBeLessThan(30 * FACETS);
    const before = spent.rowsWritten;
    await topUpSeries({ ...deps, db });
    expect(spent.rowsWritten - before).toBeLessThan(10 * FACETS);
  });

  it("have no date that is over but the one that lists show", async () => {
    const shown = sql`SELECT local_day FROM event_facets WHERE facet = 'all'`;
    const dates = [2, 4].map((days) => ({
      originalStart: `${day(days)}T18:00`,
      end: `${day(days)}T19:00`,
    }));
    const last = day(4);
    await publish(scheduleOf({ kind: "dates", dates }));
    deps.pass(3 * DAY);
    await advanceSeries(deps);
    expect(await deps.db.all(shown)).toEqual([{ local_day: last }]);
    deps.pass(3 * DAY);
    await advanceSeries(deps);
    await endEvents(deps);
    expect(await deps.db.all(shown)).toEqual([{ local_day: last }]);
    await expectFacetsOfOccurrences();
  });

  it("list it a year ahead", async () => {
    await publish(daily());
    const { query } = parseEventQuery(new URLSearchParams(`from=${day(300)}&to=${day(302)}`));
    expect((await listEvents(deps, query)).events.map(({ localDay: of }) => of)).toEqual([
      day(300),
      day(301),
      day(302),
    ]);
  });
});

describe("the marks of an event", () => {
  const EVERYWHERE = { facets: ["all"], holds: new Set<never>() };
  /** The titles that a list finds, whose events are compared by their marks alone. */
  async function titlesOf(filters: Partial<Filters>): Promise<string[]> {
    const { query } = parseEventQuery(new URLSearchParams());
    const now = deps.clock.now();
    const asked = { ...readFilters(query, [], now).filters, ...filters, road: EVERYWHERE };
    const found = await deps.db.all<{ title: string }>(
      sql`SELECT title_en AS title FROM ${placesOf(asked, now, 100)} AS found JOIN events ON events.id = found.id`,
    );
    return found.map(({ title }) => title);
  }

  it("are its categories, the first of them, and its filters", async () => {
    const city = await createCity(deps.db, { slug: "shiraz" });
    const event = { cityId: city.id, startsAt: deps.clock.now() + DAY, categories: [] };
    for (const [index, name] of CATEGORY_NAMES.entries()) {
      const other = CATEGORY_NAMES[(index + 1) % CATEGORY_NAMES.length] ?? name;
      await createEvent(deps.db, { ...event, titleEn: name, categories: [other, name] });
    }
    for (const key of TRAITS) await createEvent(deps.db, { ...event, titleEn: key, traits: [key] });
    for (const key of ACCESSIBILITY)
      await createEvent(deps.db, { ...event, titleEn: key, accessibility: [key] });
    await createEvent(deps.db, { ...event, titleEn: "online", attendance: "online" });
    for (const [index, name] of CATEGORY_NAMES.entries()) {
      const before = CATEGORY_NAMES.at(index - 1) ?? name;
      expect((await titlesOf({ categories: [name] })).sort()).toEqual([before, name].sort());
    }
    for (const key of FILTER_KEYS) expect(await titlesOf({ traits: [key] })).toEqual([key]);
    const rows = await deps.db.all<{ marks: number; categories: string }>(
      sql`SELECT marks, categories FROM event_facets JOIN events ON id = event_id WHERE facet = 'all'`,
    );
    for (const { marks, categories } of rows) {
      const own: string[] = JSON.parse(categories);
      expect(categoriesIn(marks).sort()).toEqual([...own].sort());
      expect(firstCategoryIn(marks)).toBe(own[0] ?? null);
    }
  });

  it("follow it", async () => {
    const id = await publish(null);
    await saveEvent(deps, moderator, id, written({ categories: ["Dance"], traits: ["quiet"] }));
    expect(await titlesOf({ categories: ["Dance"], traits: ["quiet"] })).toHaveLength(1);
    await saveEvent(deps, moderator, id, written({ categories: ["Film"] }));
    expect(await titlesOf({ categories: ["Dance"] })).toEqual([]);
  });
});
