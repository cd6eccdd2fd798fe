import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localDay, readerOf } from "../../app/lib/dates/dates.server";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import type { PartyEntry } from "../../app/lib/door/entries";
import type { Actor } from "../../app/lib/permissions";
import { readDoorReport } from "../../app/modules/hosting/door/door-report.server";
import { recordScans } from "../../app/modules/hosting/door/scans.server";
import {
  exportGuests,
  type GuestQuery,
  guestForHost,
  guestsForHost,
  guestsForStaff,
  lastAdded,
  showingsOfHost,
} from "../../app/modules/hosting/guest-list.server";
import { givePlace, handedOver } from "../../app/modules/hosting/hand-over.server";
import {
  type AddedGuest,
  addGuest,
  decideGuest,
  decideGuests,
} from "../../app/modules/hosting/host-commands.server";
import { readHostFigures } from "../../app/modules/hosting/host-figures.server";
import {
  approveStatement,
  overbookedStatement,
} from "../../app/modules/hosting/registration-statements.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import { runGuarded } from "../../app/modules/store/run-guarded.server";
import {
  auditEntries,
  eventDayCounts,
  eventOccurrences,
  hostedShowings,
  hostingLevels,
  hostingQuestions,
  mails,
  registrationAnswers,
  registrationChanges,
  registrations,
  webhookDeliveries,
  webhookEndpoints,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { emptyDatabase } from "../helpers/empty-database";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let host: Actor;
let eventId: string;
let occ: string;
const ALL: GuestQuery = { tab: "going", occ: null, words: "", page: 0 };

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  host = await addActor(deps);
  const cityId = (await createCity(deps.db, { slug: "tehran" })).id;
  const startsAt = deps.clock.now() + 7 * DAY;
  eventId = (await createEvent(deps.db, { cityId, startsAt, creatorId: host.id })).id;
  occ = await hostEvent(deps.db, eventId, { capacity: 4 });
});

// Mails of one test come before the next begins.
afterEach(() => deps.settle());

const guest = (changes: Parameters<typeof createRegistration>[2]) =>
  createRegistration(deps.db, occ, changes);
const statesOf = async (ids: readonly string[]) => {
  const rows = await deps.db.select().from(registrations);
  return ids.map((id) => rows.find((row) => row.id === id)?.state);
};
const auditOf = (action: string) =>
  deps.db.select().from(auditEntries).where(eq(auditEntries.action, action));

describe("a guest list", () => {
  it("has the guests of a tab and the number of each, an address only where its guest shares it", async () => {
    await guest({ name: "Sara", state: "going", seats: 2, email: "sara@mail.example" });
    await guest({
      name: "Kaveh",
      state: "offered",
      email: "kaveh@mail.example",
      sharesEmail: true,
    });
    await guest({ name: "Nima", state: "requested" });
    await guest({ name: "Gone", state: "cancelled" });
    const { guests, counts, hasMore } = await guestsForHost(deps, host, eventId, ALL);
    expect(guests.map(({ name, email }) => [name, email])).toEqual([
      ["Sara", null],
      ["Kaveh", "kaveh@mail.example"],
    ]);
    expect(counts).toEqual({ going: 2, requested: 1, line: 0, unconfirmed: 0, ended: 1 });
    expect(hasMore).toBe(false);
    const ended = await guestsForHost(deps, host, eventId, { ...ALL, tab: "ended" });
    expect(ended.guests.map(({ name }) => name)).toEqual(["Gone"]);
    expect(
      (await guestsForHost(deps, host, eventId, { ...ALL, words: "SAR" })).guests,
    ).toHaveLength(1);
  });

  it("numbers those in line by the time of their confirmation, whatever the search", async () => {
    await guest({ name: "Second", state: "waitlisted", seats: 3, confirmedAt: 20 });
    await guest({ name: "First", state: "waitlisted", confirmedAt: 10 });
    const line = { ...ALL, tab: "line" } as const;
    const { guests } = await guestsForHost(deps, host, eventId, line);
    expect(guests.map(({ name, place }) => [name, place])).toEqual([
      ["First", 1],
      ["Second", 2],
    ]);
    const [found] = (await guestsForHost(deps, host, eventId, { ...line, words: "second" })).guests;
    expect(found?.place).toBe(2);
  });

  it("says what a host can offer a party in line, and that is what the offer gives", async () => {
    const levelId = "019b0000-0000-7000-9000-0000000000aa";
    await deps.db.insert(hostingLevels).values({
      id: levelId,
      eventId,
      position: 0,
      nameEn: "Students",
      price: 0,
      currency: "IRR",
      capacity: 1,
    });
    await guest({ state: "going", levelId });
    const ids = [
      // Its level is full, though the showing is not.
      await guest({ state: "waitlisted", confirmedAt: 1, levelId, takesFewer: true }),
      await guest({ state: "waitlisted", confirmedAt: 2, seats: 5 }),
      await guest({ state: "waitlisted", confirmedAt: 3, seats: 5, takesFewer: true }),
      await guest({ state: "waitlisted", confirmedAt: 4 }),
    ];
    const shown = async () => {
      const { guests } = await guestsForHost(deps, host, eventId, { ...ALL, tab: "line" });
      return new Map(guests.map(({ id, offerable }) => [id, offerable]));
    };
    for (const [at, offerable] of [0, 0, 3, 1].entries()) {
      const id = ids[at] ?? "";
      expect((await shown()).get(id)).toBe(offerable);
      const offered = decideGuest(deps, host, id, "offer");
      if (offerable === 0) await expect(offered).rejects.toMatchObject({ code: "conflict" });
      else await offered;
      // As it was, for the next one.
      await deps.db
        .update(registrations)
        .set({ state: "waitlisted", seats: at === 3 ? 1 : 5 })
        .where(eq(registrations.id, id));
    }
    // Shortly before the start free places are open to all, and none is offered.
    deps.pass(7 * DAY - 2 * HOUR);
    expect([...(await shown()).values()]).toEqual([null, null, null, null]);
    await expect(decideGuest(deps, host, ids[3] ?? "", "offer")).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("says per showing how many seats are held and asked for, and how many parties wait", async () => {
    await guest({ state: "going", seats: 2 });
    await guest({ state: "offered" });
    await guest({ state: "requested", seats: 3 });
    await guest({ state: "waitlisted", seats: 2, confirmedAt: 1 });
    expect(await showingsOfHost(deps, eventId)).toMatchObject([
      { capacity: 4, going: 2, offered: 1, requested: 3, waiting: 1, erasedAt: null },
    ]);
  });

  it("has the next showing, however many are over", async () => {
    const { db, clock } = deps;
    for (let at = 1; at <= 70; at += 1) {
      const startsAt = clock.now() - at * 8 * HOUR;
      const originalStart = new Date(startsAt).toISOString().slice(0, 16);
      await db.insert(eventOccurrences).values({
        ...{ id: deps.ids.next(), eventId, originalStart, startsAt, endsAt: startsAt + HOUR },
        ...{ localDay: originalStart.slice(0, 10), updatedAt: 0 },
      });
    }
    const starts = (await showingsOfHost(deps, eventId)).map(({ startsAt }) => startsAt);
    expect(starts.slice(-2)).toEqual([clock.now() - 8 * HOUR, clock.now() + 7 * DAY]);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it("has figures of each step, by the days of the event's own clock", async () => {
    const late = deps.clock.now();
    const joins = { changedAt: late, confirmedAt: late };
    const id = await guest({ changedAt: late, source: "social" });
    await deps.db.update(registrations).set({ state: "going", seats: 2, ...joins });
    await guest({ state: "waitlisted", ...joins });
    await deps.db.update(registrations).set({ state: "cancelled" }).where(eq(registrations.id, id));
    await saveFavourite(deps, await addActor(deps), eventId);
    const found = new Request(deps.siteUrl, { headers: { Referer: "https://t.me/s/tehran" } });
    await saveFavourite(deps, await addActor(deps), eventId, found);
    const here = new Request(deps.siteUrl, { headers: { Referer: `${deps.siteUrl}/events` } });
    await saveFavourite(deps, await addActor(deps), eventId, here);
    const event = { id: eventId, timeZone: "Asia/Tehran" };
    const day = localDay(late, "Asia/Tehran");
    await deps.db.insert(eventDayCounts).values([
      { eventId, day, kind: "view", source: "search", count: 7 },
      { eventId, day, kind: "ticket", source: "search", count: 3 },
      { eventId, day, kind: "view", source: "direct", count: 2 },
      { eventId, day, kind: "share", source: "direct", count: 5 },
    ]);
    const inside = await guest({ state: "going", source: "search", ...joins });
    const entry = { inside: 1 } as PartyEntry;
    const report = { entries: new Map([[inside, entry]]) };
    const showingDay = localDay(
      (await showingsOfHost(deps, eventId))[0]?.startsAt ?? 0,
      "Asia/Tehran",
    );
    const longAgo = localDay(deps.clock.now() - 40 * DAY, event.timeZone);
    await deps.db
      .insert(eventDayCounts)
      .values({ eventId, day: longAgo, kind: "view", source: "direct", count: 1 });
    const lastOf = async (isAll: boolean) =>
      (await readHostFigures(deps, event, report, isAll)).days.at(-1)?.day;
    expect([await lastOf(false), await lastOf(true)]).toEqual([day, longAgo]);
    await deps.db.delete(eventDayCounts).where(eq(eventDayCounts.day, longAgo));
    expect(await readHostFigures(deps, event, report)).toEqual({
      confirmed: 3,
      going: 1,
      tickets: 3,
      days: [
        { day: showingDay, views: 0, saves: 0, confirmed: 0, ended: 0, tickets: 0, came: 1 },
        { day, views: 9, saves: 3, confirmed: 1, ended: 1, tickets: 3, came: 0 },
      ],
      sources: [
        { source: "search", views: 7, saves: 0, tickets: 3, confirmed: 1, came: 1 },
        { source: "direct", views: 2, saves: 0, tickets: 0, confirmed: 0, came: 0 },
        { source: "social", views: 0, saves: 1, tickets: 0, confirmed: 1, came: 0 },
      ],
    });
  });

  it("is for hosts alone; an export is audited, without unconfirmed guests [S-175]", async () => {
    const question = {
      id: deps.ids.next(),
      eventId,
      position: 0,
      kind: "text",
      labelEn: "A piece you’d love to hear?",
    } as const;
    await deps.db.insert(hostingQuestions).values(question);
    const registrationId = await guest({ name: "=1+1", state: "going" });
    await deps.db
      .insert(registrationAnswers)
      .values({ registrationId, questionId: question.id, answer: "Nava" });
    await guest({ state: "unconfirmed" });
    const exported = await exportGuests(deps, host, eventId, "csv");
    expect(exported.map(({ name, email, answers }) => [name, email, answers[0]?.answer])).toEqual([
      ["=1+1", null, "Nava"],
    ]);
    expect(await auditOf("event.guests-exported")).toMatchObject([
      { actorId: host.id, entityId: eventId, metadata: { format: "csv" } },
    ]);
    const stranger = await addActor(deps);
    const moderator = await addActor(deps, "moderator");
    for (const other of [stranger, moderator]) {
      for (const attempt of [
        guestsForHost(deps, other, eventId, ALL),
        exportGuests(deps, other, eventId, "json"),
      ])
        expect((await failureOf(attempt)).code).toBe("not-found");
    }
    expect((await failureOf(guestsForHost(deps, null, eventId, ALL))).code).toBe("unauthorized");
  });

  it("opens to staff only with a reason, which the audit log keeps before they see a name [S-176]", async () => {
    await guest({ name: "Sara", state: "going" });
    const moderator = await addActor(deps, "moderator");
    const open = (actor: Actor, reason: string) =>
      guestsForStaff(deps, actor, eventId, reason, ALL);
    expect((await failureOf(open(host, "I am curious today."))).code).toBe("forbidden");
    expect((await failureOf(open(moderator, "why"))).code).toBe("invalid");
    expect(await auditOf("event.guests-read")).toEqual([]);
    const { guests } = await open(moderator, "A guest asked us to find a booking.");
    expect(guests.map(({ name }) => name)).toEqual(["Sara"]);
    expect(await auditOf("event.guests-read")).toMatchObject([
      { actorId: moderator.id, metadata: { reason: "A guest asked us to find a booking." } },
    ]);
  });
});

describe("several guests at once", () => {
  it("are approved or declined each by its own guard: those that do not fit join the line, those of another state stay", async () => {
    const ids = [
      await guest({ name: "A", state: "requested", seats: 3, confirmedAt: 1 }),
      await guest({ name: "B", state: "requested", seats: 3, confirmedAt: 2 }),
      await guest({ name: "C", state: "cancelled" }),
    ];
    // Each reading of the clock is later: the audit entries still find what the batch decided.
    let at = deps.clock.now();
    const ticking = { ...deps, clock: { now: () => ++at } };
    expect(await decideGuests(ticking, host, eventId, [...ids, ...ids], "approve")).toBe(2);
    expect(await statesOf(ids)).toEqual(["going", "waitlisted", "cancelled"]);
    const asked = await guest({ state: "requested" });
    expect(await decideGuests(deps, host, eventId, [asked], "decline")).toBe(1);
    expect(await statesOf([asked])).toEqual(["declined"]);
    expect(await auditOf("event.guest-decided")).toHaveLength(3);
  });

  it("are decided about in few statements, a hundred of them, with their mails and messages to webhooks", async () => {
    await deps.db.update(hostedShowings).set({ capacity: 60 });
    const ids: string[] = [];
    for (let at = 0; at < 100; at += 1)
      ids.push(await guest({ state: "requested", confirmedAt: at }));
    await deps.db.insert(webhookEndpoints).values({
      ...{ id: deps.ids.next(), userId: host.id, url: "https://hooks.example/guests" },
      ...{ types: ["guest.changed"], isOwnOnly: true, sealedSecret: "sealed", createdAt: 0 },
    });
    await deps.db.update(registrationChanges).set({ toldAt: 1 });
    const recording = recordDatabase(env.DB);
    const recorded = { ...deps, db: recording.db };
    expect(await decideGuests(recorded, host, eventId, ids, "approve")).toBe(100);
    const decided = recording.statements.length;
    await deps.settle();
    expect(decided).toBeLessThan(8);
    expect(recording.statements.length).toBeLessThan(40);
    const states = await statesOf(ids);
    expect(states).toEqual(ids.map((_, at) => (at < 60 ? "going" : "waitlisted")));
    expect(await auditOf("event.guest-decided")).toHaveLength(100);
    const mailed = await deps.db.select().from(mails);
    const of = (kind: string) => mailed.filter((mail) => mail.kind === kind).length;
    expect([of("rsvpGoing"), of("rsvpWaitlisted"), of("rsvpFull")]).toEqual([60, 40, 1]);
    expect(new Set(mailed.map(({ toAddress }) => toAddress)).size).toBe(101);
    const [mail] = mailed;
    expect(mail).toMatchObject({
      isSecret: true,
      isTracked: false,
      status: "pending",
      attempts: 0,
    });
    expect(await deps.db.$count(webhookDeliveries)).toBe(100);
    const queued = deps.sent.flatMap((message) =>
      message.type === "news.send" ? message.mails : [],
    );
    expect(queued).toEqual(expect.arrayContaining(mailed.map(({ id }) => id)));
    const declined = await Promise.all(
      Array.from({ length: 3 }, () => guest({ state: "requested" })),
    );
    expect(await decideGuests(deps, host, eventId, declined, "decline")).toBe(3);
  });

  it("stay as they are where there is neither a place nor a line, beside those who come", async () => {
    await deps.db.update(hostedShowings).set({ hasWaitlist: false });
    const ids = [
      await guest({ state: "requested", seats: 3, confirmedAt: 1 }),
      await guest({ state: "requested", seats: 3, confirmedAt: 2 }),
      await guest({ state: "requested", seats: 1, confirmedAt: 3 }),
    ];
    expect(await decideGuests(deps, host, eventId, ids, "approve")).toBe(2);
    expect(await statesOf(ids)).toEqual(["going", "requested", "going"]);
    expect(await auditOf("event.guest-decided")).toHaveLength(2);
  });

  it("are refused as a whole where more would come than there are places for", async () => {
    const id = await guest({ state: "requested" });
    const guarded = () =>
      runGuarded(deps, [
        approveStatement(deps, { eventId, ids: [id] }, host.id),
        deps.db.update(hostedShowings).set({ capacity: 0 }),
        overbookedStatement(deps, [id]),
      ]);
    expect((await failureOf(guarded())).code).toBe("conflict");
    expect(await statesOf([id])).toEqual(["requested"]);
    // Fewer places than guests is no overbooking where nobody comes by this.
    await guest({ state: "going", seats: 5 });
    expect(await decideGuests(deps, host, eventId, [id], "approve")).toBe(1);
    expect(await statesOf([id])).toEqual(["waitlisted"]);
  });

  it("are let in with their whole parties, once", async () => {
    const ids = [
      await guest({ state: "going", seats: 3 }),
      await guest({ state: "going" }),
      await guest({ state: "waitlisted" }),
    ];
    expect(await decideGuests(deps, host, eventId, ids, "check-in")).toBe(2);
    expect(await decideGuests(deps, host, eventId, ids, "check-in")).toBe(0);
    expect((await readDoorReport(deps, eventId)).inside.get(occ)).toBe(4);
  });

  it("are as many as a page of the list has, let in with those who are still outside", async () => {
    await deps.db.update(hostedShowings).set({ capacity: null });
    const ids: string[] = [];
    for (let at = 0; at < 100; at += 1) ids.push(await guest({ state: "going", confirmedAt: at }));
    const [first = ""] = ids;
    await deps.db.update(registrations).set({ seats: 3 }).where(eq(registrations.id, first));
    await recordScans(deps, { occ, eventId, deviceId: null, hostId: null }, [
      {
        ...{ id: deps.ids.next(), registrationId: first, kind: "in", undoes: null, n: 1, seats: 3 },
        ...{ serial: null, at: deps.clock.now(), isOffline: false, isOverride: false },
      },
    ]);
    const { guests } = await guestsForHost(deps, host, eventId, ALL);
    expect(guests).toHaveLength(100);
    const recording = recordDatabase(env.DB);
    const recorded = { ...deps, db: recording.db };
    expect(await decideGuests(recorded, host, eventId, ids, "check-in")).toBe(100);
    expect(recording.statements.length).toBeLessThan(4);
    expect((await readDoorReport(deps, eventId)).inside.get(occ)).toBe(102);
    const more = decideGuests(deps, host, eventId, [...ids, deps.ids.next()], "check-in");
    expect((await failureOf(more)).code).toBe("invalid");
  });

  it("are decided about by hosts of their event alone [S-202]", async () => {
    const [stranger, id] = [await addActor(deps), await guest({ state: "requested" })];
    const tried = await failureOf(decideGuests(deps, stranger, eventId, [id], "approve"));
    expect(tried.code).toBe("not-found");
    const cityId = (await createCity(deps.db, { slug: "sari" })).id;
    const startsAt = deps.clock.now() + DAY;
    const other = (await createEvent(deps.db, { cityId, startsAt, creatorId: stranger.id })).id;
    await hostEvent(deps.db, other);
    expect(await decideGuests(deps, stranger, other, [id], "approve")).toBe(0);
    expect(await decideGuests(deps, stranger, other, [id], "check-in")).toBe(0);
    expect(await statesOf([id])).toEqual(["requested"]);
  });
});

describe("a guest that a host adds", () => {
  const add = (changes: Partial<AddedGuest> = {}) =>
    addGuest(deps, host, eventId, {
      ...{ occ, name: "Farhad", seats: 2, email: null, levelId: null, reader: readerOf("fa") },
      ...changes,
    });
  const added = () => deps.db.select().from(registrations).where(eq(registrations.name, "Farhad"));

  it("is going where places are free, without a mail where there is no address, and is audited", async () => {
    await add();
    await deps.settle();
    expect(await added()).toMatchObject([
      { state: "going", seats: 2, email: null, changedAs: "host", changedBy: host.id },
    ]);
    expect(await deps.db.$count(mails)).toBe(0);
    expect(await auditOf("event.guest-added")).toHaveLength(1);
    const [{ id } = { id: "" }] = await added();
    const { history } = await guestForHost(deps, host, eventId, id);
    expect(history.map(({ toState, changedAs }) => [toState, changedAs])).toEqual([
      ["going", "host"],
      ["unconfirmed", "host"],
    ]);
    // The form begins anew by a guest whom its host adds, and by no other.
    const last = await lastAdded(deps, eventId, host.id);
    await guest({ state: "going" });
    expect(await lastAdded(deps, eventId, host.id)).toBe(last);
    await add();
    expect(await lastAdded(deps, eventId, host.id)).toBeGreaterThan(last ?? 0);
  });

  it("joins the line where it is full, and is refused where there is none", async () => {
    expect(await add({ seats: 4 })).toBe(false);
    expect(await add({ seats: 1 })).toBe(true);
    expect((await added()).map(({ state }) => state)).toEqual(["going", "waitlisted"]);
    await deps.db.update(hostedShowings).set({ hasWaitlist: false });
    expect((await failureOf(add())).code).toBe("conflict");
    expect(await deps.db.$count(registrations)).toBe(2);
  });

  it("gets the mail of a guest by an address, and never takes the place of the RSVP that it has", async () => {
    const email = "farhad@mail.example";
    await add({ email });
    await deps.settle();
    expect(await deps.db.select().from(mails)).toMatchObject([
      { kind: "rsvpGoing", toAddress: email },
    ]);
    await add({ email, seats: 1 });
    expect(await added()).toMatchObject([{ seats: 2 }]);
    // Whoever typed it, hosts see an address only where its guest shares it.
    expect((await guestsForHost(deps, host, eventId, ALL)).guests[0]?.email).toBeNull();
  });

  it("with an address that has ten RSVPs is refused, and one who never pressed the link is confirmed", async () => {
    const [email, late] = ["full@mail.example", "late@mail.example"];
    const id = await guest({ email: late, state: "unconfirmed", seats: 1 });
    await add({ email: late });
    expect(await statesOf([id])).toEqual(["going"]);
    const cityId = (await createCity(deps.db, { slug: "sari" })).id;
    for (let at = 0; at < 10; at += 1) {
      const startsAt = deps.clock.now() + (at + 1) * DAY;
      const other = await createEvent(deps.db, { cityId, startsAt });
      await createRegistration(deps.db, await hostEvent(deps.db, other.id), { email });
    }
    const audited = await auditOf("event.guest-added");
    expect(audited).toMatchObject([{ metadata: { registrationId: id } }]);
    const { code, issues } = await failureOf(add({ email }));
    expect([code, issues[0]?.message]).toEqual(["conflict", "errors:issue.rsvpAddressFull"]);
    expect(await added()).toEqual([]);
    expect(await auditOf("event.guest-added")).toHaveLength(1);
  });

  it("gets no more mails a day than by the form, whoever adds the address", async () => {
    const email = "farhad@mail.example";
    for (let at = 0; at < 3; at += 1) {
      await add({ email });
      const [last] = (await added()).filter(({ state }) => state === "going");
      await decideGuest(deps, host, last?.id ?? "", "remove", "Once more.");
    }
    expect((await failureOf(add({ email }))).code).toBe("too-many-requests");
    expect(await added()).toHaveLength(3);
  });

  it("is added by hosts of the showing's event alone", async () => {
    const stranger = await addActor(deps);
    const facts = { occ, name: "X", seats: 1, email: null, levelId: null, reader: readerOf("en") };
    expect((await failureOf(addGuest(deps, stranger, eventId, facts))).code).toBe("not-found");
  });
});

it("has a panel with each guest's history, the latest first, and who brought them", async () => {
  const party = await guest({ name: "Sara", state: "requested", seats: 3, changedAt: 5 });
  await decideGuests(deps, host, eventId, [party], "approve");
  await givePlace(deps, party, "Kian");
  const seen = await guestForHost(deps, host, eventId, party);
  expect(seen.history.map(({ toState, seats, changedAs }) => [toState, seats, changedAs])).toEqual([
    ["going", 2, "guest"],
    ["going", 3, "host"],
    ["requested", 3, "guest"],
  ]);
  const [kian] = await handedOver(deps, party);
  const own = await guestForHost(deps, host, eventId, kian?.id ?? "");
  expect([own.broughtBy, own.guest.name, own.guest.broughtBy]).toEqual(["Sara", "Kian", party]);
  const stranger = await addActor(deps);
  for (const attempt of [
    guestForHost(deps, stranger, eventId, party),
    guestForHost(deps, host, eventId, deps.ids.next()),
  ])
    expect((await failureOf(attempt)).code).toBe("not-found");
});
