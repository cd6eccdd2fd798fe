import { env, SELF } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../app/lib/deps";
import { emptyValues } from "../../app/modules/authoring/event-values.server";
import { mergeCity, previewMerge } from "../../app/modules/cities/merge-city.server";
import { leaveFormerCity } from "../../app/modules/cities/move-followers.server";
import { deleteCity } from "../../app/modules/cities/remove-city.server";
import type { CityJson } from "../../app/modules/cities/schema";
import { createCity as addCity, updateCity } from "../../app/modules/cities/write-city.server";
import { endEvents } from "../../app/modules/events/end-events.server";
import { listEvents } from "../../app/modules/events/list/list-events.server";
import { parseEventQuery } from "../../app/modules/events/schema";
import { type JobValues, runJob } from "../../app/modules/jobs/jobs.server";
import { mediaKeyOf } from "../../app/modules/media/media-files";
import { storeEventMedia } from "../../app/modules/media/store-media.server";
import { indexCity } from "../../app/modules/search/index-city.server";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { forgetSiteState } from "../../app/modules/store/content-version.server";
import {
  auditEntries,
  cities,
  cityAliases,
  contentVersions,
  eventDrafts,
  eventFacets,
  eventRevisions,
  events,
  facetCounts,
  jobs,
  users,
  venues,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createPng } from "../factories/file";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { emptyPeople, failureOf } from "../helpers/people";
import { createTestDeps, TUESDAY } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const deps = createTestDeps();
const { db } = deps;
const DAY = 86_400_000;
const SANANDAJ = {
  name: { en: "Sanandaj", fa: "سنندج" },
  countryCode: "IR",
  latitude: 35.31,
  longitude: 46.99,
};
let headers: Record<string, string>;
let moderator: { id: string; role: "moderator"; isVerified: boolean; sessionId: string };

const post = (body: unknown, extra: Record<string, string> = {}) =>
  askJson<CityJson & { issues?: { path: string; message: string }[] }>("/cities", {
    method: "POST",
    headers: { ...headers, ...extra },
    body,
  });
const cityOf = (slug: string) => db.select().from(cities).where(eq(cities.slug, slug)).get();
const versionOf = async () =>
  (await db.select().from(contentVersions).where(eq(contentVersions.name, "site")).get())
    ?.version ?? 0;
const entries = (action: string) =>
  db.select().from(auditEntries).where(eq(auditEntries.action, action));
const found = async (query: string) =>
  (
    await listEvents(
      { ...deps, memo: createTestDeps().memo },
      parseEventQuery(new URLSearchParams(query)).query,
    )
  ).events.map(({ id }) => id);

const sendPicture = (by: typeof moderator) =>
  storeEventMedia(deps, by, "picture", new Blob([createPng()]));

/** A database that deletes a city right before the first batch that does not read it. */
function deletingBeforeBatch(database: typeof db, cityId: string): typeof db {
  let isGone = false;
  return new Proxy(database, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name);
      return async (statements: Parameters<typeof db.batch>[0]) => {
        if (!isGone) await target.delete(cities).where(eq(cities.id, cityId));
        isGone = true;
        return target.batch(statements);
      };
    },
  });
}

beforeEach(async () => {
  await emptyPeople(deps);
  forgetSiteState(deps);
  const { id } = await createUser(db, { role: "moderator" });
  moderator = { id, role: "moderator", isVerified: true, sessionId: "none" };
  headers = { Authorization: await bearerOf(workerDeps(), id) };
  await createCity(db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
});

describe("POST /cities", () => {
  it("fills in slug, country and time zone, and makes the city findable by both names at once", async () => {
    const before = await versionOf();
    const { status, body } = await post(SANANDAJ);
    expect([status, body.slug, body.country, body.timezone, body.upcomingEventCount]).toEqual([
      201,
      "sanandaj",
      { en: "Iran", fa: "ایران" },
      "Asia/Tehran",
      0,
    ]);
    const { body: search } = await askJson<{ items: CityJson[] }>(
      `/cities/search?q=${encodeURIComponent("سنند")}`,
    );
    expect(search.items.map(({ slug }) => slug)).toEqual(["sanandaj"]);
    expect(await versionOf()).toBeGreaterThan(before);
    const [entry] = await entries("city.created");
    expect(entry).toMatchObject({
      entityId: body.id,
      metadata: { before: null, after: { slug: "sanandaj", timeZone: "Asia/Tehran" } },
    });
  });

  it("accepts plain strings, a country by its name, and a given zone", async () => {
    const { status, body } = await post({
      name: "Yerevan",
      country: "Armenia",
      timezone: "Asia/Yerevan",
      latitude: 40.2,
      longitude: 44.5,
      stateProvince: "Kentron",
    });
    expect([status, body.country, body.stateProvince]).toEqual([
      201,
      { en: "Armenia", fa: "ارمنستان" },
      { en: "Kentron", fa: null },
    ]);
  });

  it.each([
    ["a name too short", { ...SANANDAJ, name: "S" }, "name.en", "At least 2 characters."],
    [
      "a name too long",
      { ...SANANDAJ, name: { en: "S".repeat(81) } },
      "name.en",
      "At most 80 characters.",
    ],
    [
      "no country",
      { ...SANANDAJ, countryCode: "ZZ" },
      "countryCode",
      "A two-letter country code, such as IR.",
    ],
    [
      "an invalid country in words",
      { ...SANANDAJ, countryCode: undefined, country: "Narnia" },
      "country",
      "A two-letter country code, such as IR.",
    ],
    [
      "an invalid zone",
      { ...SANANDAJ, timezone: "Asia/Nowhere" },
      "timezone",
      "A time zone such as Asia/Tehran.",
    ],
    [
      "no city nearby to take the zone from",
      { ...SANANDAJ, countryCode: "JP" },
      "timezone",
      "There’s no known city of this country nearby. Choose the time zone.",
    ],
    [
      "a latitude off the globe",
      { ...SANANDAJ, latitude: 91 },
      "latitude",
      "A number from −90 to 90.",
    ],
    [
      "a slug with spaces",
      { ...SANANDAJ, slug: "san andaj" },
      "slug",
      "Small Latin letters, digits and single hyphens, at most 60.",
    ],
    [
      "a slug that is a word of ours",
      { ...SANANDAJ, slug: "new" },
      "slug",
      "Small Latin letters, digits and single hyphens, at most 60.",
    ],
    [
      "a name without Latin letters and no slug",
      { ...SANANDAJ, name: "سنندج" },
      "slug",
      "Small Latin letters, digits and single hyphens, at most 60.",
    ],
    [
      "a picture of nowhere",
      { ...SANANDAJ, heroImageUrl: "javascript:alert(1)" },
      "heroImageUrl",
      "A file uploaded here, or an https:// address.",
    ],
    [
      "a field too many",
      { ...SANANDAJ, upcomingCount: 4 },
      "upcomingCount",
      "This field doesn’t exist.",
    ],
  ])("refuses %s", async (_, body, path, message) => {
    const answer = await post(body);
    expect([
      answer.status,
      answer.body.issues?.find((issue) => issue.path === path)?.message,
    ]).toEqual([422, message]);
    expect(await db.select().from(cities)).toHaveLength(1);
  });

  it("refuses another account's picture, which would be deleted with the city's", async () => {
    const other = { ...moderator, id: (await createUser(db, { role: "moderator" })).id };
    const [foreign, own] = [await sendPicture(other), await sendPicture(moderator)];
    for (const heroImageUrl of [
      foreign,
      `https://rooydad.test${foreign}`,
      "/media/uploads/nowhere.png",
    ]) {
      const refused = {
        code: "invalid",
        issues: [{ path: "heroImageUrl", message: "errors:issue.fileAddress" }],
      };
      await expect(
        addCity(deps, moderator, { ...SANANDAJ, name: { en: "Sanandaj", fa: null }, heroImageUrl }),
      ).rejects.toMatchObject(refused);
      await expect(updateCity(deps, moderator, "tehran", { heroImageUrl })).rejects.toMatchObject(
        refused,
      );
    }
    expect(await db.select().from(cities)).toHaveLength(1);
    await updateCity(deps, moderator, "tehran", { heroImageUrl: own });
    await updateCity(deps, other, "tehran", { heroImageUrl: own, latitude: 35 });
    expect((await cityOf("tehran"))?.heroImageUrl).toBe(own);
  });

  it("deletes a picture that no city or event uses any more", async () => {
    const [alone, shared] = [await sendPicture(moderator), await sendPicture(moderator)];
    const city = await cityOf("tehran");
    await createEvent(db, {
      cityId: city?.id ?? "",
      startsAt: TUESDAY,
      creatorId: moderator.id,
      imageUrl: shared,
    });
    const isThere = async (address: string) =>
      (await env.MEDIA.head(mediaKeyOf(address) ?? "")) !== null;
    for (const heroImageUrl of [alone, shared, null])
      await updateCity(deps, moderator, "tehran", { heroImageUrl });
    expect([await isThere(alone), await isThere(shared)]).toEqual([false, true]);
  });

  it("respects the length limits of the settings", async () => {
    await changeSettings(deps, "content", { cityNameMin: 5, cityNameMax: 6 }, null);
    const say = async (name: string) =>
      (await failureOf(addCity(deps, moderator, { ...SANANDAJ, name: { en: name, fa: null } })))
        .issues[0];
    expect(await say("Qom")).toMatchObject({ path: "name.en", values: { min: 5 } });
    expect(await say("Sanandaj")).toMatchObject({ path: "name.en", values: { max: 6 } });
    await changeSettings(deps, "content", { cityNameMin: 2, cityNameMax: 80 }, null);
  });

  it("refuses a taken slug, and repeats the response for the same Idempotency-Key", async () => {
    const key = { "Idempotency-Key": "one" };
    const [first, again] = [await post(SANANDAJ, key), await post(SANANDAJ, key)];
    expect([first.status, again.body.id]).toEqual([201, first.body.id]);
    expect(await post(SANANDAJ)).toMatchObject({
      status: 409,
      body: { issues: [{ path: "slug", message: "Another city has this slug." }] },
    });
  });
});

describe("PUT /cities/{slug}", () => {
  it("changes the given fields, keeps the rest and the wall time of its events, and records both", async () => {
    const city = await cityOf("tehran");
    const event = await createEvent(db, { cityId: city?.id ?? "", startsAt: TUESDAY + DAY });
    const { status, body } = await askJson<CityJson>("/cities/tehran", {
      method: "PUT",
      headers,
      body: { timezone: "Asia/Dubai" },
    });
    expect([status, body.timezone, body.name]).toEqual([
      200,
      "Asia/Dubai",
      { en: "Tehran", fa: "تهران" },
    ]);
    expect((await db.select().from(events).where(eq(events.id, event.id)).get())?.timeZone).toBe(
      "Asia/Tehran",
    );
    const [entry] = await entries("city.updated");
    expect(entry?.metadata).toEqual({
      before: { timeZone: "Asia/Tehran" },
      after: { timeZone: "Asia/Dubai" },
    });
  });

  it("given a new name, has the queue reindex its events", async () => {
    const city = await cityOf("tehran");
    const event = await createEvent(db, { cityId: city?.id ?? "", startsAt: TUESDAY + DAY });
    await rebuildSearch(db);
    await updateCity(deps, moderator, "tehran", { name: { en: "Rayabad", fa: null } });
    await deps.settle();
    const [job] = await db.select().from(jobs);
    expect(job).toMatchObject({ kind: "city.index", values: { cityId: city?.id, after: null } });
    expect(deps.sent).toContainEqual({ type: "job.run", id: job?.id });
    // As a city's name the words become a filter, so query the index directly.
    const matched = async () =>
      (
        await env.DB.prepare(
          "SELECT event_id FROM event_search WHERE event_search MATCH 'rayabad'",
        ).all()
      ).results;
    expect(await matched()).toEqual([]);
    await runJob(deps, { "city.index": indexCity }, job?.id ?? "");
    expect(await matched()).toEqual([{ event_id: event.id }]);
    expect(await db.select().from(jobs)).toEqual([]);
  });

  it("given two editors, never overwrites a newer text, by If-Match, by the body or at the same moment", async () => {
    const seen = (await askJson<CityJson>("/cities/tehran")).body.version;
    const save = (
      nameFa: string,
      more: Record<string, unknown> = {},
      extra: Record<string, string> = {},
    ) =>
      askJson<CityJson & { code: string }>("/cities/tehran", {
        method: "PUT",
        headers: { ...headers, ...extra },
        body: { name: { en: "Tehran", fa: nameFa }, ...more },
      });
    expect(await save("تهران بزرگ", {}, { "If-Match": `"${seen}"` })).toMatchObject({
      status: 200,
      body: { version: seen + 1 },
    });
    expect(await save("طهران", {}, { "If-Match": `"${seen}"` })).toMatchObject({
      status: 412,
      body: { code: "precondition-failed" },
    });
    expect(await save("طهران", { version: seen })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect((await cityOf("tehran"))?.nameFa).toBe("تهران بزرگ");
    const both = await Promise.allSettled([
      updateCity(deps, moderator, "tehran", { name: { en: "Tehran", fa: "یک" } }),
      updateCity(deps, moderator, "tehran", { name: { en: "Tehran", fa: "دو" } }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await entries("city.updated")).toHaveLength(2);
  });

  it("accepts an edit although the count of events has risen meanwhile", async () => {
    const city = await cityOf("tehran");
    await createEvent(db, { cityId: city?.id ?? "", startsAt: TUESDAY + DAY });
    await rebuildSearch(db);
    await endEvents(deps);
    expect((await cityOf("tehran"))?.version).toBe(city?.version);
  });

  it("answers 404 for an unknown city, and never changes the slug", async () => {
    expect((await ask("/cities/atlantis", { method: "PUT", headers, body: {} })).status).toBe(404);
    expect(
      (await ask("/cities/tehran", { method: "PUT", headers, body: { slug: "teheran" } })).status,
    ).toBe(422);
  });
});

describe("DELETE /cities/{slug}", () => {
  it("refuses while there are events, deleted ones too, and gives their number", async () => {
    const city = await cityOf("tehran");
    await createEvent(db, { cityId: city?.id ?? "", startsAt: TUESDAY + DAY, status: "draft" });
    await createEvent(db, { cityId: city?.id ?? "", startsAt: TUESDAY + DAY, deletedAt: 1 });
    expect(await askJson("/cities/tehran", { method: "DELETE", headers })).toMatchObject({
      status: 409,
      body: { issues: [{ message: "Events in this city: 2. Merge it into another one first." }] },
    });
    expect(await cityOf("tehran")).toBeTruthy();
  });

  it("deletes an empty city with its venues", async () => {
    const city = await cityOf("tehran");
    await db.insert(venues).values({
      id: "019b0000-0000-7000-d000-000000000001",
      cityId: city?.id ?? "",
      nameEn: "Hall",
      searchKey: "hall",
      createdAt: 0,
      updatedAt: 0,
    });
    expect((await ask("/cities/tehran", { method: "DELETE", headers })).status).toBe(204);
    expect([await cityOf("tehran"), await db.select().from(venues)]).toEqual([undefined, []]);
    expect(await entries("city.deleted")).toHaveLength(1);
    expect((await ask("/cities/tehran", { method: "DELETE", headers })).status).toBe(404);
  });

  it("is for staff only", async () => {
    const { id } = await createUser(db);
    const work = deleteCity(
      deps,
      { id, role: "user" as never, isVerified: true, sessionId: "none" },
      "tehran",
    );
    expect((await failureOf(work)).code).toBe("forbidden");
  });
});

describe("merging cities", () => {
  const SMALL = { events: 3, batches: 1, people: 2 };

  async function twoCities() {
    const source = await createCity(db, { slug: "ray", nameEn: "Ray", timeZone: "Asia/Dubai" });
    const target = await cityOf("tehran");
    const made = [];
    for (let n = 0; n < 7; n++)
      made.push(
        await createEvent(db, {
          cityId: source.id,
          startsAt: TUESDAY + (n + 1) * DAY,
          timeZone: "Asia/Dubai",
          status: n === 6 ? "pending" : "approved",
        }),
      );
    await db.insert(venues).values({
      id: "019b0000-0000-7000-d000-000000000002",
      cityId: source.id,
      nameEn: "Hall",
      searchKey: "hall",
      createdAt: 0,
      updatedAt: 0,
    });
    const followers = [
      await createUser(db, { cities: ["ray"] }),
      await createUser(db, { cities: ["tehran", "ray"] }),
      await createUser(db, { cities: ["shiraz"] }),
    ];
    const values = emptyValues("ray");
    await db.insert(eventDrafts).values({
      id: "019b0000-0000-7000-e000-000000000001",
      creatorId: followers[0]?.id ?? "",
      titleEn: "Draft",
      values,
      createdAt: 0,
      updatedAt: 0,
    });
    await db.insert(eventRevisions).values({
      eventId: made[0]?.id ?? "",
      authorId: followers[0]?.id ?? "",
      values,
      createdAt: 0,
      updatedAt: 0,
    });
    await rebuildSearch(db);
    return { source, target, made, followers };
  }

  it("previews what would move", async () => {
    await twoCities();
    expect(await previewMerge(deps, moderator, "ray", "tehran")).toMatchObject({
      events: { count: 7, isMore: false },
      venues: { count: 1 },
      followers: { count: 2 },
      target: { slug: "tehran" },
    });
    for (const into of ["ray", "atlantis", ""])
      expect((await failureOf(previewMerge(deps, moderator, "ray", into))).issues[0]?.message).toBe(
        "errors:issue.mergeTarget",
      );
  });

  it("moves everything in steps, each resuming where the last one stopped, then deletes the city", async () => {
    const { source, target, made, followers } = await twoCities();
    const parts = [];
    let after: string | null = null;
    for (let n = 0; n < 20; n++) {
      const progress = await mergeCity(
        deps,
        moderator,
        { slug: "ray", into: "tehran", after },
        SMALL,
      );
      parts.push(progress.moved);
      after = progress.after;
      if (progress.isDone) break;
    }
    expect(parts.slice(0, 3)).toEqual([3, 3, 1]);
    expect(await cityOf("ray")).toBeUndefined();
    const moved = await db.select().from(events);
    expect(
      moved.every(({ cityId, timeZone }) => cityId === target?.id && timeZone === "Asia/Dubai"),
    ).toBe(true);
    expect(moved.map(({ startsAt }) => startsAt).sort()).toEqual(
      made.map(({ startsAt }) => startsAt).sort(),
    );
    expect((await db.select().from(venues)).map(({ cityId }) => cityId)).toEqual([target?.id]);
    const followed = await Promise.all(
      followers.map(
        async ({ id }) => (await db.select().from(users).where(eq(users.id, id)).get())?.cities,
      ),
    );
    expect(followed).toEqual([["tehran"], ["tehran"], ["shiraz"]]);
    expect([
      (await db.select().from(eventDrafts).get())?.values.city,
      (await db.select().from(eventRevisions).get())?.values.city,
    ]).toEqual(["tehran", "tehran"]);
    // Counters, facets, search and caches are updated.
    expect((await cityOf("tehran"))?.upcomingCount).toBe(6);
    expect(
      await db
        .select()
        .from(facetCounts)
        .where(sql`facet LIKE ${`city:${source.id}%`}`),
    ).toEqual([]);
    expect(
      (
        await db
          .select()
          .from(eventFacets)
          .where(eq(eventFacets.facet, `city:${target?.id}`))
      ).length,
    ).toBe(6);
    expect(await found("city=tehran")).toHaveLength(6);
    expect((await found("q=tehran")).sort()).toEqual(
      moved
        .filter(({ isListed }) => isListed)
        .map(({ id }) => id)
        .sort(),
    );
    const { results } = await env.DB.prepare("SELECT count(*) AS count FROM event_search").all();
    expect(results).toEqual([{ count: 6 }]);
    const [entry] = await entries("city.merged");
    expect(entry?.metadata).toMatchObject({ before: { slug: "ray" }, after: { slug: "tehran" } });
  });

  it("redirects page, feed and JSON of the old address until another city takes its slug", async () => {
    await createCity(db, { slug: "rey-town", nameEn: "Rey Town" });
    await createCity(db, { slug: "ray", nameEn: "Ray" });
    await mergeCity(deps, moderator, { slug: "rey-town", into: "ray", after: null });
    await mergeCity(deps, moderator, { slug: "ray", into: "tehran", after: null });
    for (const slug of ["rey-town", "ray"]) {
      const led = await Promise.all(
        [
          `/cities/${slug}?free=1&lang=fa`,
          `/cities/${slug}/events.ics?lang=fa`,
          `/api/v1/cities/${slug}?lang=fa`,
        ].map(async (path) => {
          const { status, headers } = await SELF.fetch(`https://rooydad.test${path}`, {
            redirect: "manual",
          });
          return [status, headers.get("Location")];
        }),
      );
      expect(led).toEqual([
        [301, "/cities/tehran?free=1&lang=fa"],
        [308, "/cities/tehran/events.ics?lang=fa"],
        [308, "/api/v1/cities/tehran?lang=fa"],
      ]);
    }
    expect((await post({ ...SANANDAJ, slug: "ray" })).status).toBe(201);
    expect((await askJson<CityJson>("/cities/ray")).body.name).toEqual(SANANDAJ.name);
    expect(await db.select().from(cityAliases)).toMatchObject([{ slug: "rey-town" }]);
  });

  it("whose target is deleted meanwhile answers 409, moves nothing and keeps the city", async () => {
    const { source } = await twoCities();
    const target = await createCity(db, { slug: "karaj", nameEn: "Karaj" });
    // The target is deleted between its read and the first batch.
    const late = { ...deps, db: deletingBeforeBatch(db, target.id) };
    const refused = await failureOf(
      mergeCity(late, moderator, { slug: "ray", into: "karaj", after: null }),
    );
    expect([refused.code, refused.issues[0]?.message]).toEqual([
      "conflict",
      "errors:issue.mergeTargetGone",
    ]);
    expect((await db.select().from(events)).every(({ cityId }) => cityId === source.id)).toBe(true);
    expect(await cityOf("ray")).toBeTruthy();
    // Without events, the first batch is that of the followers.
    await db.delete(eventRevisions);
    await db.delete(events);
    await createCity(db, { id: target.id, slug: "karaj", nameEn: "Karaj" });
    const again = { ...deps, db: deletingBeforeBatch(db, target.id) };
    expect(
      (await failureOf(mergeCity(again, moderator, { slug: "ray", into: "karaj", after: null })))
        .code,
    ).toBe("conflict");
    expect(
      (await db.select().from(users)).flatMap(({ cities: followed }) => followed),
    ).not.toContain("karaj");
  });

  it("moves followers who join meanwhile, and removes a deleted city from lists in steps", async () => {
    await createCity(db, { slug: "ray", nameEn: "Ray" });
    await createCity(db, { slug: "karaj", nameEn: "Karaj" });
    await mergeCity(deps, moderator, { slug: "ray", into: "tehran", after: null });
    await deleteCity(deps, moderator, "karaj");
    await deps.settle();
    for (const list of [["ray", "karaj"], ["ray", "tehran"], ["karaj"], ["shiraz"]])
      await createUser(db, { cities: list });
    const left = await db.select().from(jobs).orderBy(jobs.id);
    expect(left.map(({ kind, values }) => [kind, values.from, values.into])).toEqual([
      ["city.followers", "ray", "tehran"],
      ["city.followers", "karaj", null],
    ]);
    const steps = {
      "city.followers": (of: Deps, values: JobValues["city.followers"]) =>
        leaveFormerCity(of, values, 2),
    };
    for (const { id } of left) expect(await runJob(deps, steps, id)).toBe("done");
    const lists = (await db.select().from(users).orderBy(users.id)).map(
      ({ cities: followed }) => followed,
    );
    expect(lists.filter((list) => list.length > 0).sort()).toEqual([
      ["shiraz"],
      ["tehran"],
      ["tehran"],
    ]);
  });

  it("moves an event that is added meanwhile before the city is deleted", async () => {
    const { source, target } = await twoCities();
    await mergeCity(
      deps,
      moderator,
      { slug: "ray", into: "tehran", after: null },
      { events: 50, batches: 1, people: 2 },
    );
    await createEvent(db, { cityId: source.id, startsAt: TUESDAY + 9 * DAY });
    for (let after: string | null = null, n = 0; n < 20; n++) {
      const progress = await mergeCity(
        deps,
        moderator,
        { slug: "ray", into: "tehran", after },
        { events: 50, batches: 1, people: 2 },
      );
      after = progress.after;
      if (progress.isDone) break;
    }
    expect((await db.select().from(events)).every(({ cityId }) => cityId === target?.id)).toBe(
      true,
    );
    expect(await cityOf("ray")).toBeUndefined();
  });
});
