import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { MINUTE, SECOND } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { valuesOfEvent } from "../../app/modules/authoring/event-values.server";
import { citiesById } from "../../app/modules/cities/queries.server";
import { submissionAllowance } from "../../app/modules/identity/trust/submission-allowance.server";
import { listInbox } from "../../app/modules/review/inbox/list-inbox.server";
import { myDecisions } from "../../app/modules/review/inbox/my-decisions.server";
import { revertEntry } from "../../app/modules/review/inbox/revert-entry.server";
import {
  type NewDecision,
  scheduleDecisions,
  settleDecisions,
} from "../../app/modules/review/inbox/schedule-decision.server";
import { rejectEvent } from "../../app/modules/review/moderation/moderate-event.server";
import {
  auditEntries,
  type DecisionIntent,
  type DecisionValues,
  duplicatePairs,
  eventFlags,
  eventRevisions,
  events,
  type InboxKind,
  ingestionCandidates,
  ingestionRuns,
  mails,
  notifications,
  sourceProposals,
  sources,
  trustEntries,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createSource, createSourceItem } from "../factories/source";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const RUN = "019b0000-0000-7000-e000-000000000031";
const SOURCE = "019b0000-0000-7000-e000-000000000032";
const REASON = "Please say who plays.";

let deps: TestDeps;
let cityId: string;
let sara: Actor;
let host: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await deps.db.delete(sources);
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran" }));
  sara = await addActor(deps, "admin");
  host = await addActor(deps);
  const now = deps.clock.now();
  await createSource(deps, { id: SOURCE, cityId, creatorId: sara.id });
  await deps.db.insert(ingestionRuns).values({
    id: RUN,
    cityId,
    month: "2027-01",
    provider: "other",
    categories: [],
    status: "completed",
    eventsCount: 1,
    idempotencyKey: "my-decisions",
    dueAt: now,
    creatorId: sara.id,
    createdAt: now,
    updatedAt: now,
  });
});

const event = (titleEn: string, changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    titleEn,
    venueEn: "Vahdat Hall",
    descriptionEn: "An hour and a half of radio songs.",
    creatorId: host.id,
    startsAt: deps.clock.now() + 20 * DAY,
    ...changes,
  });
const pending = () =>
  event("A pending evening", {
    status: "pending",
    publishedAt: null,
    submittedAt: deps.clock.now() - DAY,
  });
const item = () => createSourceItem(deps, { sourceId: SOURCE, cityId });
const edit = async (isOfSource: boolean) => {
  const row = await event("An edited evening", { publishedAt: deps.clock.now() });
  await deps.db.insert(eventRevisions).values({
    eventId: row.id,
    authorId: host.id,
    values: { ...valuesOfEvent(row, (await citiesById(deps)).get(cityId)), price: 2_000_000 },
    sourceItemId: isOfSource ? await item() : null,
    createdAt: deps.clock.now(),
    updatedAt: deps.clock.now(),
  });
  return row.id;
};
const reported = async (status: "approved" | "flagged") => {
  const row = await event("A reported evening", { status, flagCount: 1, submittedAt: 1 });
  await deps.db.insert(eventFlags).values({
    eventId: row.id,
    userId: (await addActor(deps)).id,
    reason: "spam",
    createdAt: deps.clock.now(),
    weight: 1,
  });
  return row.id;
};
const proposal = async () => {
  const id = deps.ids.next();
  await deps.db.insert(sourceProposals).values({
    id,
    sourceId: SOURCE,
    itemId: await item(),
    eventId: (await event("A cancelled evening", { publishedAt: deps.clock.now() })).id,
    kind: "cancelled",
    createdAt: deps.clock.now(),
  });
  return id;
};
let position = 0;
const candidate = async (title = "Jazz of winter") => {
  const id = deps.ids.next();
  const now = deps.clock.now();
  const date = new Date(now + 20 * DAY).toISOString().slice(0, 10);
  const facts = { description: "Songs.", date, time: "19:00", venue: "Vahdat Hall", free: true };
  await deps.db.insert(ingestionCandidates).values({
    id,
    runId: RUN,
    position: position++,
    values: { title, ...facts },
    status: "pending_review",
    findings: [],
    localDay: date,
    createdAt: now,
    updatedAt: now,
  });
  return id;
};

interface Subject {
  id: string;
  values?: Partial<DecisionValues>;
}

/** A case of each kind with each decision, and whether it waits in the inbox once taken back. */
const DECISIONS: readonly (readonly [
  kind: InboxKind,
  intent: DecisionIntent,
  seed: () => Promise<Subject>,
  waitsAgain: boolean,
])[] = [
  ["new", "approve", async () => ({ id: (await pending()).id }), false],
  ["new", "reject", async () => ({ id: (await pending()).id }), true],
  [
    "new",
    "merge",
    async () => {
      const [drop, keep] = [await pending(), await event("A public evening")];
      return { id: drop.id, values: { dropId: drop.id, keepId: keep.id, taken: [] } };
    },
    true,
  ],
  ["edit", "approve", async () => ({ id: await edit(false) }), false],
  ["edit", "reject", async () => ({ id: await edit(false) }), true],
  ["report", "approve", async () => ({ id: await reported("flagged") }), false],
  ["report", "reject", async () => ({ id: await reported("flagged") }), true],
  ["reported", "approve", async () => ({ id: await reported("approved") }), true],
  ["candidate", "approve", async () => ({ id: await candidate() }), false],
  ["candidate", "reject", async () => ({ id: await candidate() }), true],
  [
    "candidate",
    "merge",
    async () => {
      const keep = await event("A public evening");
      return { id: await candidate(), values: { keepId: keep.id, taken: [] } };
    },
    true,
  ],
  ["source", "approve", async () => ({ id: await edit(true) }), false],
  ["plan", "approve", async () => ({ id: await proposal() }), true],
  ["plan", "reject", async () => ({ id: await proposal() }), true],
  [
    "duplicate",
    "keep",
    async () => {
      const [one, two] = [await event("Night of daf"), await event("Daf night")];
      const id = deps.ids.next();
      const [firstId = "", secondId = ""] = [one.id, two.id].sort();
      await deps.db
        .insert(duplicatePairs)
        .values({ id, firstId, secondId, score: 0.9, createdAt: deps.clock.now() });
      return { id, values: { keepId: firstId, dropId: secondId } };
    },
    true,
  ],
];

const waiting = async () =>
  (
    await listInbox(deps, sara, {
      only: [],
      cursor: null,
      cities: [],
      category: null,
      source: null,
      before: null,
      after: null,
      isReady: false,
    })
  ).rows.map(({ kind, id }) => `${kind} ${id}`);

/** Decides, and lets the time to undo pass. */
async function decide(kind: InboxKind, intent: DecisionIntent, { id, values }: Subject) {
  const reason = intent === "approve" && kind !== "plan" ? "" : REASON;
  const decision: NewDecision = {
    kind,
    subjectId: id,
    intent,
    title: "It",
    values: { reason, version: null, ...values },
  };
  const { ids } = await scheduleDecisions(deps, sara, [decision]);
  deps.pass(10 * SECOND);
  expect(await settleDecisions(deps)).toEqual({ decisions: 1, failed: 0 });
  await deps.settle();
  return ids[0] ?? "";
}
const mine = async (id: string) => (await myDecisions(deps, sara)).find((one) => one.id === id);

describe("“What I did”", () => {
  it.each(DECISIONS)("takes back what is in effect: %s, %s", async (kind, intent, seed, isBack) => {
    const subject = await seed();
    expect(await waiting()).toContain(`${kind} ${subject.id}`);
    const id = await decide(kind, intent, subject);
    expect(await waiting()).not.toContain(`${kind} ${subject.id}`);
    const decision = await mine(id);
    expect(decision).toMatchObject({ state: "done", entry: expect.any(String), final: null });
    await revertEntry(deps, sara, decision?.entry ?? "");
    await deps.settle();
    expect((await waiting()).includes(`${kind} ${subject.id}`)).toBe(isBack);
    expect(await mine(id)).toMatchObject({ entry: null, final: expect.any(String) });
    expect(await failureOf(revertEntry(deps, sara, decision?.entry ?? ""))).toMatchObject({
      code: "conflict",
    });
    const [entry] = await deps.db
      .select()
      .from(auditEntries)
      .where(
        eq(
          auditEntries.action,
          kind === "candidate" && isBack ? "candidate.reverted" : "event.reverted",
        ),
      );
    expect(entry?.metadata).toMatchObject({ entry: decision?.entry });
    // What came back is decided again.
    if (isBack) await decide(kind, intent, subject);
  });

  it("says why a decision stays: savers were told, a source's text is gone, the case has changed", async () => {
    const plan = await decide("plan", "approve", { id: await proposal() });
    const source = await decide("source", "reject", { id: await edit(true) });
    const { id: eventId } = await pending();
    const rejected = await decide("new", "reject", { id: eventId });
    deps.pass(2 * MINUTE);
    await deps.db.update(events).set({ status: "pending" }).where(eq(events.id, eventId));
    for (const [id, final] of [
      [plan, "told"],
      [source, "not-kept"],
      [rejected, "changed"],
    ] as const)
      expect(await mine(id)).toMatchObject({ state: "done", entry: null, final });
  });
});

describe("a rejection that is taken back", () => {
  const told = async () =>
    (await deps.db.select().from(notifications).where(eq(notifications.userId, host.id))).map(
      ({ kind }) => kind,
    );

  it("gives the points back, ends the wait for the next event, and tells the organizer once", async () => {
    await deps.db.insert(trustEntries).values({
      userId: host.id,
      kind: "adjustment",
      subject: "before",
      points: -30,
      createdAt: 1,
    });
    const score = async () =>
      (await deps.db.select().from(users).where(eq(users.id, host.id)).get())?.trustScore;
    const usual = await score();
    const { id } = await pending();
    const decision = await decide("new", "reject", { id });
    expect(await score()).toBe((usual ?? 0) - 10);
    const before = await submissionAllowance(deps, host);
    await revertEntry(deps, sara, (await mine(decision))?.entry ?? "");
    await deps.settle();
    expect(await score()).toBe(usual);
    expect([before.cooldownEndsAt, (await submissionAllowance(deps, host)).cooldownEndsAt]).toEqual(
      [expect.anything(), null],
    );
    expect(await told()).toEqual(["event-rejected", "event-reopened"]);
    const row = await deps.db.select().from(events).where(eq(events.id, id)).get();
    expect([row?.status, row?.rejectionReason]).toEqual(["pending", null]);
  });

  it("withdraws its email while it waits in the outbox, and opens the reports that it upheld", async () => {
    const id = await reported("flagged");
    const decision = await decide("report", "reject", { id });
    await deps.db.update(mails).set({ status: "pending" }).where(eq(mails.kind, "event-removed"));
    await revertEntry(deps, sara, (await mine(decision))?.entry ?? "");
    await deps.settle();
    expect(
      await deps.db.$count(mails, and(eq(mails.kind, "event-removed"), eq(mails.userId, host.id))),
    ).toBe(0);
    expect(await deps.db.$count(mails, eq(mails.kind, "event-reopened"))).toBe(1);
    const row = await deps.db.select().from(events).where(eq(events.id, id)).get();
    expect([row?.status, row?.flagCount]).toEqual(["flagged", 1]);
  });

  it("is the last one alone, and of an event that did not change", async () => {
    const { id } = await pending();
    const first = await decide("new", "reject", { id });
    const { entry } = (await mine(first)) ?? {};
    await revertEntry(deps, sara, entry ?? "");
    deps.pass(1);
    await rejectEvent(deps, sara, id, REASON);
    expect(await mine(first)).toMatchObject({ entry: null, final: "changed" });
  });
});
