import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../app/lib/errors";
import type { Actor } from "../../app/lib/permissions";
import { changePlan, undoPlan } from "../../app/modules/authoring/change-plan.server";
import { createDraft, deleteEvent } from "../../app/modules/authoring/draft-commands.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent, withdrawEvent } from "../../app/modules/authoring/submit-event.server";
import { flagEvent } from "../../app/modules/review/moderation/flag-event.server";
import { mergeEvents } from "../../app/modules/review/moderation/merge-events.server";
import {
  approveEvent,
  rejectEvent,
} from "../../app/modules/review/moderation/moderate-event.server";
import { reopenEvent } from "../../app/modules/review/moderation/reopen-event.server";
import {
  restoreEvent,
  switchEvent,
} from "../../app/modules/review/moderation/restore-event.server";
import {
  cities,
  DECISION_ACTIONS,
  type DecisionAction,
  type EventStatus,
  eventDecisions,
  eventDrafts,
  eventFlags,
  eventSubmissions,
  events,
  facetCounts,
  trustEntries,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

/** Allowed transitions per action (decisions.md §3). */
const ALLOWED: Partial<Record<DecisionAction, readonly `${EventStatus} → ${EventStatus}`[]>> = {
  submit: ["draft → pending", "draft → approved", "rejected → pending", "rejected → approved"],
  withdraw: ["pending → draft"],
  approve: ["pending → approved", "flagged → approved"],
  reject: ["pending → rejected", "flagged → rejected"],
  flag: ["approved → flagged"],
  // Of an edit, the event stays as it is.
  reopen: ["rejected → pending", "rejected → flagged", "approved → approved"],
};

/** Seeded pseudo-random generator (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const STEPS = 300;
const EVENTS = 12;
const MERGES_FROM = 200;
let deps: TestDeps;
/** Actions that occurred under any seed. */
const seen = new Set<DecisionAction>();

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
});

/**
 * Timeout, ms: a few hundred commands per seed on a busy machine; a timed-out test would continue
 * beside the next.
 */
const MOST_MS = 180_000;

describe("random commands on events, in any order", () => {
  it.each([1, 2, 3, 4, 5, 6])(
    "keep statuses within the table and counters equal to recounts (seed %i)",
    async (seed) => {
      const random = randomOf(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
      const moderator = await addActor(deps, "moderator");
      const actors = [
        await addActor(deps, "user", 30),
        await addActor(deps, "user", 50),
        await addActor(deps, "user", 70),
        await addActor(deps, "user", -5),
        moderator,
        await addActor(deps, "admin"),
      ];
      const authors = new Map<string, Actor>();
      const changed = () => written({ price: Math.floor(random() * 10) * 10_000, currency: "IRR" });
      const actions: ((actor: Actor, id: string) => Promise<unknown>)[] = [
        async (actor) => {
          if (authors.size < EVENTS) authors.set(await createDraft(deps, actor, changed()), actor);
        },
        (actor, id) => submitEvent(deps, actor, id),
        (actor, id) => submitEvent(deps, actor, id),
        (actor, id) => withdrawEvent(deps, actor, id),
        (actor, id) => saveEvent(deps, actor, id, changed()),
        (actor, id) => saveEvent(deps, actor, id, changed()),
        (actor, id) => approveEvent(deps, actor, id),
        (actor, id) => approveEvent(deps, actor, id),
        (actor, id) => rejectEvent(deps, actor, id, "Not so."),
        (actor, id) => flagEvent(deps, actor, id, { reason: "other", note: null }, "203.0.113.7"),
        async (actor, id) =>
          void (await changePlan(deps, actor, id, {
            plan: pick(["reinstate", "postpone", "cancel"] as const),
            message: "A change of plan.",
          })),
        async (actor, id) => {
          const times = {
            startsAt: deps.clock.now() + (10 + Math.floor(random() * 300)) * 3_600_000,
            endsAt: null,
          };
          await changePlan(deps, actor, id, { plan: "move", message: "A change of plan.", times });
        },
        async (actor, id) => {
          await changePlan(deps, actor, id, { plan: "cancel", message: "A change of plan." });
          await undoPlan(deps, actor, id);
        },
        (actor, id) => saveEvent(deps, actor, id, changed()),
        (_, id) => approveEvent(deps, moderator, id),
        async (_, id) => {
          await rejectEvent(deps, moderator, id, "Not so.");
          await reopenEvent(deps, moderator, id);
        },
        (_, id) =>
          switchEvent(
            deps,
            moderator,
            id,
            pick(["feature", "unfeature", "activate", "deactivate"] as const),
          ),
        (actor, id) =>
          switchEvent(
            deps,
            actor,
            id,
            pick(["feature", "unfeature", "activate", "deactivate"] as const),
          ),
        (actor, id) => (random() < 0.1 ? deleteEvent(deps, actor, id) : Promise.resolve()),
      ];
      // A generator of its own, and late: merges reduce the events for all other actions.
      const ofMerges = randomOf(seed + 100);
      const merge = () => {
        const [keepId = "none", dropId = "none"] = [0, 1].map(
          () => [...authors.keys()][Math.floor(ofMerges() * authors.size)],
        );
        const taken = ofMerges() < 0.5 ? (["price"] as const) : [];
        return mergeEvents(deps, moderator, {
          keepId,
          dropId,
          taken,
          expectedVersions: { keep: null, drop: null },
        });
      };
      const restore = () =>
        restoreEvent(
          deps,
          moderator,
          [...authors.keys()][Math.floor(ofMerges() * authors.size)] ?? "none",
        );
      let refused = 0;
      for (let step = 0; step < STEPS; step += 1) {
        const together = Array.from({ length: random() < 0.3 ? 3 : 1 }, () => {
          const id = pick([...authors.keys()]) ?? "none";
          // Creators act on their own events more often.
          const actor = (random() < 0.4 ? authors.get(id) : undefined) ?? pick(actors);
          return pick(actions)(actor, id);
        });
        if (step >= MERGES_FROM && ofMerges() < 0.2) together.push(merge());
        if (step >= MERGES_FROM && ofMerges() < 0.2) together.push(restore());
        for (const outcome of await Promise.allSettled(together)) {
          if (outcome.status === "fulfilled") continue;
          // Only an AppError is an expected refusal; anything else is a bug.
          if (!(outcome.reason instanceof AppError)) throw outcome.reason;
          refused += 1;
        }
        deps.pass(1_800_000);
      }
      expect(refused).toBeGreaterThan(0);
      await expectSound();
    },
    MOST_MS,
  );

  it("include every permitted transition", () => {
    expect(DECISION_ACTIONS.filter((action) => !seen.has(action))).toEqual([]);
  });
});

async function expectSound(): Promise<void> {
  const { db } = deps;
  const decisions = await db
    .select()
    .from(eventDecisions)
    .orderBy(eventDecisions.createdAt, eventDecisions.id);
  for (const { action } of decisions) seen.add(action);
  const statuses = new Map<string, EventStatus>();
  for (const { eventId, action, fromStatus, toStatus } of decisions) {
    expect([eventId, action, fromStatus]).toEqual([
      eventId,
      action,
      statuses.get(eventId) ?? "draft",
    ]);
    const step = `${fromStatus} → ${toStatus}`;
    if (fromStatus === toStatus) expect(ALLOWED[action] ?? [step]).toContain(step);
    else expect(ALLOWED[action]).toContain(step);
    statuses.set(eventId, toStatus);
  }
  const all = await db.select().from(events);
  for (const event of all)
    expect([event.id, event.status]).toEqual([event.id, statuses.get(event.id)]);

  const drafts = await db.select().from(eventDrafts);
  expect(drafts.filter(({ id }) => all.some((event) => event.id === id))).toEqual([]);
  expect((await db.select().from(eventSubmissions)).map(({ eventId }) => eventId).sort()).toEqual(
    all.map(({ id }) => id).sort(),
  );

  for (const { id, status, flagCount } of all) {
    const open = await db
      .select()
      .from(eventFlags)
      .where(and(eq(eventFlags.eventId, id), isNull(eventFlags.outcome)));
    expect([id, flagCount]).toEqual([id, open.length]);
    if (status === "rejected") expect(open).toEqual([]);
  }

  const listed = all.filter(({ isListed }) => isListed);
  const [counts] = await db.select().from(facetCounts).where(eq(facetCounts.facet, "all"));
  expect(counts?.upcoming ?? 0).toBe(listed.filter(({ isOver }) => !isOver).length);
  const [city] = await db.select().from(cities);
  expect(city?.upcomingCount).toBe(listed.filter(({ isOver }) => !isOver).length);
  const indexed = await db.all<{ id: string }>(
    sql`SELECT event_id AS id FROM event_search ORDER BY event_id`,
  );
  expect(indexed.map(({ id }) => id)).toEqual(listed.map(({ id }) => id).sort());

  const people = await db.select().from(users);
  const entries = await db
    .select()
    .from(trustEntries)
    .where(
      inArray(
        trustEntries.userId,
        people.map(({ id }) => id),
      ),
    );
  for (const { id, trustScore } of people) {
    const sum = entries
      .filter(({ userId }) => userId === id)
      .reduce((total, { points }) => total + points, 0);
    expect([id, trustScore]).toEqual([id, Math.max(-50, Math.min(100, sum))]);
  }
}
