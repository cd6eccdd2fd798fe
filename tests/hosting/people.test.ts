import { env, SELF } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import { INVITED_FOR } from "../../app/modules/hosting/people.server";
import { revokeAllAccess } from "../../app/modules/identity/access.server";
import { createDatabase } from "../../db/client";
import {
  auditEntries,
  doorDevices,
  doorScans,
  eventHosting,
  eventOccurrences,
  events,
  type GivenRole,
  hostClaims,
  hostedShowings,
  hostInvitations,
  hostPeople,
  mails,
  organizers,
  registrations,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { bearerOf } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { type Browser, signInAs } from "../helpers/signed-in";
import { workerDeps } from "../helpers/worker-deps";

const db = createDatabase(env.DB);
const deps = workerDeps();
let host: Browser;
let helper: Browser;
let eventId: string;
let occ: string;
let page: string;

beforeEach(async () => {
  await emptyDatabase();
  host = await signInAs(deps, "user");
  helper = await signInAs(deps, "user", { email: "helper@mail.example" });
  const { id: cityId } = await createCity(db);
  eventId = (await createEvent(db, { cityId, creatorId: host.id, startsAt: Date.now() + DAY })).id;
  occ = await hostEvent(db, eventId);
  await createRegistration(db, occ, { name: "Kian Moradian", state: "going", confirmedAt: 1 });
  page = `/my-events/${eventId}/people`;
});

/** The link in the latest invitation to an address. */
async function linkTo(email: string): Promise<string> {
  const sent = await db
    .select()
    .from(mails)
    .where(and(eq(mails.toAddress, email), eq(mails.kind, "hostInvitation")));
  const path = /\/invitations\/[\w-]{43}/.exec(sent.at(-1)?.text ?? "")?.[0];
  if (!path) throw new Error(`No invitation to ${email}.`);
  return path;
}

const invite = (email: string, role: GivenRole, by = host) =>
  by.post(page, { intent: "invite", email, role });

/** Invites the helper, who accepts. */
async function helpAs(role: GivenRole) {
  await invite("helper@mail.example", role);
  const link = await linkTo("helper@mail.example");
  expect((await helper.post(link, { intent: "accept" })).status).toBe(303);
  return link;
}

describe("an invitation", () => {
  it("opens nothing by GET, works once, and for seven days [S-184]", async () => {
    await invite("helper@mail.example", "guests");
    const link = await linkTo("helper@mail.example");
    const shown = await helper.get(link);
    expect(await shown.text()).toContain("Accept the invitation");
    expect(shown.headers.get("Referrer-Policy")).toBe("strict-origin");
    expect(await db.$count(hostPeople)).toBe(0);
    expect((await helper.post(link, { intent: "accept" })).status).toBe(303);
    expect(await db.$count(hostPeople)).toBe(1);
    expect(await (await helper.post(link, { intent: "accept" })).text()).toContain(
      "This invitation is over",
    );
    await invite("late@mail.example", "viewer");
    await db.update(hostInvitations).set({ expiresAt: Date.now() - 1 });
    const late = await linkTo("late@mail.example");
    expect(await (await helper.get(late)).text()).toContain("This invitation is over");
    expect(INVITED_FOR).toBe(7 * DAY);
  });

  it("carries no text of its sender, and names the event and the role", async () => {
    await invite("stranger@mail.example", "door");
    const [mail] = await db
      .select()
      .from(mails)
      .where(eq(mails.toAddress, "stranger@mail.example"));
    expect(mail?.text).toContain("Your role: door.");
    expect(mail?.text).not.toContain(host.email ?? "@");
  });

  it("names no event that waits for review: its title is a text of its sender", async () => {
    const title = "Cheap pills at pills dot example";
    await db
      .update(events)
      .set({ titleEn: title, status: "pending" })
      .where(eq(events.id, eventId));
    await invite("stranger@mail.example", "viewer");
    const [mail] = await db
      .select()
      .from(mails)
      .where(eq(mails.toAddress, "stranger@mail.example"));
    expect(mail?.subject).toBe("You are invited to help: an event");
    expect(`${mail?.text} ${mail?.html}`).not.toContain("pills");
  });

  it("is replaced by the next to its address, and withdrawn by its owner", async () => {
    await invite("helper@mail.example", "guests");
    const first = await linkTo("helper@mail.example");
    await invite("helper@mail.example", "viewer");
    expect(await (await helper.get(first)).text()).toContain("This invitation is over");
    const [row] = await db.select().from(hostInvitations);
    expect(row?.role).toBe("viewer");
    await host.post(page, { intent: "withdraw", id: row?.id ?? "" });
    expect(await db.$count(hostInvitations)).toBe(0);
  });

  it("needs a confirmed address on both sides", async () => {
    const fresh = await signInAs(deps, "user", {
      email: "fresh@mail.example",
      emailVerifiedAt: null,
    });
    await db.update(events).set({ creatorId: fresh.id }).where(eq(events.id, eventId));
    await invite("helper@mail.example", "cohost", fresh);
    expect(await db.$count(hostInvitations)).toBe(0);
    await db.update(events).set({ creatorId: host.id }).where(eq(events.id, eventId));
    await invite("fresh@mail.example", "cohost");
    const link = await linkTo("fresh@mail.example");
    expect(await (await fresh.get(link)).text()).toContain("Confirm your email address first.");
    await fresh.post(link, { intent: "accept" });
    expect(await db.$count(hostPeople)).toBe(0);
  });

  it("refuses what is no address, no role, or one’s own event", async () => {
    expect((await invite("nobody", "guests")).status).toBe(400);
    expect(
      (await host.post(page, { intent: "invite", email: "a@b.example", role: "owner" })).status,
    ).toBe(400);
    await invite("me@mail.example", "viewer");
    const own = await host.post(await linkTo("me@mail.example"), { intent: "accept" });
    expect(await own.text()).toContain("This is yours already");
  });

  it("ends with the access of who sent it, as do those who were let in since [S-185]", async () => {
    await helpAs("guests");
    await invite("other@mail.example", "cohost");
    await deps.db.batch([...revokeAllAccess(deps, host.id, { since: Date.now() - DAY })]);
    expect([await db.$count(hostInvitations), await db.$count(hostPeople)]).toEqual([0, 0]);
  });
});

/** Status of each thing that hosts do, for the helper. */
async function reach() {
  const base = `/my-events/${eventId}`;
  const status = async (path: string) => (await helper.get(path)).status;
  const html = await (await helper.get(`${base}?tab=going`)).text();
  return {
    page: await status(base),
    seesGuests: html.includes("Kian Moradian"),
    export: await status(`${base}/files/guests.csv`),
    settings: await status(`${base}/rsvp`),
    door: await status(`${base}/door`),
    people: await status(`${base}/people`),
    edit: await status(`/events/${eventId}/edit`),
    delete: (await helper.post(`/events/${eventId}/delete`, { intent: "delete" })).status,
  };
}

it("the overview says what is next and when names go; the list says why one waits and who came", async () => {
  await db.update(hostedShowings).set({ capacity: 2 });
  const [going] = await db.select().from(registrations);
  await createRegistration(db, occ, {
    name: "Sara",
    state: "waitlisted",
    seats: 3,
    confirmedAt: 2,
  });
  await createRegistration(db, occ, { name: "Reza", state: "waitlisted", confirmedAt: 3 });
  await db.insert(doorScans).values({
    ...{ id: crypto.randomUUID(), eventId, occ, registrationId: going?.id ?? "", kind: "in" },
    ...{ n: 1, seats: 1, at: Date.now(), receivedAt: Date.now() },
    ...{ isOffline: false, isOverride: false },
  });
  const read = async (path: string) => (await host.get(`/my-events/${eventId}${path}`)).text();
  const overview = await read("");
  for (const words of [
    "1 of 1 inside",
    "2 in line",
    "Erased by itself",
    "Who helps",
    "Open the door",
  ])
    expect(overview, words).toContain(words);
  expect(overview).not.toContain("Sara");
  const line = await read("?tab=line");
  expect(line).toContain("First in line.");
  expect(line).toContain("3 places needed, 1 free: the turn stays.");
  expect(await read("?tab=going")).toContain("1 came");
  // More than there are places: nothing can be held for it.
  expect(line).not.toContain("Hold the next");
  await db.update(hostedShowings).set({ capacity: 3 });
  const held = async () => (await read("?tab=line")).replaceAll("<!-- -->", "");
  expect(await held()).toContain("Hold the next 3");
  const id = /name="id" value="([^"]+)"/.exec(await held())?.[1] ?? "";
  for (const [intent, said, next] of [
    ["hold", "The next 3 places are held for them together, until ", "Stop holding"],
    ["release", "3 places needed, 2 free", "Hold the next 3"],
  ] as const) {
    expect((await host.post(`/my-events/${eventId}?tab=line`, { intent, id })).status).toBe(303);
    for (const words of [said, next]) expect(await held(), words).toContain(words);
    // The others learn that what is free is not for them.
    const isHeldUp = (await held()).includes("Free places are held for another party.");
    expect(isHeldUp, intent).toBe(intent === "hold");
    // A second press is no decision.
    await host.post(`/my-events/${eventId}?tab=line`, { intent, id });
  }
  const decided = eq(auditEntries.action, "event.guest-decided");
  expect(await db.$count(auditEntries, decided)).toBe(2);
  // Who takes fewer can be offered what is free, by hand too.
  await db.update(registrations).set({ takesFewer: true }).where(eq(registrations.id, id));
  for (const words of ["Offer 2 places", "Hold the next 3"])
    expect(await held(), words).toContain(words);
  expect((await host.post(`/my-events/${eventId}`, { intent: "offer", id })).status).toBe(303);
  const offered = await db.select().from(registrations).where(eq(registrations.id, id)).get();
  expect(offered).toMatchObject({ state: "offered", seats: 2 });
  // Not of a day that is over, and not where there are no names.
  const at = Date.now() - 10 * DAY;
  await db.update(eventHosting).set({ keptDays: 7 });
  await db.update(eventOccurrences).set({ startsAt: at, endsAt: at + 1 });
  expect(await read("")).not.toContain("Erased by itself");
  await db.update(eventHosting).set({ keptDays: 30 });
  expect(await read("")).toContain("Erased by itself");
  await db.delete(doorScans);
  await db.delete(registrations);
  expect(await read("")).not.toContain("Erased by itself");
});

describe("a role", () => {
  it.each([
    [
      "cohost",
      {
        page: 200,
        seesGuests: true,
        export: 200,
        settings: 200,
        door: 200,
        people: 403,
        edit: 200,
        delete: 403,
      },
    ],
    [
      "guests",
      {
        page: 200,
        seesGuests: true,
        export: 403,
        settings: 403,
        door: 404,
        people: 403,
        edit: 404,
        delete: 404,
      },
    ],
    [
      "door",
      {
        page: 200,
        seesGuests: false,
        export: 403,
        settings: 403,
        door: 200,
        people: 403,
        edit: 404,
        delete: 404,
      },
    ],
    [
      "viewer",
      {
        page: 200,
        seesGuests: false,
        export: 403,
        settings: 403,
        door: 404,
        people: 403,
        edit: 404,
        delete: 404,
      },
    ],
  ] as const)("%s does what it says, and no more [S-183]", async (role, expected) => {
    await helpAs(role);
    expect(await reach()).toEqual(expected);
    const html = await (await helper.get(`/my-events/${eventId}`)).text();
    const [nav = ""] = /<nav[^>]*Pages of this event.*?<\/nav>/s.exec(html) ?? [];
    const tabs = [...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? "");
    expect(tabs).toHaveLength({ cohost: 5, guests: 3, door: 1, viewer: 1 }[role]);
    // No button of what its role may not do.
    const list = await (await helper.get(`/my-events/${eventId}?tab=going`)).text();
    expect(list.includes("chosen-check-in")).toBe(role === "cohost");
    expect(list.includes("chosen-message")).toBe(expected.seesGuests);
    for (const tab of tabs) {
      const opened = await helper.get(tab);
      expect(opened.status, tab).toBe(200);
      expect(await opened.text(), tab).not.toContain("Your role here does not include");
    }
  });

  /** Forms of hosts, made by hand: what each does, and the pages that they are sent to. */
  const POSTS: Record<string, [string, (guest: string) => Record<string, string>]> = {
    decide: ["", (id) => ({ intent: "remove", id, reason: "A test" })],
    add: ["", () => ({ intent: "add", name: "Mina", showing: occ.slice(37), once: "o" })],
    several: ["", (id) => ({ intent: "chosen-decline", chosen: id })],
    admit: ["", (id) => ({ intent: "chosen-check-in", chosen: id })],
    read: ["", () => ({ intent: "open", reason: "Because I would like to" })],
    message: ["/messages", () => ({ intent: "preview", audience: "guests", text: "Hello." })],
    settings: [
      "/rsvp",
      () => ({ intent: "save", capacity: "1", keptDays: "30", guestList: "hosts" }),
    ],
    showing: ["/rsvp", () => ({ intent: "save", own: "on", showing: occ.slice(37) })],
    door: ["/door", () => ({ intent: "add", name: "A", showing: occ })],
    invite: ["/people", () => ({ intent: "invite", email: "x@mail.example", role: "cohost" })],
  };
  const COHOST = ["decide", "add", "several", "admit", "message", "settings", "showing", "door"];

  it.each([
    ["cohost", COHOST],
    ["guests", ["decide", "add", "several", "message"]],
    ["door", ["door"]],
    ["viewer", []],
    ["none", []],
    ["unverified", []],
  ] as const)("%s posts what it may, by forms made by hand too [S-206]", async (role, may) => {
    if (role === "unverified") await db.update(users).set({ emailVerifiedAt: null });
    else if (role !== "none") await helpAs(role);
    const before = await db.select().from(eventHosting).get();
    const done: string[] = [];
    for (const [name, [path, fields]] of Object.entries(POSTS)) {
      const guest = await createRegistration(db, occ, { state: "going", confirmedAt: 1 });
      const answer = await helper.post(`/my-events/${eventId}${path}`, fields(guest));
      expect([name, answer.status]).not.toEqual([name, 500]);
      // Who has to confirm an address first is led there.
      const isLed = answer.headers.get("Location")?.startsWith("/verify-email") === true;
      if (!isLed && ![401, 403, 404].includes(answer.status)) done.push(name);
      else {
        // What is refused has changed nothing.
        const left = await db.select().from(registrations).where(eq(registrations.id, guest)).get();
        expect([name, left?.state]).toEqual([name, "going"]);
      }
    }
    expect(done).toEqual(may);
    if (!(may as readonly string[]).includes("settings"))
      expect(await db.select().from(eventHosting).get()).toEqual(before);
    if (!(may as readonly string[]).includes("door")) expect(await db.$count(doorDevices)).toBe(0);
    expect(await db.$count(hostInvitations, eq(hostInvitations.email, "x@mail.example"))).toBe(0);
  });

  it("none sees nothing", async () => {
    expect(await reach()).toEqual({
      page: 404,
      seesGuests: false,
      export: 404,
      settings: 404,
      door: 404,
      people: 404,
      edit: 404,
      delete: 404,
    });
  });

  it("is changed and taken away by the owner, left by the helper, and logged", async () => {
    await helpAs("viewer");
    const id = (await db.select().from(hostPeople))[0]?.id ?? "";
    await host.post(page, { intent: "change", id, role: "guests" });
    expect((await reach()).seesGuests).toBe(true);
    expect((await helper.post(page, { intent: "change", id, role: "cohost" })).status).toBe(403);
    expect(await (await helper.get("/my-events")).text()).toContain("Events that you help with");
    await helper.post("/my-events", { intent: "leave", id });
    expect((await reach()).page).toBe(404);
    const actions = (await db.select().from(auditEntries)).map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining([
        "event.person-invited",
        "event.person-joined",
        "event.person-changed",
        "event.person-left",
      ]),
    );
    expect(await (await host.get(page)).text()).toContain("accepted an invitation");
  });

  it("of an organizer’s page holds for all its events", async () => {
    const organizerId = crypto.randomUUID();
    const at = Date.now();
    await db.insert(organizers).values({
      id: organizerId,
      slug: "hall",
      nameEn: "Hall",
      searchKey: "hall",
      createdAt: at,
      updatedAt: at,
    });
    await db.update(events).set({ organizerId }).where(eq(events.id, eventId));
    const keeper = await signInAs(deps, "user", { email: "keeper@mail.example" });
    const people = `/account/pages/${organizerId}/people`;
    expect((await keeper.get(people)).status).toBe(404);
    await db.insert(hostClaims).values({
      id: crypto.randomUUID(),
      hostId: organizerId,
      hostKind: "organizer",
      userId: keeper.id,
      statement: "It is ours.",
      status: "approved",
      createdAt: at,
      updatedAt: at,
    });
    expect((await keeper.get(people)).status).toBe(200);
    await keeper.post(people, { intent: "invite", email: "helper@mail.example", role: "guests" });
    const accepted = await helper.post(await linkTo("helper@mail.example"), { intent: "accept" });
    expect(accepted.status).toBe(303);
    expect((await reach()).seesGuests).toBe(true);
    // The mails of all its events: switched off by name, and a new invitation leaves that choice.
    const [of] = await db.select().from(hostPeople);
    expect(await (await helper.get("/my-events")).text()).toContain(
      "Stop RSVP emails for \u2068Hall\u2069",
    );
    await helper.post("/my-events", { intent: "mails-off", id: of?.id ?? "" });
    await keeper.post(people, { intent: "invite", email: "helper@mail.example", role: "cohost" });
    await helper.post(await linkTo("helper@mail.example"), { intent: "accept" });
    expect(await db.select().from(hostPeople)).toMatchObject([
      { role: "cohost", userId: helper.id, getsMails: false },
    ]);
    const own = `/account/pages/${organizerId}`;
    expect(await (await keeper.get(own)).text()).toContain("Stop RSVP emails");
    expect((await helper.post(own, { intent: "mails-off" })).status).toBe(404);
    await keeper.post(own, { intent: "mails-off" });
    expect(await db.select().from(hostClaims)).toMatchObject([{ getsMails: false }]);
    expect(await (await keeper.get(own)).text()).toContain("Get RSVP emails");
    // Roles and invitations end with the claim of who gave them.
    await keeper.post(people, { intent: "invite", email: "late@mail.example", role: "cohost" });
    await db.update(hostClaims).set({ status: "withdrawn" });
    expect((await reach()).page).toBe(404);
    expect(await (await helper.get("/my-events")).text()).not.toContain(
      "Events that you help with",
    );
    const late = await helper.post(await linkTo("late@mail.example"), { intent: "accept" });
    expect(await late.text()).toContain("This invitation is over");
  });
});

describe("the API of hosts", () => {
  const askJson = async (path: string, bearer: string) => {
    const answer = await SELF.fetch(`http://rooydad.test/api/v1${path}`, {
      headers: { Authorization: bearer },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it("lists one’s own events in every state, and the guests of one", async () => {
    const bearer = await bearerOf(deps, host.id);
    const mine = await askJson("/me/events?list=approved", bearer);
    expect(mine).toMatchObject({
      status: 200,
      body: { items: [{ id: eventId, status: "approved" }] },
    });
    expect((await askJson("/me/events?list=drafts", bearer)).body.items).toEqual([]);
    expect((await askJson("/me/events?list=everything", bearer)).status).toBe(400);
    expect(await askJson(`/me/events/${eventId}/guests`, bearer)).toMatchObject({
      status: 200,
      body: { items: [{ name: "Kian Moradian", email: null, state: "going" }], hasMore: false },
    });
    expect((await askJson(`/me/events/${eventId}/guests?list=ended`, bearer)).body.items).toEqual(
      [],
    );
    const other = await bearerOf(deps, helper.id);
    expect((await askJson(`/me/events/${eventId}/guests`, other)).status).toBe(404);
  });
});
