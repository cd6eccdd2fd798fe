import { desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { deleteEvent } from "../../app/modules/authoring/draft-commands.server";
import { valuesOfEvent } from "../../app/modules/authoring/event-values.server";
import { citiesById } from "../../app/modules/cities/queries.server";
import type { EventRow } from "../../app/modules/events/list/list-events.server";
import { inversesOf } from "../../app/modules/review/inbox/inverses.server";
import { revertEntry } from "../../app/modules/review/inbox/revert-entry.server";
import { mergeEvents } from "../../app/modules/review/moderation/merge-events.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { clearReports, reopenReports } from "../../app/modules/review/moderation/reports.server";
import { switchEvent } from "../../app/modules/review/moderation/restore-event.server";
import { auditEntries, eventFlags, eventRevisions, events, notifications } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
let deps: TestDeps;
let sara: Actor;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran" }));
  sara = await addActor(deps, "admin");
});

const add = (changes: Partial<typeof events.$inferInsert> = {}) =>
  createEvent(deps.db, {
    cityId,
    descriptionEn: "An evening of music with two players.",
    status: "approved",
    startsAt: deps.clock.now() + 20 * DAY,
    ...changes,
  });
const eventOf = async (id: string) => deps.db.select().from(events).where(eq(events.id, id)).get();
const entryOf = async (action: string) => {
  const entry = await deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, action))
    .orderBy(desc(auditEntries.id))
    .get();
  if (!entry) throw new Error(action);
  return { ...entry, source: entry.source ?? "server" };
};
const canRevert = async (action: string) =>
  (await inversesOf(deps, sara, [await entryOf(action)])).size === 1;

describe("an entry of the audit log", () => {
  it.each([
    ["event.deactivated", "deactivate", "isActive", true],
    ["event.featured", "feature", "isFeatured", false],
  ] as const)(
    "of %s is reverted once, with an entry that names it",
    async (action, name, field, was) => {
      const { id } = await add();
      await switchEvent(deps, sara, id, name);
      const entry = await entryOf(action);
      await revertEntry(deps, sara, entry.id);
      expect((await eventOf(id))?.[field]).toBe(was);
      expect((await entryOf("event.reverted")).metadata).toEqual({ entry: entry.id, action });
      expect(await failureOf(revertEntry(deps, sara, entry.id))).toMatchObject({
        code: "conflict",
      });
    },
  );

  it("of an approval hides the event, and its host is told", async () => {
    const host = await addActor(deps);
    const { id } = await add({
      status: "pending",
      publishedAt: null,
      creatorId: host.id,
      submittedAt: deps.clock.now(),
    });
    await approveEvent(deps, sara, id);
    await revertEntry(deps, sara, (await entryOf("event.approved")).id);
    await deps.settle();
    expect((await eventOf(id))?.isListed).toBe(false);
    expect((await deps.db.select().from(notifications)).map(({ kind }) => kind)).toContain(
      "event-hidden",
    );
    expect(await canRevert("event.approved")).toBe(false);
  });

  it("of an accepted edit restores the values that it changed, unless they have changed since", async () => {
    const { id } = await add({ venueEn: "Vahdat Hall" });
    const edit = async (venue: string) => {
      const event = (await eventOf(id)) as EventRow;
      const values = {
        ...valuesOfEvent(event, (await citiesById(deps)).get(cityId)),
        venue: { en: venue, fa: null },
      };
      await deps.db
        .insert(eventRevisions)
        .values({ eventId: id, authorId: sara.id, values, createdAt: 1, updatedAt: 1 });
      await approveEvent(deps, sara, id);
    };
    await edit("Niavaran Hall");
    const first = await entryOf("event.revision-accepted");
    deps.pass(1);
    await edit("Rudaki Hall");
    expect((await inversesOf(deps, sara, [first])).size).toBe(0);
    await revertEntry(deps, sara, (await entryOf("event.revision-accepted")).id);
    expect((await eventOf(id))?.venueEn).toBe("Niavaran Hall");
    await revertEntry(deps, sara, first.id);
    expect((await eventOf(id))?.venueEn).toBe("Vahdat Hall");
  });

  it("of a deletion or a merge brings the event back within 30 days", async () => {
    const [gone, kept, merged] = [
      await add(),
      await add({ titleEn: "Kept" }),
      await add({ titleEn: "Merged" }),
    ];
    await mergeEvents(deps, sara, {
      keepId: kept.id,
      dropId: merged.id,
      taken: [],
      expectedVersions: { keep: null, drop: null },
    });
    await revertEntry(deps, sara, (await entryOf("event.merged")).id);
    expect((await eventOf(merged.id))?.deletedAt).toBeNull();
    await deleteEvent(deps, sara, gone.id);
    expect(await canRevert("event.deleted")).toBe(true);
    deps.pass(30 * DAY);
    expect(await canRevert("event.deleted")).toBe(false);
  });

  it("of dismissed reports opens exactly those again, once, while the event is as it was", async () => {
    const { id } = await add();
    const report = async () => {
      const { id: userId } = await addActor(deps);
      await deps.db
        .insert(eventFlags)
        .values({ eventId: id, userId, reason: "spam", note: null, createdAt: 1, weight: 0.5 });
      await deps.db.update(events).set({ flagCount: 1 }).where(eq(events.id, id));
      return userId;
    };
    const outcomes = async () =>
      new Map(
        (await deps.db.select().from(eventFlags)).map(({ userId, outcome }) => [userId, outcome]),
      );
    const first = await report();
    await clearReports(deps, sara, id);
    deps.pass(1);
    const second = await report();
    await clearReports(deps, sara, id);
    const entry = await entryOf("event.reports-cleared");
    expect(entry.metadata).toEqual({ accounts: [second] });
    await revertEntry(deps, sara, entry.id);
    expect(await outcomes()).toEqual(
      new Map([
        [first, "cleared"],
        [second, null],
      ]),
    );
    expect((await eventOf(id))?.flagCount).toBe(1);
    expect((await entryOf("event.reverted")).metadata).toEqual({
      entry: entry.id,
      action: "event.reports-cleared",
    });
    expect(await failureOf(revertEntry(deps, sara, entry.id))).toMatchObject({ code: "conflict" });
    await clearReports(deps, sara, id);
    const event = await eventOf(id);
    const stale = { event: { id, version: (event?.version ?? 0) - 1 }, accounts: [second] };
    const record = { actorId: sara.id, action: "event.reverted", entity: "event", entityId: id };
    expect(await failureOf(reopenReports(deps, sara, stale, record))).toMatchObject({
      code: "conflict",
    });
    expect((await outcomes()).get(second)).toBe("cleared");
    await deps.db.update(events).set({ status: "flagged" }).where(eq(events.id, id));
    expect(await canRevert("event.reports-cleared")).toBe(false);
  });

  it("that a client has reported is not reverted, nor by who may not", async () => {
    const { id } = await add();
    await switchEvent(deps, sara, id, "deactivate");
    const entry = await entryOf("event.deactivated");
    expect((await inversesOf(deps, sara, [{ ...entry, source: "client" }])).size).toBe(0);
    expect(await failureOf(revertEntry(deps, await addActor(deps), entry.id))).toMatchObject({
      code: "forbidden",
    });
  });
});
