import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { localDay, toIsoWithOffset } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY, MINUTE } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { advanceSeries } from "../../app/modules/authoring/advance-series.server";
import { changePlan, undoPlan } from "../../app/modules/authoring/change-plan.server";
import { createDraft } from "../../app/modules/authoring/create-draft.server";
import { planOfInput } from "../../app/modules/authoring/plan-of-input.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { saveFavourite } from "../../app/modules/collections/collect-event.server";
import { approveEvent } from "../../app/modules/moderation/moderate-event.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import type { Schedule } from "../../app/modules/schedule/schedule";
import { eventOccurrences, events, notifications, savedOccurrences } from "../../db/schema";
import { createCity } from "../factories/city";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { ruleOf, scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ZONE = "Asia/Tehran";
const MESSAGE = "One of the players is ill; we are sorry.";
let deps: TestDeps;
let author: Actor;
let moderator: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", timeZone: ZONE });
  author = await addActor(deps);
  moderator = await addActor(deps, "moderator");
});

const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
const at = (days: number, time: string) => `${day(days)}T${time}`;
const play = () =>
  scheduleOf({ kind: "dates", dates: [1, 3, 5].map((days) => ({ originalStart: at(days, "20:00"), end: at(days, "21:30") })) });

async function publish(schedule: Schedule | null): Promise<string> {
  const id = await createDraft(deps, author, written({ schedule }));
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  return id;
}
const rowOf = async (id: string) => (await deps.db.select().from(events).where(eq(events.id, id)).get()) ?? expect.fail();
/** Original starts, actual starts and states, in order. */
const datesOf = async (id: string) =>
  (await deps.db.select().from(eventOccurrences).where(eq(eventOccurrences.eventId, id)).orderBy(eventOccurrences.originalStart)).map(
    ({ originalStart, startsAt, status }) => [originalStart, toIsoWithOffset(startsAt, ZONE).slice(0, 16), status],
  );
const change = async (id: string, order: object) =>
  changePlan(
    deps,
    author,
    id,
    await planOfInput(deps, author, id, { message: MESSAGE, startsAt: null, endsAt: null, at: null, ...order } as never),
  );

describe("one showing", () => {
  it("is cancelled alone, and the event goes on to its next date", async () => {
    const id = await publish(play());
    const made = await change(id, { lifecycle: "cancelled", at: at(1, "20:00") });
    expect(made.originalStart).toBe(at(1, "20:00"));
    expect((await datesOf(id)).map(([, , status]) => status)).toEqual(["cancelled", "scheduled", "scheduled"]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ lifecycle: "scheduled", localDay: day(3), occurrenceCount: 2 });
  });

  it("is moved alone, and keeps its identity", async () => {
    const id = await publish(play());
    await change(id, { lifecycle: "scheduled", at: at(3, "20:00"), startsAt: at(4, "19:00") });
    expect(await datesOf(id)).toEqual([
      [at(1, "20:00"), at(1, "20:00"), "scheduled"],
      [at(3, "20:00"), at(4, "19:00"), "scheduled"],
      [at(5, "20:00"), at(5, "20:00"), "scheduled"],
    ]);
  });

  it("can be undone within a minute, and notifies no one then", async () => {
    const id = await publish(play());
    const before = await datesOf(id);
    const { schedule, startsAt } = await rowOf(id);
    await change(id, { lifecycle: "postponed", at: at(1, "20:00") });
    await undoPlan(deps, author, id);
    expect(await datesOf(id)).toEqual(before);
    expect(await rowOf(id)).toMatchObject({ schedule, startsAt, occurrenceCount: 3 });
  });

  it("takes place after all once it is reinstated", async () => {
    const id = await publish(play());
    await change(id, { lifecycle: "cancelled", at: at(1, "20:00") });
    deps.pass(2 * MINUTE);
    await change(id, { lifecycle: "scheduled", at: at(1, "20:00") });
    expect(await rowOf(id)).toMatchObject({ localDay: day(1), occurrenceCount: 3 });
  });

  it("is refused if the event has no such date, or one date only", async () => {
    const issues = [{ path: "at", message: "errors:issue.schedule.notADate" }];
    const id = await publish(play());
    await expect(change(id, { lifecycle: "cancelled", at: at(2, "20:00") })).rejects.toMatchObject({ code: "invalid", issues });
    const single = await publish(null);
    await expect(change(single, { lifecycle: "cancelled", at: at(1, "20:00") })).rejects.toMatchObject({ code: "invalid", issues });
    await expect(change(id, { lifecycle: "scheduled", at: at(1, "20:00") })).rejects.toMatchObject({ code: "conflict" });
  });

  it("notifies those who saved it or the event, not those who saved another showing", async () => {
    const id = await publish(play());
    const [whole, this_, other] = [await addActor(deps), await addActor(deps), await addActor(deps)];
    for (const fan of [whole, this_, other]) await saveFavourite(deps, fan, id);
    const now = deps.clock.now();
    await deps.db.insert(savedOccurrences).values([
      { userId: this_.id, eventId: id, originalStart: at(1, "20:00"), createdAt: now },
      { userId: other.id, eventId: id, originalStart: at(3, "20:00"), createdAt: now },
    ]);
    await change(id, { lifecycle: "cancelled", at: at(1, "20:00") });
    deps.pass(2 * MINUTE);
    await sweepDomainEvents(deps);
    const kinds = async ({ id: user }: Actor) =>
      (await deps.db.select().from(notifications).where(eq(notifications.userId, user))).filter(({ kind }) => kind === "event-cancelled")
        .length;
    expect([await kinds(whole), await kinds(this_), await kinds(other)]).toEqual([1, 1, 0]);
  });
});

describe("a series", () => {
  const weekly = () => ruleOf({ frequency: "weekly", start: at(1, "18:00"), end: at(1, "19:30"), ends: { count: 4 } });

  it("moves from a showing on, and those before stay", async () => {
    const id = await publish(weekly());
    await change(id, { lifecycle: "scheduled", at: at(8, "18:00"), scope: "following", startsAt: at(8, "19:00") });
    expect((await datesOf(id)).map(([, start]) => start)).toEqual([at(1, "18:00"), at(8, "19:00"), at(15, "19:00"), at(22, "19:00")]);
  });

  it("moves as a whole by a new start of its next date", async () => {
    const id = await publish(weekly());
    await change(id, { lifecycle: "scheduled", startsAt: at(2, "18:00") });
    expect((await datesOf(id)).map(([, start]) => start)).toEqual([2, 9, 16, 23].map((days) => at(days, "18:00")));
    expect(await rowOf(id)).toMatchObject({ localDay: day(2) });
  });

  it("is cancelled as a whole as an event is, and its past dates stay", async () => {
    const id = await publish(weekly());
    deps.pass(2 * DAY);
    await advanceSeries(deps);
    await change(id, { lifecycle: "cancelled" });
    expect(await rowOf(id)).toMatchObject({ lifecycle: "cancelled" });
    expect(await datesOf(id)).toHaveLength(4);
  });
});
