import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY, MINUTE } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import { confirmRegistration } from "../../app/modules/hosting/guest-commands.server";
import {
  checkHostMessage,
  decideHostMessage,
  HOST_MESSAGE_LENGTH,
  type HostMessageInput,
  listHeldMessages,
  sendHostMessage,
  undoHostMessage,
} from "../../app/modules/hosting/host-messages.server";
import { tellChanges } from "../../app/modules/hosting/tell-changes.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import {
  auditEntries,
  domainEvents,
  hostMessages,
  hostPeople,
  mails,
  notifications,
  users,
  webhookDeliveries,
  webhookEndpoints,
  webhookMessages,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { emptyDatabase } from "../helpers/empty-database";
import { WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor } from "../helpers/organizers";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const TEXT = "Please bring a mat.\nThe door is in the yard.";

let deps: TestDeps;
let host: Actor;
let eventId: string;
let occ: string;

beforeEach(async () => {
  await emptyDatabase();
  deps = createTestDeps();
  const { id: cityId } = await createCity(deps.db, { slug: "tehran", timeZone: "Asia/Tehran" });
  host = await addActor(deps);
  await deps.db.update(users).set({ trustScore: 80 }).where(eq(users.id, host.id));
  const event = await createEvent(deps.db, {
    cityId,
    startsAt: deps.clock.now() + 20 * DAY,
    creatorId: host.id,
    titleEn: "Yoga",
    ticketUrl: "https://tickets.example/yoga",
  });
  eventId = event.id;
  occ = await hostEvent(deps.db, eventId);
});

afterEach(() => deps.settle());

const guest = (changes: Parameters<typeof createRegistration>[2] = {}) =>
  createRegistration(deps.db, occ, { state: "going", confirmedAt: 1, ...changes });

const write = (changes: Partial<HostMessageInput> = {}, by = host) =>
  sendHostMessage(deps, by, eventId, { audience: "guests", at: null, text: TEXT, ...changes });

async function pass() {
  deps.pass(MINUTE);
  await sweepDomainEvents(deps);
}

const written = () =>
  deps.db
    .select({ to: mails.toAddress, kind: mails.kind, subject: mails.subject, text: mails.text })
    .from(mails)
    .orderBy(sql`rowid`);

async function addSaver() {
  const saver = await addActor(deps);
  await deps.db
    .update(users)
    .set({
      email: "saver@mail.example",
      emailVerifiedAt: 1,
      notificationPreferences: { ...WANTS_EVERYTHING, frequency: "weekly" },
    })
    .where(eq(users.id, saver.id));
  await saveFavourite(deps, saver, eventId);
}

describe("a host's message", () => {
  it("reaches each guest with a place by a mail of their own after a minute, and nobody else [S-188]", async () => {
    await guest({ email: "a@mail.example" });
    await guest({ email: "b@mail.example", locale: "fa" });
    await guest({ email: "line@mail.example", state: "waitlisted" });
    await guest({ email: "muted@mail.example", mutesMessages: true });
    await guest({ email: "new@mail.example", state: "unconfirmed", confirmedAt: null });
    await addSaver();
    expect(
      (await checkHostMessage(deps, host, eventId, { audience: "guests", at: null, text: TEXT }))
        .recipients,
    ).toBe(2);
    expect(await write()).toBe("sent");
    await sweepDomainEvents(deps);
    expect(await written()).toEqual([]);
    await pass();
    await pass();
    const found = await written();
    expect(found.map(({ to, kind }) => [to, kind])).toEqual([
      ["a@mail.example", "rsvpMessage"],
      ["b@mail.example", "rsvpMessage"],
    ]);
    expect(found[0]?.text).toContain(TEXT);
    expect(found[1]?.subject).toMatch(/^از برگزارکنندهٔ/);
    const [entry] = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "event.message-sent"));
    expect(entry?.metadata).toMatchObject({ audience: "guests", recipients: 2 });
    expect(JSON.stringify(entry)).not.toContain("mat");
  });

  it("of the greatest length reaches a full page of guests by parameters that D1 takes", async () => {
    const emails = Array.from({ length: 101 }, (_, at) => `guest${at}@mail.example`);
    for (const email of emails) await guest({ email, locale: "fa" });
    await write({ text: '"'.repeat(HOST_MESSAGE_LENGTH.max) });
    deps.pass(MINUTE);
    const recording = recordDatabase(env.DB);
    await sweepDomainEvents({ ...deps, db: recording.db });
    expect((await written()).map(({ to }) => to)).toEqual(emails);
    const lengths = recording.statements.flatMap(({ parameters }) =>
      parameters.map((parameter) => String(parameter).length),
    );
    expect(Math.max(...lengths)).toBeGreaterThan(100_000);
    expect(Math.max(...lengths)).toBeLessThan(1_000_000);
  });

  it("reaches the guests whom its host chose, and of these none without a place or of another event", async () => {
    const id = await guest({ email: "a@mail.example" });
    await guest({ email: "b@mail.example" });
    const waiting = await guest({ email: "line@mail.example", state: "waitlisted" });
    const chosen = [id, waiting, deps.ids.next()];
    const input = { audience: "guests", at: null, chosen, text: TEXT } as const;
    expect((await checkHostMessage(deps, host, eventId, { ...input, chosen })).recipients).toBe(1);
    await write({ chosen });
    // What a Worker that knows no chosen guests reads as an audience of nobody.
    expect((await deps.db.select().from(hostMessages).get())?.audience).toBe("chosen");
    expect((await deps.db.select().from(domainEvents).get())?.values.to).toBe("chosen");
    await pass();
    await pass();
    expect((await written()).map(({ to }) => to)).toEqual(["a@mail.example"]);
  });

  it("reaches savers in the app and by mail at once, whatever their digest", async () => {
    await guest();
    await addSaver();
    await write({ audience: "savers" });
    await pass();
    expect((await written()).map(({ to, kind }) => [to, kind])).toEqual([
      ["saver@mail.example", "event-message"],
    ]);
    expect((await written())[0]?.text).toContain("Please bring a mat.");
    expect(await deps.db.$count(notifications, eq(notifications.kind, "event-message"))).toBe(1);
  });

  it("is taken back within its minute, and not after", async () => {
    await guest();
    await write();
    const [row] = await deps.db.select().from(hostMessages);
    await undoHostMessage(deps, host, eventId, row?.id ?? "");
    await pass();
    expect(await written()).toEqual([]);
    // One that nobody got does not count as the day's.
    await write();
    await pass();
    const second = (await deps.db.select().from(hostMessages)).at(-1);
    await expect(undoHostMessage(deps, host, eventId, second?.id ?? "")).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await written()).toHaveLength(1);
  });

  it("comes once a day for each showing, also from two hosts in the same moment", async () => {
    await guest();
    const other = await addActor(deps);
    await deps.db.insert(hostPeople).values({
      id: deps.ids.next(),
      eventId,
      organizerId: null,
      userId: other.id,
      role: "guests",
      invitedEmail: "x@mail.example",
      createdAt: 0,
    });
    await deps.db.update(users).set({ trustScore: 80 });
    const both = await Promise.allSettled([write(), write({}, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(write({ at: occ.split("/")[1] ?? "" })).rejects.toMatchObject({
      code: "too-many-requests",
    });
    deps.pass(DAY + MINUTE);
    expect(await write()).toBe("sent");
  });

  it("of a new host waits for staff the first time [S-189]", async () => {
    await deps.db.update(users).set({ trustScore: 10 }).where(eq(users.id, host.id));
    await guest();
    expect(await write()).toBe("held");
    await pass();
    expect(await written()).toEqual([]);
    const admin = await addActor(deps, "admin");
    const [held] = await listHeldMessages(deps, admin);
    await expect(decideHostMessage(deps, host, held?.message.id ?? "", null)).rejects.toMatchObject(
      { code: "forbidden" },
    );
    await decideHostMessage(deps, admin, held?.message.id ?? "", null);
    await expect(
      decideHostMessage(deps, admin, held?.message.id ?? "", null),
    ).rejects.toMatchObject({ code: "conflict" });
    await deps.settle();
    expect((await written()).filter(({ kind }) => kind === "rsvpMessage")).toHaveLength(1);
    deps.pass(DAY + MINUTE);
    expect(await write()).toBe("sent");
  });

  it("that staff reject reaches nobody, and its host has the reason", async () => {
    await deps.db.update(users).set({ trustScore: 10 }).where(eq(users.id, host.id));
    await guest();
    await write();
    const admin = await addActor(deps, "admin");
    const [held] = await listHeldMessages(deps, admin);
    await decideHostMessage(deps, admin, held?.message.id ?? "", "It sells something else.");
    await deps.settle();
    await pass();
    expect((await written()).filter(({ kind }) => kind === "rsvpMessage")).toEqual([]);
    expect(await deps.db.select().from(notifications)).toMatchObject([
      { userId: host.id, kind: "announcement-rejected" },
    ]);
  });

  it("links to us and the ticket page alone, also by dots that only look like dots [S-190]", async () => {
    await guest();
    for (const link of [
      "https://evil.example/x",
      "evil。example",
      "evil．example",
      "www.evil.example",
    ])
      await expect(write({ text: `See ${link} for the room.` })).rejects.toMatchObject({
        code: "invalid",
      });
    expect(
      await write({ text: "Pay at https://tickets.example/yoga, e.g. today. See 10.5." }),
    ).toBe("sent");
  });

  it("is for hosts who have the guest list, of a public event with someone to reach", async () => {
    await expect(write()).rejects.toMatchObject({ code: "invalid" });
    await guest();
    for (const [role, code] of [
      [null, "not-found"],
      ["viewer", "forbidden"],
      ["door", "forbidden"],
    ] as const) {
      const other = await addActor(deps);
      if (role !== null)
        await deps.db.insert(hostPeople).values({
          id: deps.ids.next(),
          eventId,
          organizerId: null,
          userId: other.id,
          role,
          invitedEmail: "x@mail.example",
          createdAt: 0,
        });
      await expect(write({}, other)).rejects.toMatchObject({ code });
    }
  });
});

describe("a host's webhook", () => {
  it("hears of a guest once, without an address that is not shared, while the clock goes on", async () => {
    const { clock } = deps;
    let reads = 0;
    deps.clock = { now: () => clock.now() + ++reads };
    await deps.db.insert(webhookEndpoints).values({
      id: deps.ids.next(),
      userId: host.id,
      url: "https://hooks.example/guests",
      types: ["guest.changed"],
      isOwnOnly: true,
      sealedSecret: "sealed",
      createdAt: 0,
    });
    const id = await createRegistration(deps.db, occ, { name: "Sara Moradi" });
    await confirmRegistration(deps, id);
    await deps.settle();
    await tellChanges(deps);
    const [message, ...more] = await deps.db.select().from(webhookMessages);
    expect(more).toEqual([]);
    const { guest: told } = JSON.parse(message?.body ?? "").data;
    expect(told).toMatchObject({ id, state: "going", seats: 1, name: "Sara Moradi", email: null });
    expect(await deps.db.$count(webhookDeliveries)).toBe(1);
  });
});
