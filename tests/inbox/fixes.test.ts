import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { valuesOfEvent } from "../../app/modules/authoring/event-values.server";
import { citiesById } from "../../app/modules/cities/queries.server";
import type { EventRow } from "../../app/modules/events/list/list-events.server";
import { approveCandidate } from "../../app/modules/intake/ingestion/approve-candidates.server";
import { editCandidate } from "../../app/modules/intake/ingestion/edit-candidate.server";
import { applyFix, lookUpFix } from "../../app/modules/review/inbox/apply-fix.server";
import {
  derivedFixes,
  type FixableCase,
  type FixableKind,
  type FixInput,
  fixableCase,
  fixableLanguages,
} from "../../app/modules/review/inbox/fixes.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { eventRevisions, events, ingestionCandidates, ingestionRuns } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { requestContext } from "../helpers/request-context";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const INBOX = "/admin/inbox";
const RUN = "019b0000-0000-7000-e000-000000000009";
const CANDIDATE = "019b0000-0000-7000-e000-000000000010";
let deps: TestDeps;
let cityId: string;
let moderator: Actor;
let admin: Actor;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  ({ id: cityId } = await createCity(deps.db, {
    id: "019b0000-0000-7000-d000-000000000001",
    slug: "tehran",
    nameEn: "Tehran",
  }));
  [moderator, admin] = [await addActor(deps, "moderator"), await addActor(deps, "admin")];
});

const of = (actor: Actor) => requestContext(deps, { signedIn: actor });
const add = (changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    titleEn: "Old Radio Night",
    descriptionEn: "An hour and a half of radio songs.",
    venueEn: "Vahdat Hall",
    startsAt: deps.clock.now() + 20 * DAY,
    status: "pending",
    publishedAt: null,
    submittedAt: deps.clock.now() - DAY,
    ...changes,
  });
async function addCandidate(changes: object = {}): Promise<string> {
  const now = deps.clock.now();
  await deps.db.insert(ingestionRuns).values({
    id: RUN,
    cityId,
    month: "2027-01",
    provider: "other",
    categories: [],
    status: "completed",
    eventsCount: 1,
    idempotencyKey: "fixes",
    dueAt: now,
    creatorId: admin.id,
    createdAt: now,
    updatedAt: now,
  });
  const date = new Date(now + 20 * DAY).toISOString().slice(0, 10);
  const values = {
    title: "Jazz concert of winter",
    description: "An evening of songs.",
    date,
    time: "19:00",
    venue: "Vahdat Hall",
    free: true,
  };
  await deps.db.insert(ingestionCandidates).values({
    id: CANDIDATE,
    runId: RUN,
    position: 0,
    values: { ...values, ...changes },
    status: "pending_review",
    findings: [],
    localDay: date,
    createdAt: now,
    updatedAt: now,
  });
  return CANDIDATE;
}
const caseOf = async (actor: Actor, kind: FixableKind, id: string) =>
  (await fixableCase(of(actor), kind, id)) as FixableCase;
const fixesFor = async (actor: Actor, kind: FixableKind, id: string) =>
  derivedFixes(of(actor), await caseOf(actor, kind, id));
const take = async (actor: Actor, kind: FixableKind, id: string, fix: FixInput) =>
  applyFix(of(actor), { kind, id, version: (await caseOf(actor, kind, id)).version }, fix);
const eventOf = (id: string) => deps.db.select().from(events).where(eq(events.id, id)).get();
const candidate = async () =>
  (await deps.db
    .select()
    .from(ingestionCandidates)
    .where(eq(ingestionCandidates.id, CANDIDATE))
    .get()) as {
    values: Record<string, unknown>;
  };
const withModel = (answer: object) => {
  deps.drafter = {
    model: "test",
    async *ask() {
      yield JSON.stringify(answer);
    },
  };
};

describe("fixes of a case", () => {
  it("propose name and position of a place of the gazetteer, which one press takes; then nothing is left to propose", async () => {
    const { id } = await add();
    const [fix] = await fixesFor(moderator, "new", id);
    expect(fix).toMatchObject({
      name: "place",
      values: { venue: { en: "Vahdat Hall", fa: "تالار وحدت" } },
    });
    await take(moderator, "new", id, fix as FixInput);
    expect(await eventOf(id)).toMatchObject({ venueFa: "تالار وحدت", status: "pending" });
    expect((await eventOf(id))?.latitude).toBeCloseTo(35.7, 1);
    expect(await fixesFor(moderator, "new", id)).toEqual([]);
  });

  it("leave a neighbourhood alone, which is no spot, and events online", async () => {
    const { id } = await add({ venueEn: "Our small house", addressEn: "Tajrish" });
    expect(await fixesFor(moderator, "new", id)).toEqual([]);
    const { id: online } = await add({ attendance: "online", onlineUrl: "https://meet.example/x" });
    expect(await fixesFor(moderator, "new", online)).toEqual([]);
  });

  it("propose the category that a candidate’s title names", async () => {
    await addCandidate();
    const fix = (await fixesFor(admin, "candidate", CANDIDATE)).find(
      ({ name }) => name === "category",
    );
    expect(fix?.values).toEqual({ categories: ["Concert"] });
    await take(admin, "candidate", CANDIDATE, { values: fix?.values ?? {}, marks: [] });
    expect((await candidate()).values).toMatchObject({ category: "Concert" });
  });

  it("complete what an edit or a change at a source proposes, which stays as it was otherwise, up to the public event", async () => {
    withModel({ title: "شب رادیوی قدیمی" });
    for (const kind of ["edit", "source"] as const) {
      const { id } = await add({
        status: "approved",
        publishedAt: 1,
        venueEn: "A hall",
        categories: ["Concert"],
      });
      const [host, city] = [await addActor(deps), (await citiesById(deps)).get(cityId)];
      const values = {
        ...valuesOfEvent((await eventOf(id)) as EventRow, city),
        venue: { en: "Vahdat Hall", fa: null },
      };
      const sourceItemId = kind === "source" ? "019b0000-0000-7000-e000-000000000077" : null;
      await deps.db.insert(eventRevisions).values({
        eventId: id,
        authorId: host.id,
        values,
        sourceItemId,
        createdAt: 5,
        updatedAt: 5,
      });
      expect(await fixableCase(of(moderator), kind === "edit" ? "source" : "edit", id)).toBeNull();
      expect(await fixableLanguages(of(moderator), await caseOf(moderator, kind, id))).toEqual([]);
      expect(
        (await failureOf(lookUpFix(of(moderator), await caseOf(moderator, kind, id), "fa"))).code,
      ).toBe("not-found");
      const [fix] = await fixesFor(moderator, kind, id);
      expect(fix).toMatchObject({ name: "place", values: { venue: { fa: "تالار وحدت" } } });
      await take(moderator, kind, id, fix as FixInput);
      expect(
        await deps.db.select().from(eventRevisions).where(eq(eventRevisions.eventId, id)).get(),
      ).toMatchObject({
        ...{ authorId: host.id, sourceItemId, status: "pending", version: 2, createdAt: 5 },
        values: {
          title: { en: "Old Radio Night" },
          venue: { en: "Vahdat Hall", fa: "تالار وحدت" },
        },
      });
      expect(await eventOf(id)).toMatchObject({ venueEn: "A hall", latitude: null, version: 1 });
      expect(await fixesFor(moderator, kind, id)).toEqual([]);
      expect(
        (await failureOf(applyFix(of(moderator), { kind, id, version: 2 }, fix as FixInput))).code,
      ).toBe("conflict");
      await approveEvent(deps, moderator, id);
      expect(await eventOf(id)).toMatchObject({ venueEn: "Vahdat Hall", venueFa: "تالار وحدت" });
      expect(
        (await failureOf(applyFix(of(moderator), { kind, id, version: 3 }, fix as FixInput))).code,
      ).toBe("conflict");
    }
  });

  it("translate what lacks, marked until a person changes it, for events and for candidates up to the public", async () => {
    const { id } = await add();
    expect(await fixableLanguages(of(moderator), await caseOf(moderator, "new", id))).toEqual([]);
    withModel({
      title: "شب رادیوی قدیمی",
      description: "یک ساعت و نیم ترانه‌های رادیویی.",
      venue: "تالار وحدت",
    });
    expect(await fixableLanguages(of(moderator), await caseOf(moderator, "new", id))).toEqual([
      "fa",
    ]);
    const fix = await lookUpFix(of(moderator), await caseOf(moderator, "new", id), "fa");
    expect((await eventOf(id))?.titleFa).toBeNull();
    await take(moderator, "new", id, fix);
    expect(await eventOf(id)).toMatchObject({ titleFa: "شب رادیوی قدیمی" });
    expect((await eventOf(id))?.machineTranslated).toContain("title.fa");

    await addCandidate({ category: "Concert" });
    await take(
      admin,
      "candidate",
      CANDIDATE,
      await lookUpFix(of(admin), await caseOf(admin, "candidate", CANDIDATE), "fa"),
    );
    const published = await eventOf(await approveCandidate(deps, admin, CANDIDATE));
    expect(published).toMatchObject({
      titleEn: "Jazz concert of winter",
      titleFa: "شب رادیوی قدیمی",
    });
    expect(published?.machineTranslated).toEqual(
      expect.arrayContaining(["title.fa", "description.fa"]),
    );
  });

  it("lose the mark of a text that an editor of the candidate writes anew", async () => {
    withModel({ title: "شب جاز", description: "یک شب پر از آهنگ‌های زمستانی." });
    await addCandidate({ category: "Concert" });
    await take(
      admin,
      "candidate",
      CANDIDATE,
      await lookUpFix(of(admin), await caseOf(admin, "candidate", CANDIDATE), "fa"),
    );
    const { version } = await caseOf(admin, "candidate", CANDIDATE);
    await editCandidate(deps, admin, CANDIDATE, { version, titleFa: "شب جاز زمستان" });
    expect(
      (await eventOf(await approveCandidate(deps, admin, CANDIDATE)))?.machineTranslated,
    ).toEqual(["description.fa"]);
  });

  it("are refused for an old version, a decided case and values that are not valid, and change nothing then", async () => {
    const { id } = await add();
    const fix: FixInput = { values: { latitude: 35.7, longitude: 51.4 }, marks: [] };
    expect(
      (await failureOf(applyFix(of(moderator), { kind: "new", id, version: 7 }, fix))).code,
    ).toBe("conflict");
    expect(
      (await failureOf(applyFix(of(moderator), { kind: "new", id, version: null }, fix))).code,
    ).toBe("conflict");
    expect(
      (
        await failureOf(
          take(moderator, "new", id, { values: { title: { en: null, fa: null } }, marks: [] }),
        )
      ).code,
    ).toBe("invalid");
    const [one, two] = await Promise.allSettled([
      take(moderator, "new", id, fix),
      take(admin, "new", id, fix),
    ]);
    expect([one.status, two.status].sort()).toEqual(["fulfilled", "rejected"]);
    const { id: decided } = await add({ status: "approved", publishedAt: 1 });
    expect(
      (await failureOf(applyFix(of(moderator), { kind: "new", id: decided, version: 1 }, fix)))
        .code,
    ).toBe("conflict");
    const host = await addActor(deps);
    expect((await failureOf(applyFix(of(host), { kind: "new", id, version: 1 }, fix))).code).toBe(
      "forbidden",
    );
    expect(
      (await failureOf(applyFix(of(moderator), { kind: "candidate", id, version: 1 }, fix))).code,
    ).toBe("forbidden");
  });

  it("look for a picture on the source’s page, and say when there is none", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(
      (async () =>
        new Response("<title>A page</title>", {
          headers: { "Content-Type": "text/html" },
        })) as typeof fetch,
    );
    const { id } = await add({ ticketUrl: "https://rooydad-fixtures.org/night" });
    const subject = await caseOf(moderator, "new", id);
    expect(subject.page?.host).toBe("rooydad-fixtures.org");
    expect((await failureOf(lookUpFix(of(moderator), subject, "picture"))).code).toBe("invalid");
    vi.restoreAllMocks();
  });
});

describe("the fixes on the page", () => {
  let sara: Browser;
  beforeEach(async () => {
    sara = await signInAs(deps, "moderator", { displayName: "Sara" });
  });
  const textOf = async (path: string, lang = "en") =>
    (await sara.get(path, { "Accept-Language": lang })).text();
  const fieldIn = (html: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`)
      .exec(html.slice(html.indexOf("fixes")))?.[1]
      ?.replaceAll("&quot;", '"') ?? "";

  it("are used without JavaScript, raise the score, and cannot be used twice", async () => {
    const { id } = await add();
    const path = `${INBOX}?case=new-${id}`;
    const html = await textOf(path);
    expect(html).toContain("Proposed fixes");
    expect(await textOf(path, "fa")).toContain("پیشنهادها");
    const form = { intent: "use-fix", event: id, version: "1", value: fieldIn(html, "value") };
    expect(JSON.parse(form.value).values.latitude).toBeCloseTo(35.7, 1);
    const used = await sara.post(path, form);
    expect([used.status, used.headers.get("Location")]).toEqual([303, path]);
    expect((await eventOf(id))?.latitude).not.toBeNull();
    const version = (await eventOf(id))?.version;
    expect((await sara.post(path, form)).status).toBe(303);
    expect((await eventOf(id))?.version).toBe(version);
  });

  it("refuse forms that name other fields, another case or no JSON, and candidates to moderators", async () => {
    const { id } = await add();
    const path = `${INBOX}?case=new-${id}`;
    const form = { intent: "use-fix", event: id, version: "1" };
    for (const value of ['{"values":{"status":"approved"}}', '{"values":{"latitude":999}}', "[]"])
      expect((await sara.post(path, { ...form, value })).status).toBe(303);
    expect((await sara.post(path, { ...form, value: "{" })).status).toBe(400);
    expect((await sara.post(path, { ...form, event: CANDIDATE, value: "{}" })).status).toBe(400);
    expect((await sara.post(`${INBOX}?case=report-${id}`, { ...form, value: "{}" })).status).toBe(
      400,
    );
    expect((await sara.post(path, { ...form, intent: "find-fix", fix: "everything" })).status).toBe(
      400,
    );
    expect(await eventOf(id)).toMatchObject({ status: "pending", version: 1, latitude: null });
    await addCandidate({
      proposedTraits: ["quiet"],
      description: "A quiet evening, wheelchair access.",
    });
    const traits = { intent: "confirm-traits", event: CANDIDATE, version: "1", trait: ["quiet"] };
    expect((await sara.post(`${INBOX}?case=candidate-${CANDIDATE}`, traits)).status).toBe(403);
    const found = { ...form, event: CANDIDATE, value: '{"values":{"latitude":1,"longitude":1}}' };
    expect((await sara.post(`${INBOX}?case=candidate-${CANDIDATE}`, found)).status).toBe(403);
  });

  it("propose facets of a candidate, which become facts of its event once an editor confirms them", async () => {
    const mina = await signInAs(deps, "admin");
    await addCandidate({
      proposedTraits: ["quiet"],
      description: "Songs, with wheelchair access.",
      category: "Concert",
    });
    const path = `${INBOX}?case=candidate-${CANDIDATE}`;
    const html = await (await mina.get(path, { "Accept-Language": "en" })).text();
    expect([...html.matchAll(/name="trait"[^>]*value="([^"]*)"/g)].map(([, key]) => key)).toEqual(
      expect.arrayContaining(["quiet", "wheelchair"]),
    );
    const form = {
      intent: "confirm-traits",
      event: CANDIDATE,
      version: "1",
      trait: ["wheelchair", "lively"],
    };
    expect([
      (await mina.post(path, form)).headers.get("Location"),
      (await candidate()).values.confirmedTraits,
    ]).toEqual([path, ["wheelchair"]]);
    expect(await (await mina.get(path)).text()).not.toContain('name="trait"');
    await mina.post(path, { ...form, version: "2", trait: ["quiet"] });
    expect((await candidate()).values.confirmedTraits).toEqual(["wheelchair"]);
    expect(await eventOf(await approveCandidate(deps, admin, CANDIDATE))).toMatchObject({
      traits: [],
      accessibility: ["wheelchair"],
      proposedTraits: [],
    });
  });
});
