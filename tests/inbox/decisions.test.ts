import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { SECOND } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { listInbox } from "../../app/modules/review/inbox/list-inbox.server";
import {
  type NewDecision,
  scheduleDecisions,
  settleDecisions,
  undoDecision,
} from "../../app/modules/review/inbox/schedule-decision.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import {
  auditEntries,
  domainEvents,
  eventDecisions,
  events,
  ingestionCandidates,
  ingestionRuns,
  notifications,
  scheduledDecisions,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const NO_FILTER = {
  only: [],
  cursor: null,
  cities: [],
  category: null,
  source: null,
  before: null,
  after: null,
  isReady: false,
} as const;

let deps: TestDeps;
let cityId: string;
let sara: Actor;
let host: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran" }));
  sara = await addActor(deps, "moderator");
  host = await addActor(deps);
});

const pending = (changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    creatorId: host.id,
    status: "pending",
    publishedAt: null,
    startsAt: deps.clock.now() + 20 * DAY,
    submittedAt: deps.clock.now() - DAY,
    ...changes,
  });
const decision = (subjectId: string, changes: Partial<NewDecision> = {}): NewDecision => ({
  kind: "new",
  subjectId,
  intent: "approve",
  title: "It",
  values: { reason: "", version: 1 },
  ...changes,
});
const schedule = async (actor: Actor, one: NewDecision) =>
  (await scheduleDecisions(deps, actor, [one])).ids[0] ?? "";
const statusOf = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get())?.status;
const stateOf = async (id: string) =>
  (await deps.db.select().from(scheduledDecisions).where(eq(scheduledDecisions.id, id)).get())
    ?.state;
const listed = async (actor: Actor) =>
  (await listInbox(deps, actor, NO_FILTER)).rows.map(({ id }) => id);

describe("a decision of the inbox", () => {
  it("is out of the list at once, and takes effect after ten seconds: nothing is sent or public before", async () => {
    const { id } = await pending();
    const made = await schedule(sara, decision(id));
    await deps.settle();
    expect(await listed(sara)).toEqual([]);
    expect(deps.sent).toContainEqual({ type: "decision.settle", id: made });
    deps.pass(9 * SECOND);
    expect(await settleDecisions(deps)).toEqual({ decisions: 0, failed: 0 });
    expect([
      await statusOf(id),
      await deps.db.$count(domainEvents),
      await deps.db.$count(notifications),
    ]).toEqual(["pending", 0, 0]);
    deps.pass(SECOND);
    expect(await settleDecisions(deps)).toEqual({ decisions: 1, failed: 0 });
    await deps.settle();
    expect([await statusOf(id), await stateOf(made)]).toEqual(["approved", "done"]);
    expect(await deps.db.$count(domainEvents)).toBe(2);
    expect(await settleDecisions(deps)).toEqual({ decisions: 0, failed: 0 });
    expect(await deps.db.$count(eventDecisions)).toBe(1);
  });

  it("that is undone in time never takes effect, is in the list again and in the audit log", async () => {
    const { id } = await pending();
    const made = await schedule(
      sara,
      decision(id, { intent: "reject", values: { reason: "No.", version: 1 } }),
    );
    await undoDecision(deps, sara, made);
    deps.pass(DAY);
    expect(await settleDecisions(deps)).toEqual({ decisions: 0, failed: 0 });
    expect([await statusOf(id), await deps.db.$count(domainEvents)]).toEqual(["pending", 0]);
    expect(await listed(sara)).toEqual([id]);
    expect((await deps.db.select().from(auditEntries))[0]).toMatchObject({
      action: "decision.undone",
      entity: "event",
      entityId: id,
    });
    expect(await failureOf(undoDecision(deps, sara, made))).toMatchObject({ code: "conflict" });
  });

  it("is undone by its moderator or an admin alone, and not after it took effect", async () => {
    const [mina, admin] = [await addActor(deps, "moderator"), await addActor(deps, "admin")];
    const { id } = await pending();
    const made = await schedule(sara, decision(id));
    expect(await failureOf(undoDecision(deps, mina, made))).toMatchObject({ code: "conflict" });
    await undoDecision(deps, admin, made);
    expect(await stateOf(made)).toBe("undone");
    const again = await schedule(sara, decision(id));
    deps.pass(10 * SECOND);
    await settleDecisions(deps);
    expect(await failureOf(undoDecision(deps, sara, again))).toMatchObject({ code: "conflict" });
    expect(await statusOf(id)).toBe("approved");
  });

  it("gives way to a colleague's later one, in the inbox and elsewhere, and its moderator is told", async () => {
    const mina = await addActor(deps, "moderator");
    const [one, two] = [await pending(), await pending({ titleEn: "Another" })];
    const first = await schedule(sara, decision(one.id));
    await schedule(
      mina,
      decision(one.id, { intent: "reject", values: { reason: "Why not.", version: 1 } }),
    );
    const overtaken = await schedule(
      sara,
      decision(two.id, { intent: "reject", values: { reason: "No.", version: 1 } }),
    );
    await approveEvent(deps, mina, two.id);
    deps.pass(10 * SECOND);
    expect(await settleDecisions(deps)).toEqual({ decisions: 2, failed: 1 });
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["rejected", "approved"]);
    expect([await stateOf(first), await stateOf(overtaken)]).toEqual(["replaced", "failed"]);
    expect(
      (await listInbox(deps, sara, NO_FILTER)).decided.map(({ state }) => state).sort(),
    ).toEqual(["failed", "replaced"]);
  });

  it("of a moderator who lost the role or changed after it was read is not carried out", async () => {
    const [one, two] = [await pending(), await pending({ titleEn: "Another" })];
    await schedule(sara, decision(one.id));
    await schedule(await addActor(deps, "moderator"), decision(two.id));
    await deps.db.update(users).set({ role: "user" }).where(eq(users.id, sara.id));
    await deps.db.update(events).set({ version: 2 }).where(eq(events.id, two.id));
    deps.pass(10 * SECOND);
    expect(await settleDecisions(deps)).toEqual({ decisions: 2, failed: 2 });
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(["pending", "pending"]);
  });

  it("is carried out once when several workers do so at the same time", async () => {
    const { id } = await pending();
    await schedule(sara, decision(id));
    deps.pass(10 * SECOND);
    await Promise.all(Array.from({ length: 5 }, () => settleDecisions(deps)));
    await deps.settle();
    expect([await statusOf(id), await deps.db.$count(eventDecisions)]).toEqual(["approved", 1]);
    expect((await deps.db.select().from(scheduledDecisions))[0]?.state).toBe("done");
  });
});

describe("a worker that carries decisions out", () => {
  /** Dies at its call of the database number `calls`: before it, or after it was carried out. */
  const dying = (calls: number, isAfter: boolean): TestDeps => {
    let left = calls;
    const die = () => {
      throw new Error("The worker has died.");
    };
    const db = new Proxy(deps.db, {
      get(target, name, receiver) {
        if (!["batch", "select", "update", "insert", "delete"].includes(String(name)))
          return Reflect.get(target, name, receiver);
        if (left <= 0) die();
        left -= 1;
        const found = Reflect.get(target, name, receiver);
        return isAfter && left === 0 && name === "batch"
          ? (...given: never[]) => found.apply(target, given).then(die)
          : found;
      },
    });
    return { ...deps, db };
  };

  it.each([
    ["approve", "approved"],
    ["reject", "rejected"],
  ] as const)(
    "may die at every step: to %s takes effect once",
    async (intent, status) => {
      const reason = intent === "reject" ? "No." : "";
      let steps = 0;
      for (const isAfter of [false, true])
        for (let calls = 1; calls <= 40; calls++) {
          const { id } = await pending({ titleEn: `Event ${isAfter} ${calls}` });
          const made = await schedule(
            sara,
            decision(id, { intent, values: { reason, version: 1 } }),
          );
          deps.pass(10 * SECOND);
          const isAlive = await settleDecisions(dying(calls, isAfter)).then(
            ({ decisions, failed }) => decisions === 1 && failed === 0,
            () => false,
          );
          await settleDecisions(deps);
          await settleDecisions(deps);
          const taken = await deps.db.$count(eventDecisions, eq(eventDecisions.eventId, id));
          const told = await deps.db.$count(domainEvents, eq(domainEvents.eventId, id));
          expect([calls, await statusOf(id), await stateOf(made), taken, told]).toEqual([
            calls,
            status,
            "done",
            1,
            intent === "approve" ? 2 : 1,
          ]);
          if (isAlive) break;
          steps += 1;
        }
      expect(steps).toBeGreaterThan(6);
    },
    120_000,
  );
});

describe("the inbox", () => {
  it("has every kind in one queue, oldest first, candidates for admins alone", async () => {
    const admin = await addActor(deps, "admin");
    const now = deps.clock.now();
    const run = {
      id: deps.ids.next(),
      cityId,
      month: "2026-12",
      provider: "other" as const,
      categories: [],
      eventsCount: 1,
      idempotencyKey: "k",
      dueAt: now,
    };
    await deps.db
      .insert(ingestionRuns)
      .values({ ...run, creatorId: admin.id, createdAt: now, updatedAt: now });
    const candidate = {
      id: deps.ids.next(),
      runId: run.id,
      position: 0,
      status: "pending_review" as const,
    };
    await deps.db.insert(ingestionCandidates).values({
      ...candidate,
      values: { title: "Found", category: "Concert" },
      findings: [],
      createdAt: now - 2 * DAY,
      updatedAt: now,
    });
    const fresh = await pending();
    const flagged = await createEvent(deps.db, {
      cityId,
      status: "flagged",
      startsAt: now + DAY,
      updatedAt: now - 3 * DAY,
    });
    expect(await listed(admin)).toEqual([flagged.id, candidate.id, fresh.id]);
    expect(await listed(sara)).toEqual([flagged.id, fresh.id]);
    const only = async (filter: object) =>
      (await listInbox(deps, admin, { ...NO_FILTER, ...filter })).rows.map(({ id }) => id);
    expect(await only({ only: ["candidate"] })).toEqual([candidate.id]);
    expect(await only({ source: "people" })).toEqual([flagged.id, fresh.id]);
    expect(await only({ source: "ingestion" })).toEqual([candidate.id]);
    expect(await only({ cities: ["another"] })).toEqual([]);
    expect(await only({ before: now - 2.5 * DAY })).toEqual([flagged.id]);
    expect((await listInbox(deps, admin, NO_FILTER)).counts).toMatchObject({
      new: 1,
      report: 1,
      candidate: 1,
      edit: 0,
    });
    const categories = async () =>
      (await listInbox(deps, admin, { ...NO_FILTER, only: ["candidate"] })).rows.map(
        ({ categories }) => categories,
      );
    expect(await categories()).toEqual([["Concert"]]);
    await deps.db.update(ingestionCandidates).set({ values: { title: "Found" } });
    expect(await categories()).toEqual([[]]);
  });

  it("tells what one press from publishable is: complete, without a namesake", async () => {
    const complete = {
      imageUrl: "/media/p.webp",
      titleFa: "شب تار",
      latitude: 35.7,
      longitude: 51.4,
      descriptionEn:
        "A long evening of music with two players, and what they say about it between the pieces.",
    };
    const good = await pending(complete);
    await pending({ titleEn: "Without a picture", ...complete, imageUrl: null });
    expect(
      (await listInbox(deps, sara, { ...NO_FILTER, isReady: true })).rows.map(({ id }) => id),
    ).toEqual([good.id]);
  });
});
