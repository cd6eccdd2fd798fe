import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { changePlan, plansFor, undoPlan } from "../../app/modules/authoring/change-plan.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { eventJsonLd } from "../../app/modules/events/present/event-json-ld.server";
import { submissionAllowance } from "../../app/modules/identity/trust/submission-allowance.server";
import { DEFAULT_NOTIFICATIONS } from "../../app/modules/identity/users/queries.server";
import {
  expandDomainEvent,
  sweepDomainEvents,
} from "../../app/modules/notifications/expand-domain-event.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import { countSavers } from "../../app/modules/notifications/remind-savers.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import {
  auditEntries,
  domainEvents,
  events,
  mails,
  notifications,
  planChanges,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { tehran } from "../factories/sample-event";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MESSAGE = "One of the players is ill; we are sorry.";
let deps: TestDeps;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
});

const rowOf = async (id: string) => {
  const row = await deps.db.select().from(events).where(eq(events.id, id)).get();
  if (!row) throw new Error("The event is not there.");
  return row;
};

/** An approved event of a creator who needs reviews, and a user who saved it. */
async function saved() {
  const [author, moderator, fan] = [
    await addActor(deps),
    await addActor(deps, "moderator"),
    await addActor(deps),
  ];
  const id = await createDraft(deps, author, written());
  await submitEvent(deps, author, id);
  await approveEvent(deps, moderator, id);
  await saveFavourite(deps, fan, id);
  await deps.db
    .update(users)
    .set({
      email: "fan@rooydad.example",
      emailVerifiedAt: 1,
      notificationPreferences: { ...DEFAULT_NOTIFICATIONS, frequency: "instant" },
    })
    .where(eq(users.id, fan.id));
  await deps.settle();
  return { author, moderator, fan, id };
}
const toldOf = async (userId: string) =>
  (await deps.db.select().from(notifications).where(eq(notifications.userId, userId))).filter(
    ({ type }) => type === "other",
  );

describe("a change of plan", () => {
  it.each(["cancel", "postpone", "move"] as const)(
    "by %s changes the event at once and notifies after 60 seconds only",
    async (plan) => {
      const { author, fan, id } = await saved();
      const before = await rowOf(id);
      const times =
        plan === "move" ? { startsAt: before.startsAt + 30 * MINUTE, endsAt: null } : undefined;
      await changePlan(deps, author, id, { plan, message: MESSAGE, times });
      const after = await rowOf(id);
      expect(after.lifecycle).toBe(
        { cancel: "cancelled", postpone: "postponed", move: "scheduled" }[plan],
      );
      expect([after.sequence, after.version]).toEqual([before.sequence + 1, before.version + 1]);
      deps.pass(59_000);
      await sweepDomainEvents(deps);
      expect(await toldOf(fan.id)).toEqual([]);
      deps.pass(1_000);
      await sweepDomainEvents(deps);
      const [told] = await toldOf(fan.id);
      if (!told) throw new Error("Nobody was notified.");
      expect(told.kind).toBe(
        { cancel: "event-cancelled", postpone: "event-postponed", move: "event-moved" }[plan],
      );
      const { message } = notificationText(told, {
        locale: "en",
        calendar: "gregorian",
        timeZone: "Asia/Tehran",
      });
      expect(message).toContain(`“${MESSAGE}”`);
      // Every notification has the old time; that of a move has the new one too.
      expect(message).toContain(
        plan === "move"
          ? "From Friday 18 December · 13:30 to Friday 18 December · 14:00."
          : "It was planned for Friday 18 December · 13:30.",
      );
      const [mail] = (await deps.db.select().from(mails).where(eq(mails.userId, fan.id))).filter(
        ({ kind }) => kind === told.kind,
      );
      expect(mail?.text).toContain(MESSAGE);
      expect(mail?.text).toContain("18 December");
      if (plan === "move")
        expect(mail?.text).toMatch(/Was: Friday 18 December · 13:30[\s\S]*14:00/);
      const log = await deps.db.select().from(auditEntries).where(eq(auditEntries.entityId, id));
      expect(log.map(({ action }) => action)).toContain("event.plan-changed");
    },
  );

  it("names both times to a reader whose clock differs", async () => {
    const { author, fan, id } = await saved();
    await deps.db.update(users).set({ timeZone: "Europe/Berlin" }).where(eq(users.id, fan.id));
    const { startsAt } = await rowOf(id);
    const going = { at: deps.clock.now() + MINUTE, oldStartsAt: startsAt, startsAt };
    expect(await countSavers(deps, await rowOf(id), "move", author.id, going)).toMatchObject({
      people: 1,
      byMail: 1,
      elsewhere: 1,
    });
    await changePlan(deps, author, id, {
      plan: "move",
      message: MESSAGE,
      times: { startsAt: startsAt + 30 * MINUTE, endsAt: null },
    });
    deps.pass(MINUTE);
    await sweepDomainEvents(deps);
    const [mail] = (await deps.db.select().from(mails).where(eq(mails.userId, fan.id))).filter(
      ({ kind }) => kind === "event-moved",
    );
    expect(mail?.text).toContain("13:30 Tehran time (GMT+3:30), 11:00 where you are");
    expect(mail?.text).toContain("Tehran time (GMT+3:30), 11:30 where you are");
  });

  it("can be undone within 60 seconds: all is restored, and nobody is notified", async () => {
    const { author, fan, id } = await saved();
    const before = await rowOf(id);
    await changePlan(deps, author, id, {
      plan: "move",
      message: MESSAGE,
      times: { startsAt: before.startsAt + DAY, endsAt: null },
    });
    expect((await rowOf(id)).localDay).not.toBe(before.localDay);
    deps.pass(59_000);
    await undoPlan(deps, author, id);
    const after = await rowOf(id);
    const { version, sequence, updatedAt, decisionId, ...rest } = after;
    expect(rest).toEqual({
      ...before,
      version: undefined,
      sequence: undefined,
      updatedAt: undefined,
      decisionId: undefined,
      ...rest,
    });
    for (const name of [
      "lifecycle",
      "startsAt",
      "endsAt",
      "localDay",
      "searchRowid",
      "previousStartsAt",
    ] as const)
      expect(after[name]).toBe(before[name]);
    expect([version, sequence]).toEqual([before.version + 2, before.sequence + 2]);
    deps.pass(HOUR);
    await sweepDomainEvents(deps);
    expect(await toldOf(fan.id)).toEqual([]);
    expect((await failureOf(undoPlan(deps, author, id))).code).toBe("conflict");
  });

  it("cannot be undone after a minute, while notifications go out, or by other users", async () => {
    const { author, fan, id } = await saved();
    const { domainEventId } = await changePlan(deps, author, id, {
      plan: "cancel",
      message: MESSAGE,
    });
    expect((await failureOf(undoPlan(deps, fan, id))).code).toBe("not-found");
    // Another machine, whose clock is ahead, has claimed the domain event already.
    await deps.db
      .update(domainEvents)
      .set({ attempts: 1 })
      .where(eq(domainEvents.id, domainEventId ?? ""));
    expect((await failureOf(undoPlan(deps, author, id))).code).toBe("conflict");
    await deps.db
      .update(domainEvents)
      .set({ attempts: 0 })
      .where(eq(domainEvents.id, domainEventId ?? ""));
    deps.pass(MINUTE);
    expect((await failureOf(undoPlan(deps, author, id))).code).toBe("conflict");
    expect((await rowOf(id)).lifecycle).toBe("cancelled");
    expect(await expandDomainEvent(deps, domainEventId ?? "", 100)).toBe("done");
  });

  it("waits for the previous one, and counts: three a day, except for staff", async () => {
    const { author, moderator, id } = await saved();
    const change = (plan: "cancel" | "reinstate" | "postpone", by = author) =>
      changePlan(deps, by, id, { plan, message: MESSAGE });
    await change("cancel");
    const refused = await failureOf(change("reinstate"));
    expect([refused.code, refused.issues[0]?.message]).toEqual([
      "conflict",
      "errors:issue.planWaits",
    ]);
    for (const plan of ["reinstate", "postpone"] as const) {
      deps.pass(MINUTE);
      await change(plan);
    }
    deps.pass(MINUTE);
    const limited = await failureOf(change("reinstate"));
    expect([limited.code, limited.issues[0]?.message]).toEqual([
      "too-many-requests",
      "errors:issue.planLimit",
    ]);
    await change("reinstate", moderator);
  });

  it("sent twice at once happens once", async () => {
    const { author, id } = await saved();
    const outcomes = await Promise.allSettled(
      ["cancel", "postpone"].map((plan) =>
        changePlan(deps, author, id, { plan: plan as "cancel", message: MESSAGE }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await deps.db.$count(planChanges)).toBe(1);
  });

  it("moves an event to valid times only, and clears a postponement", async () => {
    const { author, id } = await saved();
    const { startsAt, endsAt } = await rowOf(id);
    const now = deps.clock.now();
    const move = (start: number, end: number | null = null) =>
      changePlan(deps, author, id, {
        plan: "move",
        message: MESSAGE,
        times: { startsAt: start, endsAt: end },
      });
    for (const [start, end, issue] of [
      [startsAt, null, "errors:issue.sameTime"],
      [now - HOUR, null, "errors:issue.startsInPast"],
      [now + 401 * DAY, null, "errors:issue.tooFarAhead"],
      [startsAt + DAY, startsAt, "errors:issue.endBeforeStart"],
    ] as const)
      expect((await failureOf(move(start, end))).issues[0]?.message).toBe(issue);
    await changePlan(deps, author, id, { plan: "postpone", message: MESSAGE });
    // The announced time passes before the new date is known.
    deps.pass(endsAt - now + DAY);
    expect(plansFor(await rowOf(id), deps.clock.now())).toEqual(["move"]);
    await move(endsAt + 10 * DAY);
    const moved = await rowOf(id);
    expect(moved).toMatchObject({
      lifecycle: "scheduled",
      previousStartsAt: startsAt,
      isOver: false,
      endsAt: endsAt + 10 * DAY + (endsAt - startsAt),
    });
    const jsonLd = eventJsonLd(moved, tehran, {
      locale: "en",
      origin: "https://rooydad.example",
      now: deps.clock.now(),
    });
    expect(jsonLd).toMatchObject({
      eventStatus: "https://schema.org/EventRescheduled",
      previousStartDate: "2026-12-18T13:30:00+03:30",
    });
    // Moved back to the announced time, the event counts as not moved.
    deps.pass(MINUTE);
    expect(
      eventJsonLd({ ...moved, startsAt }, tehran, { locale: "en", origin: "https://x", now }),
    ).not.toHaveProperty("previousStartDate");
  });

  it("by an edit of the times clears a postponement too, and names the old time", async () => {
    const { moderator, author, fan, id } = await saved();
    await changePlan(deps, author, id, { plan: "postpone", message: MESSAGE });
    await saveEvent(
      deps,
      moderator,
      id,
      written({ startsAt: "2026-12-20T20:00", endsAt: "2026-12-20T22:00" }),
    );
    await deps.settle();
    expect((await rowOf(id)).lifecycle).toBe("scheduled");
    const [told] = (await toldOf(fan.id)).filter(({ kind }) => kind === "event-changed");
    if (!told) throw new Error("Nobody was notified.");
    expect(
      notificationText(told, { locale: "en", calendar: "gregorian", timeZone: null }).message,
    ).toContain("From Friday 18 December · 13:30 to Sunday 20 December · 20:00.");
  });

  it("frees the active place of a cancelled event, and needs one to reinstate it", async () => {
    const { author, id } = await saved();
    const active = async () => (await submissionAllowance(deps, author)).used.active;
    const { limits } = await submissionAllowance(deps, author);
    expect(await active()).toBe(1);
    await changePlan(deps, author, id, { plan: "cancel", message: MESSAGE });
    expect(await active()).toBe(0);
    // Fills the limit of active events without submissions.
    const {
      titleKey: _key,
      searchRowid,
      isListed: _listed,
      publicOnlineUrl: _link,
      ...row
    } = await rowOf(id);
    for (let index = 0; index < (limits?.active ?? 0); index++)
      await deps.db.insert(events).values({
        ...row,
        id: crypto.randomUUID(),
        lifecycle: "scheduled",
        titleKey: "",
        searchRowid: searchRowid + index + 1,
      });
    const refused = [await failureOf(undoPlan(deps, author, id))];
    deps.pass(MINUTE);
    refused.push(
      await failureOf(changePlan(deps, author, id, { plan: "reinstate", message: MESSAGE })),
    );
    for (const { code, issues } of refused)
      expect([code, issues[0]?.message]).toEqual([
        "too-many-requests",
        "errors:issue.creatorLimit.active",
      ]);
  });
});
