import { and, eq, inArray, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { placesText } from "../../app/components/event-page/event-showings.server";
import { readerOf } from "../../app/lib/dates/dates.server";
import { DAY, HOUR, MINUTE } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import {
  acceptOffer,
  cancelRegistration,
  changeRegistration,
  confirmRegistration,
  eraseRegistration,
  muteMessages,
} from "../../app/modules/hosting/guest-commands.server";
import { givePlace, handedOver, takePlaceBack } from "../../app/modules/hosting/hand-over.server";
import { decideGuest, decideGuests } from "../../app/modules/hosting/host-commands.server";
import { type HostingInput, saveHosting } from "../../app/modules/hosting/hosting-settings.server";
import { findRegistration } from "../../app/modules/hosting/own-registration.server";
import { registerAccount, registerGuest } from "../../app/modules/hosting/register.server";
import { refused } from "../../app/modules/hosting/registration-refusals.server";
import { getHostedShowing } from "../../app/modules/hosting/showings.server";
import { sweepRegistrations } from "../../app/modules/hosting/sweep-registrations.server";
import {
  eventHosting,
  eventOccurrences,
  events,
  hostedShowings,
  mails,
  registrations,
  SEATED_STATES,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { emptyDatabase } from "../helpers/empty-database";
import { addActor } from "../helpers/organizers";
import { addSignedIn } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

// Each act of a guest in each state of the event: who has no place gets none of an event that takes
// no guests; who has one can always change it and leave, until it is over.

let deps: TestDeps;
let occ: string;
let host: Actor;
let ids: Record<
  "unconfirmed" | "offered" | "waitlisted" | "going" | "pair" | "asks" | "asksToo" | "removed",
  string
>;

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  const cityId = (await createCity(deps.db, { slug: "tehran", timeZone: "Asia/Tehran" })).id;
  host = await addActor(deps);
  const startsAt = deps.clock.now() + 7 * DAY;
  const event = await createEvent(deps.db, { cityId, startsAt, creatorId: host.id });
  occ = await hostEvent(deps.db, event.id, { capacity: 20, maxPlusOnes: 3 });
  const add = (changes: Parameters<typeof createRegistration>[2]) =>
    createRegistration(deps.db, occ, { confirmedAt: 1, ...changes });
  ids = {
    unconfirmed: await add({ confirmedAt: null, createdAt: deps.clock.now() }),
    // Longer than any state of the table lasts: what refuses is the event, not the time of the offer.
    offered: await add({ state: "offered", offerUntil: deps.clock.now() + 30 * DAY }),
    waitlisted: await add({ state: "waitlisted", seats: 3 }),
    going: await add({ state: "going" }),
    pair: await add({ state: "going", seats: 3 }),
    asks: await add({ state: "requested" }),
    asksToo: await add({ state: "requested" }),
    removed: await add({ state: "going" }),
  };
});

const eventIs = (changes: Partial<typeof events.$inferInsert>) => () =>
  deps.db.update(events).set(changes);
const hostingIs = (changes: Partial<typeof eventHosting.$inferInsert>) => () =>
  deps.db.update(eventHosting).set(changes);
const dateIs = (status: "cancelled" | "postponed" | "sold-out") => () =>
  deps.db.update(eventOccurrences).set({ status });

const NONE = { joins: "rsvpOff", accepts: "rsvpOff", grows: "rsvpOff" } as const;

interface State {
  to: () => unknown;
  joins: string | null;
  accepts: string | null;
  grows: string | null;
  /** Left out: done. */
  leaves?: string;
}

/** How the event may be, and what each kind of act answers: null is done, else the reason. */
const STATES = {
  open: { to: () => {}, joins: null, accepts: null, grows: null },
  pending: { to: eventIs({ status: "pending" }), ...NONE },
  // What a guest holds stays theirs while staff look at the event.
  flagged: { to: eventIs({ status: "flagged" }), ...NONE, accepts: null },
  rejected: { to: eventIs({ status: "rejected" }), ...NONE },
  cancelled: { to: eventIs({ lifecycle: "cancelled" }), ...NONE },
  postponed: { to: eventIs({ lifecycle: "postponed" }), ...NONE },
  archived: { to: eventIs({ isActive: false }), ...NONE },
  deleted: { to: eventIs({ deletedAt: 1 }), ...NONE },
  "date cancelled": { to: dateIs("cancelled"), ...NONE },
  // The seats of an offer are held, whatever else is given.
  "date sold out": { to: dateIs("sold-out"), joins: "rsvpOff", accepts: null, grows: "rsvpOff" },
  "RSVP off": {
    to: hostingIs({ isOn: false }),
    joins: "rsvpOff",
    accepts: null,
    grows: "rsvpOff",
  },
  "RSVP closed": {
    to: hostingIs({ closesBefore: 10 * 24 * 60 }),
    joins: "rsvpClosed",
    accepts: null,
    grows: "rsvpClosed",
  },
  "capacity lowered": {
    to: hostingIs({ capacity: 2 }),
    joins: null,
    accepts: null,
    grows: "rsvpSeats",
  },
  "approved by its host": {
    to: async () => {
      await hostingIs({ needsApproval: true })();
    },
    joins: null,
    accepts: null,
    grows: "rsvpApproved",
  },
  "on its way": {
    to: () => deps.pass(7 * DAY + MINUTE),
    joins: "rsvpClosed",
    accepts: null,
    grows: "rsvpClosed",
  },
  past: {
    to: () => deps.pass(9 * DAY),
    joins: "rsvpClosed",
    accepts: "rsvpClosed",
    grows: "rsvpOver",
    leaves: "rsvpOver",
  },
} as const satisfies Record<string, State>;

const FORM = {
  ...{ name: "Sara", seats: 1, levelId: null, takesFewer: false, sharesEmail: false },
  ...{ sharesName: false, answers: new Map(), ...readerOf("fa") },
};
const change = (id: string, seats: number) =>
  changeRegistration(deps, id, { ...FORM, name: "Sara", seats });

/** The acts, by what they need. */
const ACTS = {
  joins: {
    form: async () =>
      registerGuest(
        deps,
        await getHostedShowing(deps, occ),
        { ...FORM, email: "new@mail.example" },
        "10.0.0.1",
      ),
    account: async () => {
      const { actor } = await addSignedIn(deps);
      await registerAccount(deps, actor, await getHostedShowing(deps, occ), FORM);
    },
    confirm: () => confirmRegistration(deps, ids.unconfirmed),
    "confirm alone": () => confirmRegistration(deps, ids.unconfirmed, true),
  },
  accepts: {
    accept: () => acceptOffer(deps, ids.offered, 1),
    // A second press reads what the first one did.
    "accept again": () => acceptOffer(deps, ids.offered, 1),
  },
  grows: { grow: () => change(ids.going, 2) },
  leaves: {
    edit: () => change(ids.going, 1),
    shrink: () => change(ids.pair, 2),
    cancel: () => cancelRegistration(deps, ids.going),
    decline: () => cancelRegistration(deps, ids.offered),
    leave: () => cancelRegistration(deps, ids.waitlisted),
    "delete the form": () => cancelRegistration(deps, ids.unconfirmed),
    "hand over and take back": async () => {
      await givePlace(deps, ids.pair, "Bita");
      const [place] = await handedOver(deps, ids.pair);
      await takePlaceBack(deps, ids.pair, place?.id ?? "");
    },
  },
  /** Whatever the event is. */
  always: {
    mute: () => muteMessages(deps, ids.going, true),
    erase: () => eraseRegistration(deps, ids.pair),
  },
  /** Acts of a host, who has no event once it is deleted. */
  ends: {
    decline: () => decideGuest(deps, host, ids.asks, "decline"),
    remove: () => decideGuest(deps, host, ids.removed, "remove", "No room"),
    "decline several": async () => {
      const eventId = occ.slice(0, occ.indexOf("/"));
      if ((await decideGuests(deps, host, eventId, [ids.asksToo], "decline")) === 0)
        throw refused("rsvpOver");
    },
  },
} as const;

/** Why an act was refused; null where it was done. */
const refusal = (act: () => Promise<unknown>) =>
  act().then(
    () => null,
    (error) => error.issues?.[0]?.message?.replace("errors:issue.", "") ?? error,
  );

/** Seats that are held, which the counter has too. */
async function seats() {
  const held = await deps.db
    .select({ seats: sql<number>`coalesce(sum(${registrations.seats}), 0)` })
    .from(registrations)
    .where(and(eq(registrations.occ, occ), inArray(registrations.state, [...SEATED_STATES])))
    .get();
  const showing = await deps.db.select({ taken: hostedShowings.taken }).from(hostedShowings).get();
  expect(showing?.taken).toBe(held?.seats);
  return held?.seats ?? 0;
}

it.each(Object.entries(STATES))(
  "an event that is %s answers every act of its guests",
  async (name, state) => {
    await state.to();
    const GIVES = [
      "open",
      "RSVP closed",
      "date sold out",
      "capacity lowered",
      "approved by its host",
    ];
    const givesPlaces = GIVES.includes(name);
    const answers: Record<string, string | null> = {};
    const expected: typeof answers = {};
    const told = (): State => state;
    for (const kind of ["grows", "accepts", "joins", "leaves", "ends", "always"] as const)
      for (const [act, run] of Object.entries(ACTS[kind])) {
        const before = await seats();
        if (kind === "ends" && name === "deleted") continue;
        expected[act] =
          kind === "always" ? null : (told()[kind === "ends" ? "leaves" : kind] ?? null);
        answers[act] = await refusal(run);
        const after = await seats();
        if (expected[act] !== null || kind === "accepts") expect(after, act).toBe(before);
        if (kind === "leaves" && !givesPlaces) expect(after, act).toBeLessThanOrEqual(before);
      }
    expect(answers).toEqual(expected);
    await deps.settle();
    // Once it is over, nobody is written to but of an offer from before, and the numbers stay.
    if (name === "past") {
      expect(await deps.db.select({ kind: mails.kind }).from(mails)).toEqual([
        { kind: "rsvpOffer" },
      ]);
      expect(await seats()).toBe(6);
    }
    // Nobody is offered a place of an event that gives none.
    if (!givesPlaces)
      expect(await deps.db.$count(registrations, eq(registrations.changedAs, "system"))).toBe(0);
  },
);

describe("an offer of an event that takes no guests for a while", () => {
  const stateOf = async () =>
    (await deps.db.select().from(registrations).where(eq(registrations.id, ids.offered)).get())
      ?.state;

  it.each(["postponed", "archived"] as const)(
    "stays open while it is %s, and its page says so",
    async (name) => {
      await deps.db
        .update(registrations)
        .set({ offerUntil: deps.clock.now() + 2 * HOUR })
        .where(eq(registrations.id, ids.offered));
      await STATES[name].to();
      expect((await findRegistration(deps, ids.offered))?.isPaused).toBe(true);
      expect((await findRegistration(deps, ids.going))?.isPaused).toBe(false);
      for (let at = 0; at < 5; at += 1) {
        deps.pass(50 * MINUTE);
        await sweepRegistrations(deps);
      }
      expect(await stateOf()).toBe("offered");
      await deps.db
        .update(events)
        .set({ status: "approved", lifecycle: "scheduled", isActive: true });
      expect((await findRegistration(deps, ids.offered))?.isPaused).toBe(false);
      await acceptOffer(deps, ids.offered, 1);
      expect(await stateOf()).toBe("going");
    },
  );

  it("ends with its time once the event takes guests again, and at the latest when it begins", async () => {
    await STATES.archived.to();
    await sweepRegistrations(deps);
    await deps.db.update(registrations).set({ offerUntil: 1 });
    await sweepRegistrations(deps);
    expect(await stateOf()).toBe("offered");
    deps.pass(7 * DAY + MINUTE);
    await sweepRegistrations(deps);
    expect(await stateOf()).toBe("lapsed");
  });
});

it("a hundred events that give no places hold up nobody's offer", async () => {
  const cityId = (await createCity(deps.db, { slug: "shiraz" })).id;
  await STATES.flagged.to();
  for (let at = 0; at < 100; at += 1) {
    const event = await createEvent(deps.db, {
      ...{ cityId, status: "flagged", startsAt: deps.clock.now() + 7 * DAY },
    });
    const of = await hostEvent(deps.db, event.id, { capacity: 1 });
    await createRegistration(deps.db, of, { state: "waitlisted", confirmedAt: 1 });
  }
  const open = await createEvent(deps.db, { cityId, startsAt: deps.clock.now() + 7 * DAY });
  const of = await hostEvent(deps.db, open.id, { capacity: 1 });
  const id = await createRegistration(deps.db, of, { state: "waitlisted", confirmedAt: 1 });
  await sweepRegistrations(deps);
  await deps.settle();
  expect(
    (await deps.db.select().from(registrations).where(eq(registrations.id, id)).get())?.state,
  ).toBe("offered");
});

describe("who comes", () => {
  const own = async (id: string) => (await findRegistration(deps, id))?.coming;

  it("is read by those who come where their host says so: the number, and names that are shared [S-205]", async () => {
    await deps.db
      .update(registrations)
      .set({ sharesName: true, name: "Sara" })
      .where(inArray(registrations.id, [ids.going, ids.waitlisted]));
    expect(await own(ids.going)).toBe(null);
    await hostingIs({ guestList: "guests" })();
    expect(await own(ids.going)).toEqual({ people: 5, names: ["Sara"] });
    for (const id of [ids.waitlisted, ids.offered, ids.unconfirmed])
      expect(await own(id)).toBe(null);
    expect((await getHostedShowing(deps, occ)).coming).toBe(null);
  });

  it("is a number for everyone where their host says so", async () => {
    await hostingIs({ guestList: "count" })();
    const showing = await getHostedShowing(deps, occ);
    expect(showing.coming).toBe(5);
    expect(placesText(showing, "Asia/Tehran", readerOf("en"))).toBe("14 places left · 5 coming");
    expect(placesText(showing, "Asia/Tehran", readerOf("fa"))).toBe("۱۴ جا مانده · ۵ نفر می‌آیند");
    expect(await own(ids.going)).toBe(null);
  });

  it("is seen by fewer once people have registered, never by more: the host reads why", async () => {
    const [eventId] = occ.split("/") as [string];
    const save = (guestList: HostingInput["guestList"]) =>
      saveHosting(deps, host, eventId, {
        ...{ isOn: true, guestList, keptDays: 30, sendsDigest: false, questions: [], levels: [] },
        ...{ capacity: 20, needsApproval: false, hasWaitlist: true, maxPlusOnes: 3 },
        ...{ opensBefore: null, closesBefore: 0 },
      });
    await hostingIs({ guestList: "guests" })();
    await expect(save("count")).rejects.toMatchObject({
      issues: [{ path: "guestList", message: "errors:issue.guestList" }],
    });
    await save("hosts");
    await expect(save("guests")).rejects.toMatchObject({ code: "invalid" });
    expect((await deps.db.select().from(eventHosting))[0]?.guestList).toBe("hosts");
    await deps.db.delete(registrations);
    await save("count");
    expect((await deps.db.select().from(eventHosting))[0]?.guestList).toBe("count");
  });
});
