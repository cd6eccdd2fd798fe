import { env } from "cloudflare:test";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readerOf } from "../../app/lib/dates/dates.server";
import { DAY, HOUR, MINUTE, SECOND } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { digestHosts } from "../../app/modules/hosting/digest-hosts.server";
import { guestsPurge } from "../../app/modules/hosting/erase-guests.server";
import {
  acceptOffer,
  cancelRegistration,
  changeRegistration,
  confirmRegistration,
  eraseRegistration,
} from "../../app/modules/hosting/guest-commands.server";
import { decideGuest } from "../../app/modules/hosting/host-commands.server";
import { findRegistration } from "../../app/modules/hosting/own-registration.server";
import { setPersonMails } from "../../app/modules/hosting/people.server";
import { registerAccount, registerGuest } from "../../app/modules/hosting/register.server";
import { showingKey } from "../../app/modules/hosting/registration-statements.server";
import {
  getHostedShowing,
  hostedShowingsOf,
  takesForms,
} from "../../app/modules/hosting/showings.server";
import { sweepRegistrations } from "../../app/modules/hosting/sweep-registrations.server";
import { setPageMails } from "../../app/modules/hosts/claims/claims.server";
import { materialise } from "../../app/modules/schedule/expand-schedule.server";
import { occurrenceStatements } from "../../app/modules/schedule/occurrence-statements.server";
import {
  auditEntries,
  eventOccurrences,
  events,
  hostClaims,
  hostedShowings,
  hostingQuestions,
  hostPeople,
  mails,
  organizers,
  registrationAnswers,
  registrationChanges,
  registrations,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { hostEvent } from "../factories/hosting";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { addActor } from "../helpers/organizers";
import { addSignedIn } from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { recordDatabase } from "../helpers/recording-database";
import { scheduleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let cityId: string;
let host: Actor;
let count = 0;

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  cityId = (await createCity(deps.db, { slug: "tehran", timeZone: "Asia/Tehran" })).id;
  host = await addActor(deps);
});

afterEach(() => deps.settle());

async function hosted(settings: Parameters<typeof hostEvent>[2] = {}, inDays = 7) {
  const event = await createEvent(deps.db, {
    cityId,
    startsAt: deps.clock.now() + inDays * DAY,
    creatorId: host.id,
    titleFa: "شب تار",
  });
  return hostEvent(deps.db, event.id, settings);
}

/** A guest sends the form. @returns the mailbox of their registration */
async function ask(occ: string, changes: Partial<Parameters<typeof registerGuest>[2]> = {}) {
  count += 1;
  const email = changes.email ?? `guest-${count}@mail.example`;
  await registerGuest(
    deps,
    await getHostedShowing(deps, occ),
    {
      name: "Sara Moradi",
      email,
      seats: 1,
      levelId: null,
      takesFewer: false,
      sharesEmail: false,
      sharesName: false,
      answers: new Map(),
      ...readerOf("en"),
      ...changes,
    },
    `10.0.${count % 250}.1`,
  );
  return email;
}

const rowOf = async (email: string) => {
  const rows = await deps.db.select().from(registrations).where(eq(registrations.mailbox, email));
  const row = rows.at(-1);
  if (!row) throw new Error(`No registration of ${email}.`);
  return row;
};

/** Sends the form and confirms it. @returns the registration's id */
async function join(occ: string, changes: Parameters<typeof ask>[1] = {}) {
  const { id } = await rowOf(await ask(occ, changes));
  await confirmRegistration(deps, id);
  await deps.settle();
  return id;
}

const stateOf = async (id: string) =>
  (await deps.db.select().from(registrations).where(eq(registrations.id, id)).get())?.state;
const mailsTo = async (email: string) =>
  (await deps.db.select().from(mails).where(eq(mails.toAddress, email)).orderBy(mails.id)).map(
    ({ kind }) => kind,
  );
const emailOf = async (id: string) =>
  (await deps.db.select().from(registrations).where(eq(registrations.id, id)).get())?.email ?? "";

describe("a guest's way", () => {
  it("leads from the form by a mail to a place, with a mail for each step", async () => {
    const occ = await hosted({ capacity: 5, maxPlusOnes: 1 });
    const email = await ask(occ, { seats: 2, ...readerOf("fa") });
    expect(await rowOf(email)).toMatchObject({ state: "unconfirmed", seats: 2 });
    expect((await getHostedShowing(deps, occ)).taken).toBe(0);
    await confirmRegistration(deps, (await rowOf(email)).id);
    await confirmRegistration(deps, (await rowOf(email)).id);
    await deps.settle();
    expect(await rowOf(email)).toMatchObject({ state: "going" });
    expect(await mailsTo(email)).toEqual(["rsvpConfirm", "rsvpGoing"]);
    const going = await deps.db.select().from(mails).where(eq(mails.kind, "rsvpGoing")).get();
    expect(going?.subject).toBe("جایتان گرفته شد: شب تار، سه‌شنبه ۲۴ آذر ۱۴۰۵، ۱۳:۳۰ تا ۱۵:۳۰");
    expect(going?.text).toContain("۲ جا");
    expect(going?.text).not.toContain("Sara");
  });

  it("is told although a change before it cannot be", async () => {
    const bad = await hosted();
    const good = await hosted();
    await join(bad);
    const id = await join(good);
    await deps.db.delete(mails);
    await deps.db.update(registrationChanges).set({ toldAt: null });
    const row = await deps.db.select().from(registrations).where(eq(registrations.occ, bad)).get();
    await deps.db.run(
      sql`UPDATE registrations SET calendar = 'none', locale = 'xx' WHERE id = ${row?.id}`,
    );
    await sweepRegistrations(deps);
    expect(await mailsTo(await emailOf(id))).toContain("rsvpGoing");
    expect(await deps.db.$count(mails, eq(mails.toAddress, row?.email ?? ""))).toBe(0);
    expect(await deps.db.$count(registrationChanges, isNull(registrationChanges.toldAt))).toBe(1);
  });

  it("A4: the same address twice is one row and the same answer", async () => {
    const occ = await hosted();
    const email = "sara@mail.example";
    await ask(occ, { email });
    await ask(occ, { email, name: "Sara M." });
    expect(await deps.db.$count(registrations)).toBe(1);
    expect((await rowOf(email)).name).toBe("Sara M.");
    await confirmRegistration(deps, (await rowOf(email)).id);
    // Once confirmed, the form changes nothing: its owner gets the link.
    await ask(occ, { email, name: "Mallory" });
    expect((await rowOf(email)).name).toBe("Sara M.");
    expect(await mailsTo(email)).toEqual(["rsvpConfirm", "rsvpConfirm", "rsvpGoing", "rsvpLink"]);
  });

  it("of an account is one row and one answer, however often and fast it is sent", async () => {
    const occ = await hosted({ capacity: 1 });
    const { actor } = await addSignedIn(deps);
    const showing = await getHostedShowing(deps, occ);
    const press = () =>
      registerAccount(deps, actor, showing, {
        ...{ name: "Sara", seats: 1, levelId: null, takesFewer: false, sharesEmail: false },
        ...{ sharesName: false, answers: new Map(), ...readerOf("fa") },
      });
    const pressed = await Promise.all([press(), press(), press()]);
    expect(new Set([...pressed, await press()]).size).toBe(1);
    expect(await deps.db.select().from(registrations)).toMatchObject([{ state: "going" }]);
  });

  it("sends at most three mails a day to an address by the form [S-180]", async () => {
    const occ = await hosted();
    const email = "sara@mail.example";
    for (let at = 0; at < 3; at += 1) await ask(occ, { email });
    await expect(ask(occ, { email })).rejects.toMatchObject({ code: "too-many-requests" });
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it("has ten live registrations at most", async () => {
    const email = "sara@mail.example";
    for (let at = 0; at < 11; at += 1) {
      await ask(await hosted(), { email });
      deps.pass(DAY);
    }
    expect(
      await deps.db.$count(
        registrations,
        and(eq(registrations.mailbox, email), sql`state = 'unconfirmed'`),
      ),
    ).toBe(10);
  });

  it("A11: one full showing leaves the others open", async () => {
    const occ = await hosted({ capacity: 1 });
    const { eventId } = await getHostedShowing(deps, occ);
    const first = await deps.db.select().from(eventOccurrences).get();
    if (!first) throw new Error("No showing.");
    await deps.db.insert(eventOccurrences).values({
      ...first,
      originalStart: "2026-12-20T20:00",
      startsAt: first.startsAt + DAY,
      endsAt: first.endsAt + DAY,
    });
    const other = showingKey(eventId, "2026-12-20T20:00");
    await join(occ);
    expect((await getHostedShowing(deps, occ)).phase).toBe("line");
    expect(await stateOf(await join(other))).toBe("going");
  });

  it("changes party and answers, and the old ticket's serial ends", async () => {
    const occ = await hosted({ capacity: 3, maxPlusOnes: 2 });
    const { eventId } = await getHostedShowing(deps, occ);
    await deps.db
      .insert(hostingQuestions)
      .values({ id: "q", eventId, position: 1, kind: "text", labelEn: "Seat?" });
    const id = await join(occ, { answers: new Map([["q", "A chair"]]) });
    const change = {
      name: "Sara",
      levelId: null,
      takesFewer: false,
      sharesEmail: true,
      sharesName: false,
      answers: new Map([["q", "A cushion"]]),
    };
    await changeRegistration(deps, id, { ...change, seats: 3 });
    expect(await deps.db.select().from(registrations).get()).toMatchObject({
      seats: 3,
      serial: 2,
      sharesEmail: true,
    });
    expect(await deps.db.select().from(registrationAnswers)).toEqual([
      { registrationId: id, questionId: "q", answer: "A cushion" },
    ]);
    await expect(changeRegistration(deps, id, { ...change, seats: 4 })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("erases at once what the guest wants erased, and frees the place", async () => {
    const occ = await hosted({ capacity: 1 });
    const id = await join(occ);
    const next = await join(occ);
    await eraseRegistration(deps, id);
    await deps.settle();
    expect(
      await deps.db.select().from(registrations).where(eq(registrations.id, id)).get(),
    ).toMatchObject({ state: "cancelled", name: null, email: null, mailbox: null });
    expect(await stateOf(next)).toBe("offered");
  });
});

describe("the line", () => {
  it("A5: a cancellation is offered on in the same batch, by one mail", async () => {
    const occ = await hosted({ capacity: 1 });
    const first = await join(occ);
    const second = await join(occ);
    await cancelRegistration(deps, first);
    await deps.settle();
    expect(await stateOf(second)).toBe("offered");
    await sweepRegistrations(deps);
    expect(await mailsTo(await emailOf(second))).toEqual([
      "rsvpConfirm",
      "rsvpWaitlisted",
      "rsvpOffer",
    ]);
    expect(await mailsTo(await emailOf(first))).toEqual([
      "rsvpConfirm",
      "rsvpGoing",
      "rsvpCancelled",
    ]);
  });

  it("is left by a guest, an offer is declined, and neither is asked again", async () => {
    const occ = await hosted({ capacity: 1 });
    const [first, left, declines, last] = [
      await join(occ),
      await join(occ),
      await join(occ),
      await join(occ),
    ];
    await cancelRegistration(deps, left);
    await cancelRegistration(deps, first);
    expect(await stateOf(declines)).toBe("offered");
    await cancelRegistration(deps, declines);
    expect(await stateOf(last)).toBe("offered");
    await cancelRegistration(deps, last);
    await sweepRegistrations(deps);
    for (const id of [first, left, declines, last]) expect(await stateOf(id)).toBe("cancelled");
  });

  it("A6: the minute's sweep lapses an offer and makes the next; the late one is refused", async () => {
    const occ = await hosted({ capacity: 1 });
    const first = await join(occ);
    const [second, third] = [await join(occ), await join(occ)];
    await cancelRegistration(deps, first);
    deps.pass(DAY + MINUTE);
    await expect(acceptOffer(deps, second, 1)).rejects.toMatchObject({ code: "conflict" });
    await sweepRegistrations(deps);
    expect([await stateOf(second), await stateOf(third)]).toEqual(["lapsed", "offered"]);
    await acceptOffer(deps, third, 1);
    await deps.settle();
    expect(await stateOf(third)).toBe("going");
    expect((await mailsTo(await emailOf(second))).at(-1)).toBe("rsvpLapsed");
  });

  it("opens free seats to everyone three hours before, and tells those in line once", async () => {
    const occ = await hosted({ capacity: 2, maxPlusOnes: 1 }, 2);
    const going = await join(occ);
    const pair = await join(occ, { seats: 2 });
    expect(await stateOf(pair)).toBe("waitlisted");
    deps.pass(2 * DAY - 2 * HOUR);
    await sweepRegistrations(deps);
    await sweepRegistrations(deps);
    const kinds = await mailsTo(await emailOf(pair));
    expect(kinds.filter((kind) => kind === "rsvpOpenToAll")).toHaveLength(1);
    await acceptOffer(deps, pair, 1);
    expect(await stateOf(pair)).toBe("going");
    expect((await getHostedShowing(deps, occ)).taken).toBe(2);
    expect(await stateOf(going)).toBe("going");
  });

  it("an address that is not confirmed within 48 hours expires", async () => {
    const occ = await hosted();
    const email = await ask(occ);
    deps.pass(2 * DAY);
    await sweepRegistrations(deps);
    const { id, state } = await rowOf(email);
    expect(state).toBe("expired");
    await expect(confirmRegistration(deps, id)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("confirmations at the same time", () => {
  const askedFor = async (occ: string, many: number, changes: Parameters<typeof ask>[1] = {}) => {
    const ids: string[] = [];
    for (let at = 0; at < many; at++) ids.push((await rowOf(await ask(occ, changes))).id);
    return ids;
  };
  const answersOf = async (asked: readonly Promise<void>[]) =>
    (await Promise.allSettled(asked)).map((one) =>
      one.status === "fulfilled" ? "done" : (one.reason as { code: string }).code,
    );

  it("A1: share two statements, fill the places exactly and have one mail each", async () => {
    const occ = await hosted({ capacity: 10 });
    const ids = await askedFor(occ, 60);
    const recording = recordDatabase(env.DB);
    const later: Promise<unknown>[] = [];
    const busy = {
      ...deps,
      db: recording.db,
      later: (work: Promise<unknown>) => later.push(work),
    };
    expect(await answersOf(ids.map((id) => confirmRegistration(busy, id)))).toEqual(
      ids.map(() => "done"),
    );
    await Promise.all(later);
    const decisions = recording.statements.filter(({ sql: text }) =>
      /^update "registrations" set "state"/i.test(text),
    );
    expect(decisions).toHaveLength(2);
    // The mails of a group are written together too.
    while (later.length > 0) await later.shift();
    expect(recording.roundTrips).toBeLessThan(20);
    const states = await Promise.all(ids.map(stateOf));
    expect(states.filter((state) => state === "going")).toHaveLength(10);
    expect(states.filter((state) => state === "waitlisted")).toHaveLength(50);
    expect((await getHostedShowing(deps, occ)).taken).toBe(10);
    expect(await deps.db.$count(mails, inArray(mails.kind, ["rsvpGoing", "rsvpWaitlisted"]))).toBe(
      60,
    );
  });

  it("each say their own result: one that is refused, ended or gone leaves the others alone", async () => {
    const [occ, other] = [
      await hosted({ capacity: 2, hasWaitlist: false }),
      await hosted({ capacity: 1 }),
    ];
    const [first = "", ...ids] = await askedFor(occ, 4);
    const [elsewhere = ""] = await askedFor(other, 1);
    const [ended = ""] = await askedFor(occ, 1);
    await cancelRegistration(deps, ended);
    const gone = "019b0000-0000-7000-9000-00000000ffff";
    const all = [first, ...ids, elsewhere, ended, gone, first];
    expect(await answersOf(all.map((id) => confirmRegistration(deps, id)))).toEqual([
      ...["done", "done", "conflict", "conflict", "done", "conflict", "not-found", "done"],
    ]);
    // A refused one has no place in line that a later try would keep.
    const refusedRow = await deps.db
      .select()
      .from(registrations)
      .where(eq(registrations.id, ids[2] ?? ""))
      .get();
    expect(refusedRow).toMatchObject({ state: "unconfirmed", confirmedAt: null });
  });

  it("are decided one by one where the group fails, or the request that decides it is lost", async () => {
    const occ = await hosted({ capacity: 3 });
    const ids = await askedFor(occ, 3);
    const broken = Object.create(deps.db, {
      batch: {
        value: (statements: Parameters<typeof deps.db.batch>[0]) =>
          statements.length > 1
            ? Promise.reject(new Error("D1_ERROR: it went away"))
            : deps.db.batch(statements),
      },
    });
    expect(
      await answersOf(
        ids.slice(0, 2).map((id) => confirmRegistration({ ...deps, db: broken }, id)),
      ),
    ).toEqual(["done", "done"]);
    let release = () => {};
    let isFirst = true;
    const hanging = Object.create(deps.db, {
      batch: {
        value: (statements: Parameters<typeof deps.db.batch>[0]) => {
          if (!isFirst) return deps.db.batch(statements);
          isFirst = false;
          return new Promise((_, reject) => {
            release = () => reject(new Error("It was lost."));
          });
        },
      },
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const first = confirmRegistration({ ...deps, db: hanging }, ids[0] ?? "");
    const follower = confirmRegistration(deps, ids[2] ?? "");
    vi.advanceTimersByTime(2 * SECOND);
    vi.useRealTimers();
    await Promise.all([first, follower]);
    release();
    expect(await Promise.all(ids.map(stateOf))).toEqual(["going", "going", "going"]);
  });
});

describe("a host", () => {
  it("approves and declines, and each guest hears it", async () => {
    const occ = await hosted({ needsApproval: true, capacity: 1 });
    const [one, two, three] = [await join(occ), await join(occ), await join(occ)];
    await decideGuest(deps, host, one, "approve");
    await decideGuest(deps, host, two, "approve");
    await decideGuest(deps, host, three, "decline", "Members only, see evil.example");
    await deps.settle();
    expect(await Promise.all([one, two, three].map(stateOf))).toEqual([
      "going",
      "waitlisted",
      "declined",
    ]);
    expect((await mailsTo(await emailOf(three))).at(-1)).toBe("rsvpDeclined");
    const declined = await deps.db.select().from(mails).where(eq(mails.kind, "rsvpDeclined")).get();
    expect(declined?.text).toContain("evil. example");
    for (const [id, decision] of [
      [one, "decline"],
      [one, "approve"],
      [three, "decline"],
    ] as const)
      await expect(decideGuest(deps, host, id, decision)).rejects.toMatchObject({
        code: "conflict",
      });
    expect(await deps.db.$count(auditEntries, eq(auditEntries.action, "event.guest-decided"))).toBe(
      3,
    );
  });

  it("hears once that a showing is full", async () => {
    const occ = await hosted({ capacity: 1 });
    const first = await join(occ);
    await cancelRegistration(deps, first);
    await deps.settle();
    await join(occ);
    expect(await deps.db.$count(mails, eq(mails.kind, "rsvpFull"))).toBe(1);
  });

  it("reads once a day, from 9:00 on, who joined and left, unless switched off", async () => {
    const occ = await hosted();
    const quiet = await hosted({ sendsDigest: false });
    await join(occ);
    await cancelRegistration(deps, await join(occ));
    await join(quiet);
    expect(await digestHosts(deps)).toEqual({ digests: 0 });
    // 8:59 of the next day in Tehran, then 9:00.
    deps.pass(Date.parse("2026-12-09T05:29:00Z") - deps.clock.now());
    expect(await digestHosts(deps)).toEqual({ digests: 0 });
    deps.pass(MINUTE);
    expect(await digestHosts(deps)).toEqual({ digests: 1 });
    expect(await digestHosts(deps)).toEqual({ digests: 0 });
    const [mail, ...more] = await deps.db.select().from(mails).where(eq(mails.kind, "rsvpDigest"));
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Since yesterday: 2 new RSVPs");
    expect(mail?.text).toContain("2 new RSVPs, 1 cancelled or lapsed.");
    deps.pass(DAY);
    expect(await digestHosts(deps)).toEqual({ digests: 0 });
  });

  it("shares these mails with co-hosts and who looks after guests, each of whom may switch them off", async () => {
    const organizerId = deps.ids.next();
    await deps.db.insert(organizers).values({
      ...{ id: organizerId, slug: "hall", nameEn: "Hall", searchKey: "hall" },
      ...{ createdAt: 0, updatedAt: 0 },
    });
    const occ = await hosted({ capacity: 1 });
    const eventId = occ.slice(0, occ.indexOf("/"));
    await deps.db.update(events).set({ organizerId }).where(eq(events.id, eventId));
    const helperOf = async (role: "cohost" | "guests" | "door" | "viewer", ofPage = false) => {
      const helper = await addActor(deps);
      const id = deps.ids.next();
      await deps.db.insert(hostPeople).values({
        ...{ id, role, userId: helper.id, invitedEmail: "helper@mail.example", createdAt: 0 },
        ...(ofPage ? { organizerId } : { eventId }),
      });
      return { helper, id };
    };
    const keeperOf = async () => {
      const keeper = await addActor(deps);
      await deps.db.insert(hostClaims).values({
        ...{ id: deps.ids.next(), hostKind: "organizer", hostId: organizerId, userId: keeper.id },
        ...{ statement: "Ours.", status: "approved", createdAt: 0, updatedAt: 0 },
      });
      return keeper;
    };
    const keeper = await keeperOf();
    const maker = await keeperOf();
    await setPageMails(deps, maker, organizerId, false);
    // An event that a keeper has made is of their page too.
    await deps.db.update(events).set({ creatorId: maker.id }).where(eq(events.id, eventId));
    await expect(setPageMails(deps, host, organizerId, false)).rejects.toMatchObject({
      code: "not-found",
    });
    const told = [
      await helperOf("cohost"),
      await helperOf("guests"),
      await helperOf("guests", true),
    ];
    await helperOf("door");
    await helperOf("viewer");
    const quiet = await helperOf("cohost");
    await expect(setPersonMails(deps, keeper, quiet.id, false)).rejects.toMatchObject({
      code: "not-found",
    });
    await setPersonMails(deps, quiet.helper, quiet.id, false);
    // A second role, in the page, does not undo it.
    await deps.db.insert(hostPeople).values({
      ...{ id: deps.ids.next(), role: "guests", userId: quiet.helper.id, organizerId },
      ...{ invitedEmail: "helper@mail.example", createdAt: 0 },
    });
    await join(occ);
    deps.pass(Date.parse("2026-12-09T05:30:00Z") - deps.clock.now());
    expect(await digestHosts(deps)).toEqual({ digests: 4 });
    expect(await digestHosts(deps)).toEqual({ digests: 0 });
    const hosts = [keeper, ...told.map(({ helper }) => helper)].map(({ id }) => id).sort();
    for (const kind of ["rsvpFull", "rsvpDigest"]) {
      const sent = await deps.db.select().from(mails).where(eq(mails.kind, kind));
      expect(sent.map(({ userId }) => userId).sort(), kind).toEqual(hosts);
    }
  });

  it("is the only one who decides [S-182]", async () => {
    const occ = await hosted({ needsApproval: true });
    const id = await join(occ);
    const stranger = await addActor(deps);
    const admin = await addActor(deps, "admin");
    for (const actor of [stranger, admin])
      await expect(decideGuest(deps, actor, id, "approve")).rejects.toMatchObject({
        code: "not-found",
      });
    await expect(decideGuest(deps, null, id, "approve")).rejects.toMatchObject({
      code: "unauthorized",
    });
  });
});

describe("the clock", () => {
  it("ends the registrations of a cancelled showing, with a mail", async () => {
    const occ = await hosted();
    const id = await join(occ);
    await deps.db.update(eventOccurrences).set({ status: "cancelled" });
    await sweepRegistrations(deps);
    expect(await stateOf(id)).toBe("cancelled");
    expect((await mailsTo(await emailOf(id))).at(-1)).toBe("rsvpOff");
  });

  it.each([
    ["cancelled", { lifecycle: "cancelled" }],
    ["rejected", { status: "rejected" }],
    ["deleted", { deletedAt: 1 }],
  ] as const)(
    "ends and tells nothing of what has taken place, though the event is %s later",
    async (_, change) => {
      const occ = await hosted({ capacity: 5, maxPlusOnes: 1 });
      const [stays, erases] = [await join(occ, { seats: 2 }), await join(occ)];
      const address = await emailOf(stays);
      const before = await mailsTo(address);
      deps.pass(8 * DAY);
      await deps.db.update(events).set(change);
      await sweepRegistrations(deps);
      await eraseRegistration(deps, erases);
      // What one erases after the evening leaves its numbers.
      expect([await stateOf(stays), await stateOf(erases)]).toEqual(["going", "going"]);
      expect(await mailsTo(address)).toEqual(before);
      expect(
        await deps.db.select().from(registrations).where(eq(registrations.id, erases)).get(),
      ).toMatchObject({ name: null, email: null });
    },
  );

  it("ends the registrations of a date that an edit takes away, and names that date", async () => {
    const occ = await hosted();
    const eventId = occ.slice(0, occ.indexOf("/"));
    const showing = (day: string) => ({ originalStart: `${day}T18:00`, end: `${day}T20:00` });
    const write = async (...days: string[]) => {
      const schedule = scheduleOf({ kind: "dates", dates: days.map(showing) });
      const now = deps.clock.now();
      const dates = materialise(schedule, { eventId, timeZone: "Asia/Tehran" }, now);
      await deps.db.update(events).set({ schedule }).where(eq(events.id, eventId));
      await deps.db.batch(occurrenceStatements(deps.db, eventId, dates, now) as never);
    };
    await write("2026-12-20", "2026-12-27");
    // A form that nobody confirms keeps no date.
    await ask(showingKey(eventId, "2026-12-20T18:00"));
    await write("2026-12-27");
    expect(
      await deps.db.select().from(eventOccurrences).where(eq(eventOccurrences.eventId, eventId)),
    ).toHaveLength(1);
    await write("2026-12-20", "2026-12-27");
    const id = await join(showingKey(eventId, "2026-12-20T18:00"));
    await write("2026-12-27");
    await sweepRegistrations(deps);
    const mail = (await deps.db.select().from(mails).where(eq(mails.kind, "rsvpOff")))[0];
    expect(mail?.subject).toContain("20 December");
    // Its page says so, and no new guest finds the date.
    expect((await findRegistration(deps, id))?.showing).toMatchObject({ phase: "off" });
    expect((await hostedShowingsOf(deps, eventId)).filter(takesForms)).toHaveLength(1);
    await write("2026-12-20", "2026-12-27");
    expect((await hostedShowingsOf(deps, eventId)).filter(takesForms)).toHaveLength(2);
  });

  it("keeps the registrations of a flagged event, and ends those of a rejected one", async () => {
    const occ = await hosted();
    const id = await join(occ);
    await deps.db.update(events).set({ status: "flagged" });
    await sweepRegistrations(deps);
    expect(await stateOf(id)).toBe("going");
    await expect(ask(occ)).rejects.toMatchObject({ code: "conflict" });
    await deps.db.update(events).set({ status: "rejected" });
    await sweepRegistrations(deps);
    expect(await stateOf(id)).toBe("cancelled");
  });

  it("reminds guests a day before, once", async () => {
    const occ = await hosted();
    const id = await join(occ);
    deps.pass(6 * DAY + MINUTE);
    await sweepRegistrations(deps);
    await sweepRegistrations(deps);
    const kinds = await mailsTo(await emailOf(id));
    expect(kinds.filter((kind) => kind === "rsvpReminder")).toHaveLength(1);
  });

  it("A19: 31 days after the end names are gone, and the numbers are the same [S-186]", async () => {
    const occ = await hosted({ capacity: 9, maxPlusOnes: 3 });
    await join(occ, { seats: 3 });
    await cancelRegistration(deps, await join(occ));
    const counts = () =>
      deps.db
        .select({ state: registrations.state, seats: sql<number>`sum(seats)` })
        .from(registrations)
        .groupBy(registrations.state);
    const before = await counts();
    deps.pass(7 * DAY + 2 * HOUR + 29 * DAY);
    await purgeAll(deps, guestsPurge);
    expect((await deps.db.select().from(registrations))[0]?.name).toBe("Sara Moradi");
    deps.pass(2 * DAY);
    await purgeAll(deps, guestsPurge);
    for (const row of await deps.db.select().from(registrations))
      expect(row).toMatchObject({ name: null, email: null, mailbox: null, userId: null });
    expect(await counts()).toEqual(before);
    expect((await deps.db.select().from(hostedShowings).get())?.taken).toBe(3);
    expect(JSON.stringify(await deps.db.select().from(registrations))).not.toMatch(
      /Sara|mail\.example/,
    );
  });
});

it("an account adopts the registrations of its address once that is confirmed", async () => {
  const occ = await hosted();
  const email = "sara@mail.example";
  const id = await join(occ, { email });
  const user = await createUser(deps.db, { email, emailVerifiedAt: null });
  const ownerOf = async (registration: string) =>
    (await deps.db.select().from(registrations).where(eq(registrations.id, registration)).get())
      ?.userId;
  expect(await ownerOf(id)).toBeNull();
  await deps.db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, user.id));
  expect(await ownerOf(id)).toBe(user.id);
  expect(await ownerOf(await join(await hosted(), { email }))).toBe(user.id);
});
