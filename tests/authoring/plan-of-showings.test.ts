import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { formatDate, localDay, toIsoWithOffset } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { DAY, MINUTE } from "../../app/lib/dates/durations";
import type { Schedule } from "../../app/lib/event/schedule";
import type { Actor } from "../../app/lib/permissions";
import { advanceSeries } from "../../app/modules/authoring/advance-series.server";
import { changePlan, undoPlan } from "../../app/modules/authoring/change-plan.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { planOfInput } from "../../app/modules/authoring/read-plan.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { DEFAULT_NOTIFICATIONS } from "../../app/modules/identity/users/queries.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import { countSavers } from "../../app/modules/notifications/remind-savers.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import { planLoader } from "../../app/routes/authoring/change/change-plan.server";
import {
  eventOccurrences,
  events,
  mails,
  notifications,
  savedOccurrences,
  users,
} from "../../db/schema";
import { addActor, authorsInTehran, written } from "../helpers/organizers";
import { requestContext } from "../helpers/request-context";
import { ruleOf, scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ZONE = "Asia/Tehran";
const MESSAGE = "One of the players is ill; we are sorry.";
let deps: TestDeps;
let author: Actor;
let moderator: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  ({ author, moderator } = await authorsInTehran(deps));
});

const day = (days: number) => addDays(localDay(deps.clock.now(), ZONE), days);
const at = (days: number, time: string) => `${day(days)}T${time}`;
const play = () =>
  scheduleOf({
    kind: "dates",
    dates: [1, 3, 5].map((days) => ({ originalStart: at(days, "20:00"), end: at(days, "21:30") })),
  });

async function publish(schedule: Schedule | null): Promise<string> {
  const id = await createDraft(deps, author, written({ schedule }));
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  return id;
}
const rowOf = async (id: string) =>
  (await deps.db.select().from(events).where(eq(events.id, id)).get()) ?? expect.fail();
/** Original starts, actual starts and states, in order. */
const datesOf = async (id: string) =>
  (
    await deps.db
      .select()
      .from(eventOccurrences)
      .where(eq(eventOccurrences.eventId, id))
      .orderBy(eventOccurrences.originalStart)
  ).map(({ originalStart, startsAt, status }) => [
    originalStart,
    toIsoWithOffset(startsAt, ZONE).slice(0, 16),
    status,
  ]);
const change = async (id: string, order: object) =>
  changePlan(
    deps,
    author,
    id,
    await planOfInput(deps, author, id, {
      message: MESSAGE,
      startsAt: null,
      endsAt: null,
      at: null,
      ...order,
    } as never),
  );

describe("one showing", () => {
  it("is cancelled alone, and the event goes on to its next date", async () => {
    const id = await publish(play());
    const made = await change(id, { lifecycle: "cancelled", at: at(1, "20:00") });
    expect(made.originalStart).toBe(at(1, "20:00"));
    expect((await datesOf(id)).map(([, , status]) => status)).toEqual([
      "cancelled",
      "scheduled",
      "scheduled",
    ]);
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

  it("is back at its announced start once a move is undone", async () => {
    const id = await publish(play());
    await change(id, { lifecycle: "scheduled", at: at(3, "20:00"), startsAt: at(4, "19:00") });
    await undoPlan(deps, author, id);
    const rows = await deps.db
      .select()
      .from(eventOccurrences)
      .where(eq(eventOccurrences.eventId, id));
    expect(rows.map(({ previousStartsAt }) => previousStartsAt)).toEqual([null, null, null]);
  });

  it("sells out and has places again at once, without a notification, a time to undo or a use of the daily limit", async () => {
    const id = await publish(play());
    for (const round of [1, 2, 3]) {
      const made = await changePlan(deps, author, id, {
        plan: "sell-out",
        message: "",
        at: at(3, "20:00"),
      });
      expect([round, made.domainEventId, made.dueAt - made.createdAt]).toEqual([round, null, 0]);
      expect((await datesOf(id)).map(([, , status]) => status)).toEqual([
        "scheduled",
        "sold-out",
        "scheduled",
      ]);
      await changePlan(deps, author, id, { plan: "reopen", message: "", at: at(3, "20:00") });
      expect((await datesOf(id)).map(([, , status]) => status)).toEqual([
        "scheduled",
        "scheduled",
        "scheduled",
      ]);
    }
    await expect(
      changePlan(deps, author, id, { plan: "reopen", message: "", at: at(3, "20:00") }),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(
      changePlan(deps, author, id, { plan: "sell-out", message: "" }),
    ).rejects.toMatchObject({ code: "conflict" });
    await change(id, { lifecycle: "cancelled", at: at(1, "20:00") });
    await expect(
      changePlan(deps, author, id, { plan: "sell-out", message: "", at: at(3, "20:00") }),
    ).rejects.toMatchObject({
      code: "conflict",
      issues: [{ path: "plan", message: "errors:issue.planWaits" }],
    });
  });

  it("is sold out, and scheduled again, in the words of the API without a message; other changes need one", async () => {
    const id = await publish(play());
    const order = (input: object) =>
      planOfInput(deps, author, id, {
        startsAt: null,
        endsAt: null,
        at: at(3, "20:00"),
        ...input,
      } as never);
    await changePlan(deps, author, id, await order({ lifecycle: "sold-out" }));
    expect((await datesOf(id))[1]?.[2]).toBe("sold-out");
    await changePlan(deps, author, id, await order({ lifecycle: "scheduled" }));
    expect((await datesOf(id))[1]?.[2]).toBe("scheduled");
    await expect(order({ lifecycle: "cancelled" })).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "message" }],
    });
    await expect(order({ lifecycle: "scheduled" })).rejects.toMatchObject({ code: "invalid" });
  });

  it("stays sold out when it moves", async () => {
    const id = await publish(play());
    await changePlan(deps, author, id, { plan: "sell-out", message: "", at: at(3, "20:00") });
    await change(id, { lifecycle: "scheduled", at: at(3, "20:00"), startsAt: at(4, "19:00") });
    expect((await datesOf(id))[1]).toEqual([at(3, "20:00"), at(4, "19:00"), "sold-out"]);
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
    await expect(change(id, { lifecycle: "cancelled", at: at(2, "20:00") })).rejects.toMatchObject({
      code: "invalid",
      issues,
    });
    const single = await publish(null);
    await expect(
      change(single, { lifecycle: "cancelled", at: at(1, "20:00") }),
    ).rejects.toMatchObject({ code: "invalid", issues });
    await expect(change(id, { lifecycle: "scheduled", at: at(1, "20:00") })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("notifies those who saved it or the event, not those who saved another showing", async () => {
    const id = await publish(play());
    const [whole, this_, other] = [
      await addActor(deps),
      await addActor(deps),
      await addActor(deps),
    ];
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
      (await deps.db.select().from(notifications).where(eq(notifications.userId, user))).filter(
        ({ kind }) => kind === "event-cancelled",
      ).length;
    expect([await kinds(whole), await kinds(this_), await kinds(other)]).toEqual([1, 1, 0]);
  });

  it("is counted for those whom it concerns, and named in the notification", async () => {
    const id = await publish(play());
    const [whole, this_, other] = [
      await addActor(deps),
      await addActor(deps),
      await addActor(deps),
    ];
    for (const fan of [whole, this_, other]) await saveFavourite(deps, fan, id);
    await deps.db.insert(savedOccurrences).values([
      { userId: this_.id, eventId: id, originalStart: at(1, "20:00"), createdAt: 0 },
      { userId: other.id, eventId: id, originalStart: at(3, "20:00"), createdAt: 0 },
    ]);
    const row = await rowOf(id);
    const count = async (...occurrences: string[][]) =>
      (
        await countSavers(
          deps,
          row,
          "cancel",
          author.id,
          { at: deps.clock.now(), oldStartsAt: row.startsAt, startsAt: row.startsAt },
          ...occurrences,
        )
      ).people;
    expect(await count([at(1, "20:00")])).toBe(2);
    expect(await count([at(1, "20:00"), at(3, "20:00")])).toBe(3);
    expect(await count([at(5, "20:00")])).toBe(1);
    expect(await count()).toBe(3);

    await deps.db
      .update(users)
      .set({
        email: "fan@rooydad.example",
        emailVerifiedAt: 1,
        notificationPreferences: { ...DEFAULT_NOTIFICATIONS, frequency: "instant" },
      })
      .where(eq(users.id, this_.id));
    await change(id, { lifecycle: "cancelled", at: at(1, "20:00") });
    deps.pass(2 * MINUTE);
    await sweepDomainEvents(deps);
    const [told] = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, this_.id));
    if (!told) expect.fail();
    const startsAt = Date.parse(`${at(1, "20:00")}:00+03:30`);
    const date = formatDate(
      startsAt,
      ZONE,
      { locale: "en", calendar: "gregorian" },
      { year: false },
    );
    expect(told.actionPath).toBe(`/events/${id}?at=${encodeURIComponent(at(1, "20:00"))}`);
    const text = (locale: "en" | "fa") =>
      notificationText(told, { locale, calendar: "gregorian", timeZone: ZONE });
    expect(text("en")).toEqual({
      title: `Cancelled: ${row.titleEn} (${date} · 20:00)`,
      message: `The organizer cancelled it. It was planned for ${date} · 20:00. “${MESSAGE}”`,
    });
    expect(text("fa").title).toContain("۲۰:۰۰)");
    // The mail has the cancelled date, not the next one of the event.
    const [mail] = await deps.db.select().from(mails).where(eq(mails.userId, this_.id));
    expect(mail?.subject).toContain("20:00)");
    expect(mail?.text).toContain(
      `${formatDate(startsAt, ZONE, { locale: "en", calendar: "gregorian" })}`,
    );
  });
});

describe("a series", () => {
  const weekly = () =>
    ruleOf({ frequency: "weekly", start: at(1, "18:00"), end: at(1, "19:30"), ends: { count: 4 } });

  it("moves from a showing on, and those before stay", async () => {
    const id = await publish(weekly());
    await change(id, {
      lifecycle: "scheduled",
      at: at(8, "18:00"),
      scope: "following",
      startsAt: at(8, "19:00"),
    });
    expect((await datesOf(id)).map(([, start]) => start)).toEqual([
      at(1, "18:00"),
      at(8, "19:00"),
      at(15, "19:00"),
      at(22, "19:00"),
    ]);
  });

  it("says of several rules how many dates of the chosen one change, and whom that concerns", async () => {
    const weekly = (days: number, time: string) => ({
      frequency: "weekly",
      start: at(days, time),
      ends: { count: 4 },
    });
    const id = await publish(
      scheduleOf({ kind: "rule", rules: [weekly(1, "18:00"), weekly(3, "10:00")] }),
    );
    for (const originalStart of [at(17, "10:00"), at(15, "18:00")]) {
      const fan = await addActor(deps);
      await saveFavourite(deps, fan, id);
      await deps.db
        .insert(savedOccurrences)
        .values({ userId: fan.id, eventId: id, originalStart, createdAt: 0 });
    }
    const page = await planLoader(
      requestContext(deps, { signedIn: author }),
      id,
      new URLSearchParams({ at: at(8, "18:00") }),
    );
    expect(page.date?.scopes.map(({ value, help }) => [value, help])).toEqual([
      ["one", expect.any(String)],
      ["following", "3 dates"],
      ["all", "8 dates"],
    ]);
    expect(page.audiences.map(({ scope, count }) => [scope, count])).toEqual([
      ["one", 0],
      ["following", 1],
      ["all", 2],
    ]);
  });

  it("keeps the states of dates that the plan does not fit", async () => {
    const id = await publish(weekly());
    await changePlan(deps, moderator, id, {
      plan: "cancel",
      message: MESSAGE,
      at: at(15, "18:00"),
    });
    deps.pass(2 * MINUTE);
    await changePlan(deps, moderator, id, {
      plan: "sell-out",
      message: "",
      at: at(8, "18:00"),
      scope: "following",
    });
    expect((await datesOf(id)).map(([, , status]) => status)).toEqual([
      "scheduled",
      "sold-out",
      "cancelled",
      "sold-out",
    ]);
    await change(id, {
      lifecycle: "scheduled",
      at: at(8, "18:00"),
      scope: "following",
      startsAt: at(8, "19:00"),
    });
    expect((await datesOf(id)).map(([, start, status]) => [start, status])).toEqual([
      [at(1, "18:00"), "scheduled"],
      [at(8, "19:00"), "sold-out"],
      [at(15, "19:00"), "cancelled"],
      [at(22, "19:00"), "sold-out"],
    ]);
  });

  it("moves with all its dates out of “postponed”, and not by one date alone", async () => {
    const id = await publish(weekly());
    await change(id, { lifecycle: "postponed" });
    deps.pass(2 * MINUTE);
    const move = { lifecycle: "scheduled", startsAt: at(2, "18:00") };
    await expect(change(id, { ...move, at: at(1, "18:00"), scope: "one" })).rejects.toMatchObject({
      code: "conflict",
    });
    await change(id, move);
    expect(await rowOf(id)).toMatchObject({ lifecycle: "scheduled", localDay: day(2) });
    expect((await datesOf(id)).map(([, start]) => start)).toEqual(
      [2, 9, 16, 23].map((days) => at(days, "18:00")),
    );
    await undoPlan(deps, author, id);
    expect(await rowOf(id)).toMatchObject({ lifecycle: "postponed", localDay: day(1) });
  });

  it("moves as a whole by a new start of its next date", async () => {
    const id = await publish(weekly());
    await change(id, { lifecycle: "scheduled", startsAt: at(2, "18:00") });
    expect((await datesOf(id)).map(([, start]) => start)).toEqual(
      [2, 9, 16, 23].map((days) => at(days, "18:00")),
    );
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
