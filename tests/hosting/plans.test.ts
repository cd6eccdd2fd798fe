import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import { changePlan, undoPlan } from "../../app/modules/authoring/change-plan.server";
import { sweepRegistrations } from "../../app/modules/hosting/sweep-registrations.server";
import {
  expandDomainEvent,
  sweepDomainEvents,
} from "../../app/modules/notifications/expand-domain-event.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import {
  domainEvents,
  mails,
  notifications,
  registrationChanges,
  registrations,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { emptyDatabase } from "../helpers/empty-database";
import { WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor } from "../helpers/organizers";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const MESSAGE = "The hall is flooded; we are sorry.";

let deps: TestDeps;
let cityId: string;
let host: Awaited<ReturnType<typeof addActor>>;

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  cityId = (await createCity(deps.db, { slug: "tehran", timeZone: "Asia/Tehran" })).id;
  host = await addActor(deps);
});

afterEach(() => deps.settle());

/** A hosted event that a reader of weekly digests has saved. */
async function hosted() {
  const startsAt = deps.clock.now() + 20 * DAY;
  const event = await createEvent(deps.db, { cityId, startsAt, creatorId: host.id });
  const occ = await hostEvent(deps.db, event.id);
  const saver = await addActor(deps);
  await deps.db
    .update(users)
    .set({
      email: "saver@mail.example",
      emailVerifiedAt: 1,
      notificationPreferences: { ...WANTS_EVERYTHING, frequency: "weekly" },
      timeZone: "Asia/Tehran",
    })
    .where(eq(users.id, saver.id));
  await saveFavourite(deps, saver, event.id);
  return { event, occ, startsAt };
}

/** Guests with a place, who have been told so. */
async function guests(occ: string, count: number) {
  const now = deps.clock.now();
  for (let at = 0; at < count; at += 1)
    await createRegistration(deps.db, occ, { state: "going", confirmedAt: now, createdAt: now });
  await deps.db.update(registrationChanges).set({ toldAt: now });
}

/** Mails since then, in the order in which they were written. */
const told = () =>
  deps.db
    .select({ to: mails.toAddress, kind: mails.kind, text: mails.text, dueAt: mails.dueAt })
    .from(mails)
    .orderBy(sql`rowid`);

describe("a change of plan", () => {
  it("reaches guests before those who saved it, once its time to undo is over; nobody waits for a digest", async () => {
    const { event, occ, startsAt } = await hosted();
    await guests(occ, 2);
    await createRegistration(deps.db, occ, { createdAt: deps.clock.now() });
    for (const [plan, kind] of [
      ["move", "rsvpMoved"],
      ["postpone", "rsvpPostponed"],
      ["reinstate", "rsvpReinstated"],
    ] as const) {
      await deps.db.delete(mails);
      const times = plan === "move" ? { startsAt: startsAt + HOUR, endsAt: null } : undefined;
      await changePlan(deps, host, event.id, { plan, message: MESSAGE, times });
      await sweepDomainEvents(deps);
      await sweepRegistrations(deps);
      expect(await told()).toEqual([]);
      deps.pass(MINUTE);
      await sweepDomainEvents(deps);
      await sweepDomainEvents(deps);
      const written = await told();
      expect(written.map((mail) => mail.kind)).toEqual([
        kind,
        kind,
        expect.stringMatching(/^event-/),
      ]);
      expect(written[0]?.text).toContain(`The host writes: ${MESSAGE}`);
      expect(written.map(({ dueAt }) => dueAt)).toEqual(Array(3).fill(deps.clock.now()));
      expect(await deps.db.$count(registrations, eq(registrations.state, "going"))).toBe(2);
      deps.pass(DAY);
    }
  });

  it.each(["move", "cancel"] as const)(
    "%s: tells a guest who saved it too by one mail",
    async (plan) => {
      const { event, occ, startsAt } = await hosted();
      const saver = await deps.db
        .select()
        .from(users)
        .where(eq(users.email, "saver@mail.example"))
        .get();
      const now = deps.clock.now();
      const email = "saver@mail.example";
      await createRegistration(deps.db, occ, {
        ...{ state: "going", confirmedAt: now, createdAt: now },
        ...{ email, mailbox: email, userId: saver?.id ?? null },
      });
      await deps.db.update(registrationChanges).set({ toldAt: now });
      await deps.db.delete(mails);
      const times = plan === "move" ? { startsAt: startsAt + HOUR, endsAt: null } : undefined;
      await changePlan(deps, host, event.id, { plan, message: MESSAGE, times });
      deps.pass(MINUTE);
      for (let round = 0; round < 2; round += 1) {
        await sweepDomainEvents(deps);
        await sweepRegistrations(deps);
      }
      expect((await told()).map(({ to, kind }) => [to, kind])).toEqual([
        [email, plan === "move" ? "rsvpMoved" : "rsvpOff"],
      ]);
      // In the app it is told as to everyone who saved it.
      expect(await deps.db.$count(notifications, eq(notifications.userId, saver?.id ?? ""))).toBe(
        1,
      );
    },
  );

  it("that is undone ends no place and tells nobody", async () => {
    const { event, occ } = await hosted();
    await guests(occ, 2);
    await changePlan(deps, host, event.id, { plan: "cancel", message: MESSAGE });
    await sweepRegistrations(deps);
    await undoPlan(deps, host, event.id);
    deps.pass(2 * MINUTE);
    await sweepDomainEvents(deps);
    await sweepRegistrations(deps);
    expect(await told()).toEqual([]);
    expect(await deps.db.$count(registrations, eq(registrations.state, "going"))).toBe(2);
  });

  it.each([
    ["the notice", [sweepDomainEvents, sweepRegistrations]],
    ["the end of the places", [sweepRegistrations, sweepDomainEvents]],
  ] as const)(
    "that cancels is one mail with the host's words, even where %s is first",
    async (_, sweeps) => {
      const { event, occ } = await hosted();
      await guests(occ, 1);
      await changePlan(deps, host, event.id, { plan: "cancel", message: MESSAGE });
      deps.pass(MINUTE);
      for (const sweep of [...sweeps, ...sweeps]) await sweep(deps);
      const toGuest = (await told()).filter(({ kind }) => kind.startsWith("rsvp"));
      expect(toGuest.map(({ kind }) => kind)).toEqual(["rsvpOff"]);
      expect(toGuest[0]?.text).toContain(MESSAGE);
      expect(await deps.db.$count(registrations, eq(registrations.state, "cancelled"))).toBe(1);
    },
  );

  it("goes on after a page of guests, each told once, before any saver", async () => {
    const { event, occ, startsAt } = await hosted();
    await guests(occ, 120);
    await changePlan(deps, host, event.id, {
      plan: "move",
      message: MESSAGE,
      times: { startsAt: startsAt + HOUR, endsAt: null },
    });
    deps.pass(MINUTE);
    const cause = await deps.db.select().from(domainEvents).get();
    expect(await expandDomainEvent(deps, cause?.id ?? "", 50)).toBe("more");
    expect((await told()).map(({ kind }) => kind)).toEqual(Array(100).fill("rsvpMoved"));
    // A worker dies after the page was written, and before its progress was.
    await deps.db.update(domainEvents).set({ position: null });
    await sweepDomainEvents(deps);
    const written = await told();
    expect(written).toHaveLength(121);
    expect(new Set(written.map(({ to }) => to)).size).toBe(121);
    expect(written.at(-1)?.to).toBe("saver@mail.example");
  });
});
