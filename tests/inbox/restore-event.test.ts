import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { deleteEvent } from "../../app/modules/authoring/draft-commands.server";
import { mergeEvents } from "../../app/modules/review/moderation/merge-events.server";
import {
  listDeletedEvents,
  restoreEvent,
} from "../../app/modules/review/moderation/restore-event.server";
import { auditEntries, cities, events, notifications } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { addActor, emptyEvents } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
let deps: TestDeps;
let sara: Actor;
let host: Actor;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran" }));
  sara = await addActor(deps, "moderator");
  host = await addActor(deps);
});

const add = (titleEn: string) =>
  createEvent(deps.db, {
    cityId,
    titleEn,
    creatorId: host.id,
    status: "approved",
    startsAt: deps.clock.now() + 20 * DAY,
  });
const isListed = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get())?.isListed;
const listed = async () => (await listDeletedEvents(deps, sara, null)).items.map(({ id }) => id);
const inCity = async () =>
  (await deps.db.select().from(cities).where(eq(cities.id, cityId)).get())?.upcomingCount;

describe("a deleted event", () => {
  it("is listed with who deleted it, and comes back public as it was, once, with word to its host", async () => {
    const { id } = await add("Gone");
    await deleteEvent(deps, sara, id);
    expect((await listDeletedEvents(deps, sara, null)).items).toMatchObject([
      { id, status: "approved", isMerged: 0, deleter: expect.any(String) },
    ]);
    expect(await isListed(id)).toBe(false);
    deps.pass(29 * DAY);
    await deps.db
      .update(events)
      .set({ startsAt: deps.clock.now() + DAY, endsAt: deps.clock.now() + 2 * DAY });
    await restoreEvent(deps, sara, id);
    await deps.settle();
    expect([await isListed(id), await listed(), await inCity()]).toEqual([true, [], 1]);
    expect((await deps.db.select().from(auditEntries)).map(({ action }) => action)).toEqual([
      "event.deleted",
      "event.restored",
    ]);
    expect((await deps.db.select().from(notifications)).map(({ kind }) => kind)).toEqual([
      "event-deleted",
      "event-shown",
    ]);
    expect(await failureOf(restoreEvent(deps, sara, id))).toMatchObject({ code: "conflict" });
  });

  it("that a merge dropped comes back too; after 30 days nothing does", async () => {
    const [keep, drop, old] = [await add("Kept"), await add("Dropped"), await add("Old")];
    await deleteEvent(deps, sara, old.id);
    deps.pass(30 * DAY);
    await mergeEvents(deps, sara, {
      keepId: keep.id,
      dropId: drop.id,
      taken: [],
      expectedVersions: { keep: null, drop: null },
    });
    expect(await listed()).toEqual([drop.id]);
    expect(await failureOf(restoreEvent(deps, sara, old.id))).toMatchObject({ code: "conflict" });
    await restoreEvent(deps, sara, drop.id);
    expect([await isListed(keep.id), await isListed(drop.id)]).toEqual([true, true]);
  });

  it("is of the staff alone", async () => {
    const { id } = await add("Gone");
    await deleteEvent(deps, sara, id);
    expect(await failureOf(restoreEvent(deps, host, id))).toMatchObject({ code: "forbidden" });
    expect(await failureOf(listDeletedEvents(deps, host, null))).toMatchObject({
      code: "forbidden",
    });
  });
});
