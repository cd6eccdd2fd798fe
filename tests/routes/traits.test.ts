import { SELF } from "cloudflare:test";
import { asc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { TRAIT_KEYS, type TraitKey } from "../../app/lib/event/event-fields";
import { approveCandidate } from "../../app/modules/intake/ingestion/approve-candidates.server";
import { processRun } from "../../app/modules/intake/ingestion/process-run.server";
import { startRun } from "../../app/modules/intake/ingestion/start-run.server";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { auditEntries, eventRevisions, events, ingestionCandidates } from "../../db/schema";
import { startOf } from "../factories/answer";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { askJson } from "../helpers/api-client";
import { addActor, emptyEvents } from "../helpers/organizers";
import { formIn } from "../helpers/page-form";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
let deps: TestDeps;
let cityId: string;
let staff: Browser;
let organizer: Browser;

const play = (changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    startsAt: deps.clock.now() + 20 * DAY,
    titleEn: "A Play in One Act",
    titleFa: "نمایشی در یک پرده",
    descriptionEn: "Two actors and a door, with English subtitles.",
    venueEn: "City Theater",
    categories: ["Theater"],
    ...changes,
  });
const rowOf = async (id: string) => {
  const row = await deps.db.select().from(events).where(eq(events.id, id)).get();
  if (!row) throw new Error("There is no event.");
  return row;
};
const pageOf = async (path: string) => (await SELF.fetch(`http://rooydad.test${path}`)).text();
const SUGGESTED: TraitKey[] = ["indoor", "english-friendly", "seated"];

beforeAll(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  cityId = (
    await createCity(deps.db, {
      id: "019b0000-0000-7000-d000-000000000024",
      slug: "tehran",
      nameEn: "Tehran",
      nameFa: "تهران",
    })
  ).id;
  staff = await signInAs(deps, "moderator");
  organizer = await signInAs(deps, "user", { trustScore: 70 });
});

describe("staff", () => {
  it.each([
    ["pending", "/admin/pending-events"],
    ["approved", "/admin/events"],
    ["flagged", "/admin/flagged-events"],
  ] as const)(
    "confirm traits of a %s event with one form, which settles the others",
    async (status, page) => {
      const { id } = await play({ status });
      const html = await (
        await staff.get(`${page}?event=${id}`, { "Accept-Language": "en" })
      ).text();
      const [body] = html.split('value="confirm-traits"').slice(0, 1);
      const open = body?.slice(body.lastIndexOf("<form")) ?? "";
      const ticked = [
        ...open.matchAll(/name="trait"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="trait"/g),
      ].map(([, one, other]) => one ?? other);
      expect(ticked).toEqual(SUGGESTED);
      const before = await rowOf(id);
      const answer = await staff.post(`${page}?event=${id}`, {
        intent: "confirm-traits",
        event: id,
        version: String(before.version),
        trait: "seated",
      });
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        303,
        expect.stringContaining(id),
      ]);
      const after = await rowOf(id);
      expect(after).toMatchObject({
        traits: ["seated"],
        proposedTraits: [],
        status,
        version: before.version + 1,
      });
      expect(await (await staff.get(`${page}?event=${id}`)).text()).not.toContain("confirm-traits");
      const [entry] = await deps.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.entityId, id));
      expect(entry).toMatchObject({
        action: "event.edited",
        actorId: staff.id,
        metadata: { before: { traits: [] }, after: { traits: ["seated"] } },
      });
      // The second click, or a colleague's: the event is another one by now.
      await staff.post(`${page}?event=${id}`, {
        intent: "confirm-traits",
        event: id,
        version: String(before.version),
        trait: "indoor",
      });
      expect((await rowOf(id)).traits).toEqual(["seated"]);
    },
  );

  it("find a confirmed trait in search and lists at once", async () => {
    const { id, version } = await play({ status: "approved", titleEn: "Quixotic Evening" });
    await rebuildSearch(deps.db);
    const found = async (query: string) =>
      (await askJson<{ items: { id: string }[] }>(`/events?${query}`)).body.items.map(
        (event) => event.id,
      );
    expect(await found("q=quixotic&trait=indoor")).not.toContain(id);
    await staff.post(`/admin/events?event=${id}`, {
      intent: "confirm-traits",
      event: id,
      version: String(version),
      trait: "indoor",
    });
    expect([await found("q=quixotic&trait=indoor"), await found("trait=indoor")]).toEqual([
      expect.arrayContaining([id]),
      expect.arrayContaining([id]),
    ]);
  });

  it("add no trait that was not proposed, and none while an edit waits", async () => {
    const { id, version } = await play({ status: "approved" });
    await staff.post(`/admin/events?event=${id}`, {
      intent: "confirm-traits",
      event: id,
      version: String(version),
      trait: "hearing-loop",
    });
    expect((await rowOf(id)).accessibility).toEqual([]);
    const other = await play({ status: "approved", creatorId: organizer.id });
    const values = { title: { en: "Another", fa: null } } as never;
    await deps.db.insert(eventRevisions).values({
      eventId: other.id,
      values,
      status: "pending",
      authorId: organizer.id,
      createdAt: 0,
      updatedAt: 0,
    });
    await staff.post(`/admin/events?event=${other.id}`, {
      intent: "confirm-traits",
      event: other.id,
      version: "2",
      trait: "indoor",
    });
    expect([(await rowOf(other.id)).traits, await deps.db.$count(eventRevisions)]).toEqual([[], 1]);
  });

  it("are the only ones who may confirm [S-135]", async () => {
    const { id, version } = await play({ status: "approved", creatorId: organizer.id });
    const answer = await organizer.post(`/admin/events?event=${id}`, {
      intent: "confirm-traits",
      event: id,
      version: String(version),
      trait: "indoor",
    });
    expect([answer.status >= 300, (await rowOf(id)).traits]).toEqual([true, []]);
  });
});

describe("the form of an event", () => {
  it("shows proposals as separate unticked boxes, and keeps confirmed ones", async () => {
    const { id } = await play({ status: "approved", creatorId: organizer.id, traits: ["quiet"] });
    const html = await (
      await organizer.get(`/events/${id}/edit`, { "Accept-Language": "en" })
    ).text();
    const ticks = [...html.matchAll(/<input[^>]*name="(?:traits|accessibility)"[^>]*>/g)].map(
      ([tag]) => tag,
    );
    const keyIn = (tag: string) => /value="([^"]+)"/.exec(tag)?.[1];
    expect(ticks.map(keyIn).sort()).toEqual([...TRAIT_KEYS].sort());
    expect(ticks.slice(0, 3).map(keyIn)).toEqual(SUGGESTED);
    expect(ticks.filter((tag) => tag.includes("checked")).map(keyIn)).toEqual(["quiet"]);
    expect(html).toContain("Suggested");
    const form = await formIn(html, 'form[enctype="multipart/form-data"]');
    expect(form.getAll("traits")).toEqual(["quiet"]);
  });

  it("shows errors in children's ages beside their field, and keeps the input", async () => {
    const html = await (await organizer.get("/events/create", { "Accept-Language": "en" })).text();
    const form = await formIn(html, 'form[enctype="multipart/form-data"]');
    form.set("title.en", "A Morning of Puppets");
    form.set("childAgeFrom", "9");
    form.set("childAgeTo", "۴");
    form.set("intent", "draft");
    const send = async () =>
      (await organizer.post("/events/create", form, { "Accept-Language": "en" })).text();
    expect(await send()).toContain("Tick “For children” too, or leave the ages empty.");
    form.append("traits", "for-children");
    const again = await send();
    expect(again).toContain("The oldest age must not be below the youngest.");
    expect(again).toMatch(/name="childAgeFrom"[^>]*value="9"|value="9"[^>]*name="childAgeFrom"/);
  });
});

describe("the page of an event", () => {
  it("shows confirmed traits in both languages, and never a proposal [S-136]", async () => {
    const { id } = await play({
      status: "approved",
      traits: ["indoor", "for-children"],
      childAgeFrom: 4,
      childAgeTo: 9,
      accessibility: ["wheelchair"],
      eventLanguage: "fa",
      proposedTraits: ["for-two", "hearing-loop"],
    });
    const [en, fa] = [await pageOf(`/events/${id}?lang=en`), await pageOf(`/events/${id}?lang=fa`)];
    for (const text of ["Indoors, For children (4 to 9 years)", "Wheelchair access", "Persian"])
      expect(en).toContain(text);
    for (const text of ["فضای بسته، مناسب کودکان (۴ تا ۹ سال)", "دسترسی با ویلچر", "فارسی"])
      expect(fa).toContain(text);
    for (const text of ["Good for two", "Hearing loop", "Seated", "for-two"])
      expect(en).not.toContain(text);
    const jsonLd = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(en)?.[1] ?? "null",
    );
    expect(jsonLd).toMatchObject({
      inLanguage: "fa",
      audience: {
        "@type": "PeopleAudience",
        audienceType: "Children",
        suggestedMinAge: 4,
        suggestedMaxAge: 9,
      },
      location: {
        amenityFeature: [
          { "@type": "LocationFeatureSpecification", name: "Wheelchair access", value: true },
        ],
      },
    });
  });
});

describe("the list of events", () => {
  it("has a box for each trait and removes it by its chip, without a script", async () => {
    const html = await pageOf("/events?trait=quiet,wheelchair&lang=en");
    const ticks = [...html.matchAll(/<input[^>]*name="trait"[^>]*>/g)].map(([tag]) => tag);
    expect(ticks).toHaveLength(TRAIT_KEYS.length);
    expect(ticks.filter((tag) => tag.includes("checked"))).toHaveLength(2);
    expect(html).toMatch(/href="\/events\?(lang=en&amp;)?trait=wheelchair/);
    expect(await pageOf("/events?trait=quiet&trait=seated&lang=fa")).toContain("با صندلی");
  });

  it("filters the page of a city too", async () => {
    const { id } = await play({
      status: "approved",
      traits: ["lively"],
      titleEn: "Kookily Lively",
    });
    expect(
      [
        await pageOf("/cities/tehran?trait=lively"),
        await pageOf("/cities/tehran?trait=beginner"),
      ].map((html) => html.includes(id)),
    ).toEqual([true, false]);
  });
});

describe("an ingestion", () => {
  it("proposes the traits of an answer, and publishes none of them", async () => {
    const moderator = await addActor(deps, "admin");
    const day = new Date(deps.clock.now() + 30 * DAY).toISOString().slice(0, 10);
    const entry = {
      title: "An Evening of Poems",
      description: "Poems are read by candlelight, and tea is served in the courtyard until late.",
      category: "Literature",
      date: day,
      time: "19:00",
      price: "free",
      venue: "Roudaki Hall",
      url: "https://poems.example/evening",
      traits: ["quiet", "wheelchair"],
    };
    const runId = await startRun(
      deps,
      moderator,
      startOf([entry], { metadata: { month: day.slice(0, 7), aiProvider: "claude" } }),
      null,
    );
    await processRun(deps, runId);
    const [candidate] = await deps.db
      .select()
      .from(ingestionCandidates)
      .where(eq(ingestionCandidates.runId, runId))
      .orderBy(asc(ingestionCandidates.position));
    const row = await rowOf(await approveCandidate(deps, moderator, candidate?.id ?? ""));
    expect(row).toMatchObject({ traits: [], accessibility: [] });
    expect(row.proposedTraits).toEqual(expect.arrayContaining(["quiet", "wheelchair", "for-two"]));
    expect(await (await staff.get(`/admin/events?event=${row.id}`)).text()).toContain(
      "confirm-traits",
    );
  });
});
