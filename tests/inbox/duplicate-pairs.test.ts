import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE } from "../../app/lib/dates/durations";
import { proposePairs } from "../../app/modules/events/duplicates/propose-pairs.server";
import { settleDecisions } from "../../app/modules/review/inbox/schedule-decision.server";
import {
  collectionEvents,
  collections,
  duplicatePairs,
  events,
  ingestionCandidates,
  ingestionRuns,
  scheduledDecisions,
} from "../../db/schema";
import { createEvent } from "../factories/event";
import { settleNow } from "../helpers/settle-now";
import { type Browser, moderatorOfTehran, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const INBOX = "/admin/inbox";
let deps: TestDeps;
let sara: Browser;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps(Date.now());
  ({ sara, cityId } = await moderatorOfTehran(deps));
});

const add = (changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    titleEn: "One Hundred Dafs at Azadi Square",
    venueEn: "Azadi Square",
    descriptionEn: "A hundred players in one square.",
    startsAt: deps.clock.now() + 20 * DAY,
    status: "approved",
    ...changes,
  });
const textOf = async (path: string) =>
  (await (await sara.get(path, { "Accept-Language": "en" })).text())
    .replace(/<script\b[\s\S]*?<\/script>|<head>[\s\S]*?<\/head>/g, "")
    .replaceAll("<!-- -->", "");
const eventOf = async (id: string) =>
  (await deps.db
    .select()
    .from(events)
    .where(eq(events.id, id))
    .get()) as typeof events.$inferSelect;

/** The second confirmation of a decision, with its contents. */
const cardsIn = (html: string) =>
  /role="alert"[\s\S]*?<\/ul>/.exec(html.replaceAll("<!-- -->", ""))?.[0] ?? "";

describe("the nightly comparison", () => {
  it("proposes pairs of public events once, none that are judged distinct, and drops those of events that are gone", async () => {
    const [one, two] = [await add(), await add({ descriptionEn: "Another text." })];
    await add({ status: "pending" });
    await add({ titleEn: "A Quiet Talk", venueEn: "Elsewhere" });
    expect(await proposePairs(deps)).toEqual({ pairs: 1 });
    expect(await proposePairs(deps)).toEqual({ pairs: 0 });
    const [pair] = await deps.db.select().from(duplicatePairs);
    expect([pair?.firstId, pair?.secondId].sort()).toEqual([one.id, two.id].sort());
    expect(pair?.score).toBeGreaterThan(0.9);
    const keepBoth = {
      intent: "keep-both",
      event: pair?.id ?? "",
      keep: one.id,
      duplicate: two.id,
    };
    const asked = await sara.post(`${INBOX}?case=duplicate-${pair?.id}`, keepBoth, {
      "Accept-Language": "en",
    });
    const question = await asked.text();
    expect([asked.status, question]).toEqual([409, expect.stringContaining("Keep both anyway")]);
    expect(cardsIn(question)).toContain(`href="/events/${two.id}"`);
    await sara.post(`${INBOX}?case=duplicate-${pair?.id}`, { ...keepBoth, confirmed: two.id });
    expect(await textOf(`${INBOX}?kind=duplicate`)).toContain("Nothing of this kind");
    await deps.db.update(events).set({ deletedAt: deps.clock.now() }).where(eq(events.id, two.id));
    await proposePairs(deps);
    expect(await deps.db.$count(duplicatePairs)).toBe(0);
  });
});

describe("a pair in the inbox", () => {
  it("stands side by side, and is merged with the chosen values after the time to undo, without JavaScript", async () => {
    const [one, two] = [await add({ price: 100 }), await add({ titleFa: "صد دف", price: 250 })];
    const id = deps.ids.next();
    await deps.db.insert(collections).values({
      id,
      ownerId: sara.id,
      name: "Mine",
      color: "firoozeh",
      icon: "heart",
      createdAt: 1,
      updatedAt: 1,
    } as typeof collections.$inferInsert);
    await deps.db.insert(collectionEvents).values({
      collectionId: id,
      eventId: two.id,
      position: 0,
      createdAt: 1,
    } as typeof collectionEvents.$inferInsert);
    await proposePairs(deps);
    const [pair] = await deps.db.select().from(duplicatePairs);
    const path = `${INBOX}?case=duplicate-${pair?.id}`;
    const html = await textOf(path);
    expect(html).toMatch(/Two events, 9\d% alike|Two events, 100% alike/);
    expect(html).toContain('name="take:price"');
    expect(html).toContain('name="take:title"');
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
    const form = Object.fromEntries(
      ["event", "title", "keep", "keepVersion", "duplicate", "version"].map((name) => [
        name,
        field(name),
      ]),
    );
    const [keep, drop] = [form.keep ?? "", form.duplicate ?? ""];
    expect([keep, drop].sort()).toEqual([one.id, two.id].sort());
    const posted = await sara.post(path, {
      intent: "merge",
      ...form,
      "take:price": "drop",
      "take:title": "keep",
    });
    expect(posted.status).toBe(303);
    expect((await eventOf(drop)).deletedAt).toBeNull();
    expect(await textOf(INBOX)).toContain("Merged:");
    const price = (await eventOf(drop)).price;
    deps.pass(MINUTE);
    await settleDecisions(deps);
    expect((await deps.db.select().from(scheduledDecisions)).map(({ state }) => state)).toEqual([
      "done",
    ]);
    expect([(await eventOf(drop)).deletedAt !== null, (await eventOf(keep)).price]).toEqual([
      true,
      price,
    ]);
    expect((await deps.db.select().from(collectionEvents)).map(({ eventId }) => eventId)).toEqual([
      keep,
    ]);
    expect(await textOf(path)).toContain("no longer needs a decision");
  });

  it("is not decided in any other way", async () => {
    await add();
    await add({ descriptionEn: "Another text." });
    await proposePairs(deps);
    const id = (await deps.db.select().from(duplicatePairs))[0]?.id ?? "";
    expect(
      (
        await sara.post(`${INBOX}?case=duplicate-${id}`, {
          intent: "approve",
          event: id,
          title: "x",
        })
      ).status,
    ).toBe(400);
    expect(
      (await sara.post(INBOX, { intent: "batch-approve", chosen: `duplicate-${id}` })).status,
    ).toBe(400);
  });
});

describe("a new event that is almost certainly another one", () => {
  it("is published after a second confirmation with the other one shown, alone and not among many", async () => {
    const [other] = [await add(), await add({ titleEn: "A Quiet Talk", venueEn: "Elsewhere" })];
    const fresh = await add({
      status: "pending",
      publishedAt: null,
      submittedAt: deps.clock.now(),
      descriptionEn: "Another text.",
    });
    const path = `${INBOX}?case=new-${fresh.id}`;
    const approve = { intent: "approve", event: fresh.id, title: "It", version: "1" };
    const asked = await sara.post(path, approve, { "Accept-Language": "en" });
    const html = await asked.text();
    expect([asked.status, html]).toEqual([409, expect.stringContaining("Publish anyway")]);
    expect(html).toContain(`name="confirmed" value="${other.id}"`);
    for (const shown of [
      "<img",
      `href="/events/${other.id}"`,
      "One Hundred Dafs",
      "Azadi Square",
      "Tehran",
      "Approved",
    ])
      expect(cardsIn(html)).toContain(shown);
    const inPersian = await (await sara.post(path, approve, { "Accept-Language": "fa" })).text();
    for (const shown of [`href="/events/${other.id}"`, "۹۰٪", "تأییدشده"])
      expect(cardsIn(inPersian)).toContain(shown);
    const many = {
      intent: "batch-approve",
      chosen: `new-${fresh.id}`,
      [`title:new-${fresh.id}`]: "One Hundred Dafs",
    };
    expect((await sara.post(INBOX, many)).status).toBe(409);
    expect((await sara.post(path, { ...approve, confirmed: "another" })).status).toBe(409);
    expect(await deps.db.$count(scheduledDecisions)).toBe(0);
    expect((await sara.post(path, { ...approve, confirmed: other.id })).status).toBe(303);
    expect(await deps.db.$count(scheduledDecisions)).toBe(1);
  });
});

describe("a flagged event that is almost certainly another one", () => {
  it("is made public after a second confirmation with the other one shown, in the inbox and on its own page", async () => {
    const other = await add();
    const fresh = await add({ status: "flagged", flagCount: 1, descriptionEn: "Another text." });
    const approve = { intent: "approve", event: fresh.id, title: "It", version: "1" };
    for (const path of [
      `${INBOX}?case=report-${fresh.id}`,
      `/admin/flagged-events?event=${fresh.id}`,
    ]) {
      const asked = await sara.post(path, approve, { "Accept-Language": "en" });
      const html = await asked.text();
      expect([path, asked.status, html]).toEqual([
        path,
        409,
        expect.stringContaining("Publish anyway"),
      ]);
      expect(html).toContain(`name="confirmed" value="${other.id}"`);
      expect(cardsIn(html)).toContain(`href="/events/${other.id}"`);
    }
    expect([(await eventOf(fresh.id)).status, await deps.db.$count(scheduledDecisions)]).toEqual([
      "flagged",
      0,
    ]);
    const confirmed = { ...approve, confirmed: other.id };
    expect((await sara.post(`${INBOX}?case=report-${fresh.id}`, confirmed)).status).toBe(303);
    await settleNow(deps);
    expect((await eventOf(fresh.id)).status).toBe("approved");
  });
});

describe("the page of pending events", () => {
  it("asks twice before it publishes an event beside its double or keeps both", async () => {
    const other = await add();
    const fresh = await add({
      status: "pending",
      publishedAt: null,
      submittedAt: deps.clock.now(),
      descriptionEn: "Another text.",
    });
    const path = `/admin/pending-events?event=${fresh.id}`;
    for (const intent of ["approve", "keep-both"]) {
      const asked = await sara.post(
        path,
        { intent, event: fresh.id, duplicate: other.id, title: "It" },
        { "Accept-Language": "en" },
      );
      expect([asked.status, cardsIn(await asked.text())]).toEqual([
        409,
        expect.stringContaining(`href="/events/${other.id}"`),
      ]);
    }
    expect((await eventOf(fresh.id)).status).toBe("pending");
    const keep = { intent: "keep-both", event: fresh.id, duplicate: other.id, confirmed: other.id };
    expect((await sara.post(path, keep)).status).toBe(303);
    expect(
      (await sara.post(path, { intent: "approve", event: fresh.id, title: "It" })).status,
    ).toBe(303);
  });
});

describe("two candidates of one event", () => {
  const find = async (admin: Browser) => {
    const now = deps.clock.now();
    const runId = deps.ids.next();
    await deps.db.insert(ingestionRuns).values({
      id: runId,
      cityId,
      month: "2026-12",
      provider: "other",
      categories: [],
      eventsCount: 2,
      idempotencyKey: runId,
      dueAt: now,
      creatorId: admin.id,
      createdAt: now,
      updatedAt: now,
    });
    const [first, second] = [deps.ids.next(), deps.ids.next()];
    const values = {
      title: "One Hundred Dafs",
      category: "Concert",
      date: null,
      time: null,
      tags: [],
      origin: {},
      confidence: {},
      issues: [],
    };
    const of = { runId, status: "pending_review" as const, createdAt: now, updatedAt: now };
    await deps.db.insert(ingestionCandidates).values([
      { ...of, id: first, position: 0, values: values, findings: [] },
      {
        ...of,
        id: second,
        position: 1,
        values: { ...values, venue: "Azadi Square" },
        findings: [{ code: "duplicate-candidate", field: null, candidate: first, score: 0.95 }],
      },
    ]);
    return [first, second] as const;
  };

  it("are one case each, that shows the other: asked twice, kept apart, or joined after the time to undo", async () => {
    const admin = await signInAs(deps, "admin");
    const [first, second] = await find(admin);
    const path = `${INBOX}?case=candidate-${second}`;
    const html = await (await admin.get(path, { "Accept-Language": "en" })).text();
    expect(html).toContain('name="ofCandidate"');
    expect(html).toContain(`/admin/ai-ingestion/candidates/${first}`);
    const asked = await admin.post(
      path,
      { intent: "approve", event: second, title: "It" },
      { "Accept-Language": "en" },
    );
    expect([asked.status, cardsIn(await asked.text())]).toEqual([
      409,
      expect.stringContaining(`candidates/${first}`),
    ]);
    expect(
      (
        await admin.post(path, {
          intent: "keep-both",
          event: second,
          duplicate: first,
          title: "It",
        })
      ).status,
    ).toBe(409);
    const merged = await admin.post(path, {
      intent: "merge",
      event: second,
      duplicate: first,
      ofCandidate: "1",
      title: "It",
      version: "1",
    });
    expect(merged.status).toBe(303);
    deps.pass(MINUTE);
    await settleDecisions(deps);
    const rows = new Map(
      (await deps.db.select().from(ingestionCandidates)).map((row) => [row.id, row]),
    );
    expect([rows.get(first)?.status === "rejected", rows.get(second)?.status]).toEqual([
      false,
      "rejected",
    ]);
    expect(rows.get(first)?.values).toMatchObject({ venue: "Azadi Square" });
  });
});
