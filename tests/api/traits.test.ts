import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { TRAIT_KEYS, type TraitKey } from "../../app/lib/event/event-fields";
import { traitKeysOf } from "../../app/lib/event/field-groups";
import { indexEventStatements, rebuildSearch } from "../../app/modules/search/index-event.server";
import { createDatabase } from "../../db/client";
import { cities, events } from "../../db/schema";
import { SAMPLE_TRAITS } from "../../db/seed/sample-traits";
import { askAll, askJson } from "../helpers/api-client";
import { seedSampleEvents } from "../helpers/sample-database";

const db = createDatabase(env.DB);
const NOW = Date.now();
type Row = typeof events.$inferSelect;

let keys: Map<string, string>;
let rows: Row[];
let tehran: string | undefined;

const readRows = async () => {
  rows = await db.select().from(events).where(eq(events.isListed, true));
};

beforeAll(async () => {
  keys = await seedSampleEvents(db, NOW);
  // Accessibility is rare: two upcoming events have it.
  await readRows();
  const [first, second] = rows
    .filter(({ endsAt, traits }) => endsAt > NOW && traits.includes("indoor"))
    .sort((a, b) => a.startsAt - b.startsAt);
  await db
    .update(events)
    .set({ accessibility: ["wheelchair", "hearing-loop"] })
    .where(eq(events.id, first?.id ?? ""));
  await db
    .update(events)
    .set({ accessibility: ["wheelchair"] })
    .where(eq(events.id, second?.id ?? ""));
  await db
    .update(events)
    .set({ ageLimit: 18 })
    .where(
      eq(
        events.id,
        rows.find(({ endsAt, traits }) => endsAt > NOW && !traits.includes("for-children"))?.id ??
          "",
      ),
    );
  await rebuildSearch(db);
  await readRows();
  tehran = (await db.select().from(cities).where(eq(cities.slug, "tehran")).get())?.id;
});

const has =
  (...wanted: TraitKey[]) =>
  (event: Row) =>
    event.endsAt > NOW && wanted.every((key) => traitKeysOf(event).includes(key));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort();

describe("GET /events?trait=", () => {
  it.each([
    ["trait=quiet", has("quiet")],
    ["trait=quiet,seated", has("quiet", "seated")],
    ["trait=quiet&trait=seated", has("quiet", "seated")],
    ["trait=indoor,wheelchair", has("indoor", "wheelchair")],
    ["trait=wheelchair,hearing-loop", has("wheelchair", "hearing-loop")],
    ["trait=outdoor&city=tehran", (event: Row) => has("outdoor")(event) && event.cityId === tehran],
    [
      "trait=lively,for-children&city=tehran",
      (event: Row) => has("lively", "for-children")(event) && event.cityId === tehran,
    ],
    [
      "trait=quiet&category=concert",
      (event: Row) => has("quiet")(event) && event.categories.includes("Concert"),
    ],
    ["trait=seated&free=1", (event: Row) => has("seated")(event) && event.price === 0],
    [
      "trait=outdoor&lat=35.7&lng=51.4&radius=200",
      (event: Row) =>
        has("outdoor")(event) &&
        event.latitude !== null &&
        Math.abs(event.latitude - 35.7) < 2 &&
        event.timeZone === "Asia/Tehran" &&
        event.longitude !== null &&
        Math.hypot((event.latitude - 35.7) * 111.2, (event.longitude - 51.4) * 90.3) <= 200,
    ],
  ])("%s lists the events that have all of them", async (query, isAsked) => {
    const expected = ids(rows.filter(isAsked));
    expect(expected.length).toBeGreaterThan(0);
    expect(ids((await askAll<{ id: string }>(`/events?${query}`, 10)).items)).toEqual(expected);
  });

  it.each([
    ["online=1", () => true],
    ["online=1&city=london", (event: Row) => event.timeZone === "Europe/London"],
    ["online=true&trait=lively", has("lively")],
    ["online=1&free=1", (event: Row) => event.price === 0],
    ["online=1&q=talk", (event: Row) => event.categories.includes("Talk")],
  ])("%s lists events that one can take part in online", async (query, isAsked) => {
    const isOnline = ({ attendance, endsAt }: Row) => attendance !== "in-person" && endsAt > NOW;
    const expected = ids(rows.filter((event) => isOnline(event) && isAsked(event)));
    const found = (await askAll<{ id: string }>(`/events?${query}`, 10)).items;
    expect(ids(found)).toEqual(expect.arrayContaining(expected));
    if (!query.includes("q=")) expect(ids(found)).toEqual(expected);
    expect(rows.filter(({ id }) => found.some((one) => one.id === id)).every(isOnline)).toBe(true);
  });

  it.each(["date", "relevance"])("limits a search sorted by %s", async (sort) => {
    const { items: found } = await askAll<{ id: string; traits: string[] }>(
      `/events?q=music&trait=outdoor&sort=${sort}`,
      10,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { traits } of found) expect(traits).toContain("outdoor");
  });

  it("refuses an unknown key and names the parameter", async () => {
    const { status, body } = await askJson<{ error: { details: { path: string }[] } }>(
      "/events?trait=quiet,cosy",
    );
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"trait"')]);
  });

  it("counts each facet, and drops the count with the trait", async () => {
    const count = async () =>
      (
        await env.DB.prepare(
          "SELECT upcoming FROM facet_counts WHERE facet = 'trait:hearing-loop'",
        ).first<{ upcoming: number }>()
      )?.upcoming;
    const before = (await count()) ?? 0;
    expect(before).toBe(rows.filter(has("hearing-loop")).length);
    const one = rows.find(has("hearing-loop"));
    await db
      .update(events)
      .set({ accessibility: [] })
      .where(eq(events.id, one?.id ?? ""));
    expect(await count()).toBe(before - 1);
    await db
      .update(events)
      .set({ accessibility: ["wheelchair", "hearing-loop"] })
      .where(eq(events.id, one?.id ?? ""));
    expect(await count()).toBe(before);
  });

  it("ignores proposed traits [S-137]", async () => {
    const one = rows.find((event) => has("indoor")(event) && !event.traits.includes("for-two"));
    await db
      .update(events)
      .set({ proposedTraits: ["for-two"] })
      .where(eq(events.id, one?.id ?? ""));
    await rebuildSearch(db);
    expect(ids((await askAll<{ id: string }>("/events?trait=for-two", 100)).items)).not.toContain(
      one?.id,
    );
    expect(
      ids((await askAll<{ id: string }>("/events?trait=for-two&q=tehran", 100)).items),
    ).not.toContain(one?.id);
    const { body } = await askJson<Record<string, unknown>>(`/events/${one?.id}`);
    expect(Object.keys(body)).not.toContain("proposedTraits");
    expect(JSON.stringify(body)).not.toContain("for-two");
  });
});

describe("the traits of the sample events", () => {
  it("are those of the file, once for each event", async () => {
    expect(SAMPLE_TRAITS.size).toBe(288);
    const written = rows.flatMap((row) => {
      const key = keys.get(row.id);
      return key === undefined ? [] : [[key, row.traits, row.childAgeFrom, row.childAgeTo]];
    });
    expect(written).toHaveLength(260);
    for (const [key, traits, from, to] of written) {
      const given = SAMPLE_TRAITS.get(String(key));
      expect([key, traits, from, to]).toEqual([
        key,
        given?.traits,
        given?.childAgeFrom,
        given?.childAgeTo,
      ]);
    }
  });

  it("cover every trait, and few events have none", async () => {
    const given = [...SAMPLE_TRAITS.values()].flatMap(({ traits }) => traits);
    expect(TRAIT_KEYS.filter((key) => given.includes(key))).toHaveLength(9);
    const [none] = await db.all<{ count: number }>(
      sql`SELECT count(*) AS count FROM events WHERE traits = '[]' AND creator_id IS NULL`,
    );
    expect(none?.count).toBeLessThan(10);
  });
});

/** Events for children of some ages, or for all where they state none. */
const forAges =
  (from: number, to: number) =>
  ({ endsAt, traits, categories, childAgeFrom, childAgeTo, ageLimit }: Row) =>
    endsAt > NOW &&
    (traits.includes("for-children") || categories.includes("Kids & Family")) &&
    Math.max(childAgeFrom ?? 0, ageLimit ?? 0) <= to &&
    (childAgeTo ?? 17) >= from;
const isForAdults = ({ endsAt, ageLimit }: Row) => endsAt > NOW && (ageLimit ?? 0) >= 18;

describe("GET /events?age=", () => {
  it.each([
    ["age=7", forAges(7, 7)],
    ["age=3-6", forAges(3, 6)],
    ["age=%DB%B3-%DB%B6", forAges(3, 6)],
    ["age=13-17&city=tehran", (event: Row) => forAges(13, 17)(event) && event.cityId === tehran],
    ["age=2&free=1", (event: Row) => forAges(2, 2)(event) && event.price === 0],
    ["age=18-", isForAdults],
    ["age=18%2B", isForAdults],
    ["age=12-", (event: Row) => forAges(12, 17)(event) || isForAdults(event)],
    ["q=kids+3-6", forAges(3, 6)],
    ["q=%DB%B1%DB%B8%2B", isForAdults],
    // The parameter wins over the words.
    ["q=kids+3-6&age=12", forAges(12, 12)],
  ])("%s lists the events for these ages", async (query, isAsked) => {
    const expected = ids(rows.filter(isAsked));
    expect(expected.length).toBeGreaterThan(0);
    expect(ids((await askAll<{ id: string }>(`/events?${query}`, 10)).items)).toEqual(expected);
  });

  it("lists events that state the age first, for a search", async () => {
    const { body } = await askJson<{
      items: { childAgeFrom: number | null; childAgeTo: number | null }[];
    }>("/events?q=for+a+7+year+old");
    const stated = body.items.map(
      ({ childAgeFrom, childAgeTo }) => childAgeFrom !== null || childAgeTo !== null,
    );
    expect([stated[0], stated.lastIndexOf(true) < stated.length - 1]).toEqual([true, true]);
  });

  it.each(["-3", "6-3", "seven", "100"])("refuses %s, and says which parameter", async (age) => {
    const { status, body } = await askJson(`/events?age=${age}`);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"age"')]);
  });

  it("moves with an edit of the event's ages", async () => {
    const event = rows.find(forAges(7, 7));
    expect(event).toBeDefined();
    if (!event) return;
    const city = await db.select().from(cities).where(eq(cities.id, event.cityId)).get();
    if (!city) return;
    const edited = { ...event, childAgeFrom: 10, childAgeTo: 12 };
    await db.batch([
      db.update(events).set({ childAgeFrom: 10, childAgeTo: 12 }).where(eq(events.id, event.id)),
      ...indexEventStatements(db, edited, city),
    ]);
    // Pages of another size than above: no version has risen, as it does with an edit by a command.
    const listed = async (age: number) =>
      ids((await askAll<{ id: string }>(`/events?age=${age}`, 12)).items).includes(event.id);
    expect([await listed(7), await listed(11)]).toEqual([false, true]);
  });
});
