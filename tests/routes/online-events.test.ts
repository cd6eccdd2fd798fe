import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { rebuildSearch } from "../../app/modules/search/index-event.server";
import {
  collectionEvents,
  collections,
  eventHosting,
  events,
  registrations,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createRegistration, hostEvent } from "../factories/hosting";
import { bearerOf } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { addActor, emptyEvents } from "../helpers/organizers";
import { forgetKeptPages } from "../helpers/page-text";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const DAY = 86_400_000;
const SECRET = "https://meet.example/secret-room";
const OPEN = "https://meet.example/open-room";
let deps: TestDeps;
let organizer: Browser;
let reader: Browser;
let saver: Browser;
let staff: Browser;
let secretId: string;
let openId: string;
let publicCollection: string;

const textOf = async (path: string) => (await SELF.fetch(`http://rooydad.test${path}`)).text();
const jsonOf = async (id: string, userId: string | null) =>
  (
    await askJson<{ onlineUrl: string | null }>(`/events/${id}`, {
      headers: userId ? { Authorization: await bearerOf(deps, userId) } : {},
    })
  ).body.onlineUrl;

beforeAll(async () => {
  deps = createTestDeps(Date.now());
  await emptyEvents(deps);
  const { id: cityId } = await createCity(deps.db, {
    id: "019b0000-0000-7000-d000-000000000029",
    slug: "tehran",
    nameEn: "Tehran",
    nameFa: "تهران",
  });
  organizer = await signInAs(deps, "user", { trustScore: 70 });
  reader = await signInAs(deps);
  saver = await signInAs(deps);
  staff = await signInAs(deps, "moderator");
  const online = {
    cityId,
    creatorId: organizer.id,
    startsAt: deps.clock.now() + 20 * DAY,
    descriptionEn: "Poems of Hafez, read aloud.",
    attendance: "online" as const,
  };
  secretId = (
    await createEvent(deps.db, {
      ...online,
      titleEn: "Reading Hafez",
      onlineUrl: SECRET,
      onlineUrlFor: "savers",
    })
  ).id;
  openId = (
    await createEvent(deps.db, {
      ...online,
      titleEn: "Reading Rumi",
      onlineUrl: OPEN,
      attendance: "hybrid",
      venueEn: "Nima Hall",
    })
  ).id;
  await rebuildSearch(deps.db);
  await saver.post(`/events/${secretId}/favourite`, { intent: "save" });
  publicCollection = crypto.randomUUID();
  await deps.db.insert(collections).values({
    id: publicCollection,
    ownerId: saver.id,
    name: "Evenings online",
    color: "teal",
    icon: "star",
    isPublic: true,
    createdAt: 0,
    updatedAt: 0,
  });
  await deps.db
    .insert(collectionEvents)
    .values({ collectionId: publicCollection, eventId: secretId, position: 0, createdAt: 0 });
});

describe("the link for people who have saved the event [S-134]", () => {
  it.each([
    ["the page", () => `/events/${secretId}`],
    ["the page's data", () => `/events/${secretId}?_data=routes/event`],
    ["lists", () => "/events?online=1"],
    ["search", () => "/events?q=hafez"],
    ["the city's page", () => "/cities/tehran"],
    ["the home page", () => "/"],
    ["discovery", () => "/discover"],
    ["a public collection", () => `/collections/${publicCollection}`],
    ["its feed", () => `/collections/${publicCollection}.ics`],
    ["its calendar file", () => `/events/${secretId}/ics`],
    ["the API's list", () => "/api/v1/events?online=1"],
    ["the API's collection", () => `/api/v1/collections/${publicCollection}`],
    ["the API's calendar file", () => `/api/v1/events/${secretId}/ics`],
    ["calendar feeds", () => "/events.ics?city=tehran"],
    ["Atom", () => "/events.atom?city=tehran"],
    ["JSON Feed", () => "/events.json?city=tehran"],
    ["the embedded list", () => "/embed/events?city=tehran"],
    ["the organizer's profile", () => `/users/${organizer.id}`],
    ["the sitemap", () => "/sitemap.xml"],
  ])("is not in %s", async (_name, path) => {
    expect(await textOf(path())).not.toContain("secret-room");
    expect(await (await reader.get(path())).text()).not.toContain("secret-room");
  });

  it("is not behind the ways to tickets and calendars", async () => {
    for (const path of ["tickets", "calendar/google", "calendar/outlook"]) {
      const { headers } = await SELF.fetch(`http://rooydad.test/events/${secretId}/${path}`, {
        redirect: "manual",
      });
      expect(headers.get("Location") ?? "").not.toContain("secret-room");
    }
  });

  it.each([
    ["a visitor", () => null, null],
    ["another user", () => reader.id, null],
    ["a user who has saved it", () => saver.id, SECRET],
    ["its creator", () => organizer.id, SECRET],
    ["staff", () => staff.id, SECRET],
  ])("is given by the API to %s: %s", async (_name, userId, link) => {
    expect(await jsonOf(secretId, userId())).toBe(link);
  });

  it("is in no answer of the API that a cache keeps", async () => {
    const answer = await ask(`/events/${secretId}`, {
      headers: { Authorization: await bearerOf(deps, saver.id) },
    });
    expect(answer.headers.get("Cache-Control") ?? "").not.toContain("public");
  });

  it("is on the page of those who have saved it, which no cache keeps, and goes with the favourite", async () => {
    const shown = async (browser: Browser) => {
      const page = await browser.get(`/events/${secretId}`, { "Accept-Language": "en" });
      const html = await page.text();
      return {
        hasLink: html.includes(SECRET),
        note: /Save this event to see the link|Only people who saved/.exec(html)?.[0],
        page,
      };
    };
    expect(await shown(reader)).toMatchObject({
      hasLink: false,
      note: "Save this event to see the link",
    });
    const saved = await shown(saver);
    expect(saved).toMatchObject({ hasLink: true, note: "Only people who saved" });
    expect(saved.page.headers.get("Cache-Control")).toBe("private, no-store");
    expect((await shown(organizer)).hasLink).toBe(true);
    expect((await shown(staff)).hasLink).toBe(true);
    expect(await textOf(`/events/${secretId}?lang=en`)).toContain(
      "Log in and save this event to see the link.",
    );
    await saver.post(`/events/${secretId}/favourite`, { intent: "remove" });
    expect((await shown(saver)).hasLink).toBe(false);
    await saver.post(`/events/${secretId}/favourite`, { intent: "save" });
  });

  it("is only for guests with a place once the event takes RSVPs", async () => {
    const occ = await hostEvent(deps.db, secretId);
    const noteOf = async (browser: Browser) =>
      /RSVP to see the link|Only people with a place see this link/.exec(
        await (await browser.get(`/events/${secretId}`, { "Accept-Language": "en" })).text(),
      )?.[0];
    expect(await jsonOf(secretId, saver.id)).toBeNull();
    expect(await noteOf(saver)).toBe("RSVP to see the link");
    const place = { userId: reader.id, confirmedAt: 1 };
    const id = await createRegistration(deps.db, occ, { ...place, state: "waitlisted" });
    expect(await jsonOf(secretId, reader.id)).toBeNull();
    await deps.db.update(registrations).set({ state: "going" }).where(eq(registrations.id, id));
    expect(await jsonOf(secretId, reader.id)).toBe(SECRET);
    expect(await noteOf(reader)).toBe("Only people with a place see this link");
    expect(await jsonOf(secretId, organizer.id)).toBe(SECRET);
    await deps.db.delete(eventHosting).where(eq(eventHosting.eventId, secretId));
    await deps.db.delete(registrations);
    expect(await jsonOf(secretId, saver.id)).toBe(SECRET);
  });

  it("stays with its creator and staff when other fields are written", async () => {
    await deps.db
      .update(events)
      .set({ soldOut: true, waitlistUrl: "https://list.example/" })
      .where(eq(events.id, secretId));
    expect(await jsonOf(secretId, null)).toBeNull();
    const { headers } = await SELF.fetch(`http://rooydad.test/events/${secretId}/tickets`, {
      redirect: "manual",
    });
    expect(headers.get("Location")).toBe("https://list.example/");
  });
});

describe("the link for everyone", () => {
  it("is on the page, in its JSON-LD, the API, lists of the API and calendar files", async () => {
    const html = await textOf(`/events/${openId}?lang=en`);
    expect(html).toContain("Join online");
    expect(html).toMatch(/"VirtualLocation","url":"https:\/\/meet\.example\/open-room"/);
    expect(await jsonOf(openId, null)).toBe(OPEN);
    const { items } = (
      await askJson<{ items: { id: string; onlineUrl: string | null }[] }>("/events?online=1")
    ).body;
    expect(items.map(({ id, onlineUrl }) => [id, onlineUrl]).sort()).toEqual(
      [
        [secretId, null],
        [openId, OPEN],
      ].sort(),
    );
    expect((await textOf(`/events/${openId}/ics?lang=en`)).replace(/\r\n /g, "")).toContain(
      `Online: ${OPEN}`,
    );
  });
});

describe("a sold-out event", () => {
  it("offers its waiting list instead of tickets, and its card says so", async () => {
    await forgetKeptPages();
    const html = await textOf(`/events/${secretId}?lang=en`);
    expect(html).toContain("Join waiting list");
    expect(html).not.toContain("Get tickets");
    expect(html).toContain("https://schema.org/SoldOut");
    expect(await textOf("/events?online=1&lang=fa")).toContain("تکمیل ظرفیت");
  });
});

describe("an online event", () => {
  it("needs no venue to be submitted, but a link needs it to be online", async () => {
    const author = await addActor(deps, "user", 70);
    const Authorization = await bearerOf(deps, author.id);
    const input = {
      title: { en: "Saadi Online", fa: null },
      description: { en: "Stories of the Gulistan, read and explained for an hour.", fa: null },
      city: "tehran",
      startsAt: new Date(deps.clock.now() + 10 * DAY).toISOString(),
      endsAt: new Date(deps.clock.now() + 10 * DAY + 3_600_000).toISOString(),
      categories: ["Concert"],
      attendance: "online",
      onlineUrl: "https://meet.example/saadi",
    };
    const create = (changes: object) =>
      askJson<{ id: string; issues: { path: string }[] }>("/events", {
        method: "POST",
        headers: { Authorization },
        body: { ...input, ...changes },
      });
    const submit = async (id: string) =>
      (await ask(`/events/${id}/submit`, { method: "POST", headers: { Authorization } })).status;
    expect((await create({ attendance: "in-person" })).body.issues.map(({ path }) => path)).toEqual(
      ["attendance"],
    );
    expect(
      (await create({ onlineUrl: "http://meet.example/" })).body.issues.map(({ path }) => path),
    ).toEqual(["onlineUrl"]);
    expect(await submit((await create({})).body.id)).toBe(200);
    expect(await submit((await create({ attendance: "hybrid" })).body.id)).toBe(422);
  });
});
