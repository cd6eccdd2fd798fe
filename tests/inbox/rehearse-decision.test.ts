import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { rehearseDecision } from "../../app/modules/review/inbox/schedule-decision.server";
import {
  auditEntries,
  domainEvents,
  eventDecisions,
  events,
  mails,
  notifications,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let sara: Actor;
let drop: { id: string };
let keep: { id: string };

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  const { id: cityId } = await createCity(deps.db, { slug: "tehran" });
  sara = await addActor(deps, "moderator");
  const host = await addActor(deps);
  const add = (changes: Partial<typeof events.$inferInsert>) =>
    createEvent(deps.db, {
      cityId,
      creatorId: host.id,
      startsAt: deps.clock.now() + 20 * 86_400_000,
      ...changes,
    });
  keep = await add({ status: "approved" });
  drop = await add({ status: "pending", publishedAt: null, submittedAt: 1 });
});

/** Everything that a decision could write. */
const written = async () => [
  await deps.db.select().from(events).orderBy(events.id),
  ...(await Promise.all(
    [auditEntries, domainEvents, eventDecisions, mails, notifications].map((table) =>
      deps.db.$count(table),
    ),
  )),
];
const rejected = (version: number) => ({
  kind: "new" as const,
  subjectId: drop.id,
  intent: "reject" as const,
  values: { reason: "There is no such hall.", version },
});
const merged = (keepVersion: number) => ({
  kind: "new" as const,
  subjectId: drop.id,
  intent: "merge" as const,
  values: { reason: "", version: 1, dropId: drop.id, keepId: keep.id, keepVersion, taken: [] },
});

describe("a rehearsed decision", () => {
  it("to reject or to merge writes nothing, and fails as its command would", async () => {
    const before = await written();
    for (const decision of [rejected(1), merged(1)]) await rehearseDecision(deps, sara, decision);
    for (const decision of [rejected(7), merged(7)])
      expect(await failureOf(rehearseDecision(deps, sara, decision))).toMatchObject({
        code: "conflict",
      });
    expect(await written()).toEqual(before);
  });
});
