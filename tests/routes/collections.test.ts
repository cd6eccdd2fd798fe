import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { browseEvents } from "../../app/components/event-browser/browse-events.server";
import { eventPage } from "../../app/components/event-page/event-page.server";
import { coverPath, eventCover } from "../../app/lib/drawing/cover-address";
import type { Actor } from "../../app/lib/permissions";
import { createDatabase } from "../../db/client";
import { collectionEvents, collections, events } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { textOf } from "../helpers/page-text";
import { recordDatabase } from "../helpers/recording-database";
import { requestContext } from "../helpers/request-context";
import { type Browser, ORIGIN, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const db = createDatabase(env.DB);
const DAY = 86_400_000;
let cityId = "";
let own: Browser;
let other: Browser;

beforeAll(async () => {
  cityId = (await createCity(db, { slug: "tehran", nameEn: "Tehran" })).id;
  [own, other] = [await signInAs(workerDeps()), await signInAs(workerDeps())];
});
beforeEach(async () => {
  for (const table of ["collection_events", "collections", "events"])
    await env.DB.exec(`DELETE FROM ${table}`);
});

const newEvent = (draft = {}) => createEvent(db, { cityId, startsAt: Date.now() + DAY, ...draft });
const visit = (path: string, init: RequestInit = {}) =>
  SELF.fetch(ORIGIN + path, { redirect: "manual", ...init });
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visit(path, {
    method: "POST",
    headers: { Origin: ORIGIN, ...headers },
    body: new URLSearchParams(fields),
  });
const locationOf = (answer: Response) => answer.headers.get("Location");
const heartIn = (html: string, id: string) =>
  new RegExp(`<button id="heart-(?:[a-z-]+-)?${id}"[^>]*aria-pressed="(true|false)"`).exec(
    html,
  )?.[1];

async function newCollection(by: Browser, fields: Record<string, string> = {}): Promise<string> {
  const answer = await by.post("/collections/new", {
    name: "Spring",
    description: "",
    color: "gol",
    icon: "map",
    ...fields,
  });
  return locationOf(answer)?.split("/").at(-1) ?? "";
}

describe("saving an event", () => {
  it("returns to it, and its card is marked as saved", async () => {
    const event = await newEvent();
    expect(heartIn(await (await own.get("/events?city=tehran")).text(), event.id)).toBe("false");
    const answer = await own.post(`/events/${event.id}/favourite`, {
      intent: "save",
      returnTo: "/events?city=tehran",
    });
    expect([answer.status, locationOf(answer)]).toEqual([
      303,
      `/events?city=tehran#heart-${event.id}`,
    ]);
    for (const path of [
      "/events?city=tehran",
      `/events/${event.id}`,
      "/cities/tehran",
      "/",
      "/discover",
    ])
      expect([path, heartIn(await (await own.get(path)).text(), event.id)]).toEqual([path, "true"]);
    expect(heartIn(await (await other.get("/events")).text(), event.id)).toBe("false");
    const back = await own.post(`/events/${event.id}/favourite`, {
      intent: "remove",
      returnTo: "//elsewhere.example/",
    });
    expect(locationOf(back)).toBe(`/#heart-${event.id}`);
    expect(heartIn(await (await own.get("/events")).text(), event.id)).toBe("false");
  });

  it("with a script answers without a page", async () => {
    const event = await newEvent();
    const headers = { Accept: "application/json" };
    expect(
      (await own.post(`/events/${event.id}/favourite`, { intent: "save" }, headers)).status,
    ).toBe(204);
    const guest = await send(`/events/${event.id}/favourite`, { intent: "save" }, headers);
    expect(guest.status).toBe(204);
    expect(guest.headers.get("Set-Cookie")).toContain(
      `rooydad.saved=${event.id.replaceAll("-", "")};`,
    );
    expect((await own.post("/events/nothing/favourite", { intent: "save" }, headers)).status).toBe(
      404,
    );
  });

  it("is never marked on a cached page", async () => {
    const event = await newEvent();
    await own.post(`/events/${event.id}/favourite`, { intent: "save", returnTo: "/" });
    const mine = await own.get("/events?when=month");
    expect([heartIn(await mine.text(), event.id), mine.headers.get("X-Page-Cache")]).toEqual([
      "true",
      null,
    ]);
    for (const kept of ["miss", "hit"]) {
      const shared = await visit("/events?when=month");
      const html = await shared.text();
      expect([shared.headers.get("X-Page-Cache"), heartIn(html, event.id)]).toEqual([
        kept,
        "false",
      ]);
      expect(html).not.toContain(`/events/${event.id}/collections`);
      expect(html).toContain("1 saved");
    }
  });

  it("costs a signed-in reader one more round trip, six with the session at most", async () => {
    const event = await newEvent();
    const costOf = async (signedIn: Actor | null, work: typeof list) => {
      const recording = recordDatabase(env.DB);
      await work({ ...createTestDeps(Date.now()), db: recording.db }, signedIn);
      return recording.roundTrips;
    };
    const list = (
      deps: ReturnType<typeof createTestDeps>,
      signedIn: Actor | null,
    ): Promise<unknown> =>
      browseEvents(requestContext(deps, { signedIn }), new URLSearchParams("city=tehran"));
    const page = (
      deps: ReturnType<typeof createTestDeps>,
      signedIn: Actor | null,
    ): Promise<unknown> => eventPage(requestContext(deps, { signedIn }), event.id);
    for (const work of [list, page]) {
      const [visitor, member] = [
        await costOf(null, work),
        await costOf(
          { id: own.id, role: "user", isVerified: true, sessionId: own.sessionId },
          work,
        ),
      ];
      expect([visitor <= 4, member]).toEqual([true, visitor + 1]);
    }
  });
});

describe("favourites", () => {
  it("are at /saved, where their former address leads, and are hidden from other users", async () => {
    const event = await newEvent();
    await own.post(`/events/${event.id}/favourite`, { intent: "save", returnTo: "/" });
    const former = await own.get("/events?view=favourites");
    expect([former.status, locationOf(former)]).toEqual([301, "/saved"]);
    const mine = await own.get("/saved");
    expect(mine.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await mine.text()).toContain(event.titleEn);
    for (const page of [await other.get("/saved"), await visit("/saved")])
      expect(await page.text()).not.toContain(event.titleEn);
  });
});

describe("collections", () => {
  it("without a name show an error beside the field and keep the rest", async () => {
    const answer = await own.post("/collections/new", {
      name: " ",
      description: "For Maryam",
      color: "anar",
      icon: "plane",
    });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    for (const text of ["Failed to create collection", "Collection name is required", "For Maryam"])
      expect(html).toContain(text);
    expect(html).toMatch(/<input(?=[^>]*value="plane")[^>]*checked/);
  });

  it("are created, filled, sorted, published and deleted without a script", async () => {
    const id = await newCollection(own);
    expect((await own.get(`/collections/${id}`)).status).toBe(200);
    const [first, second] = [await newEvent(), await newEvent()];
    for (const event of [first, second]) {
      const answer = await own.post(`/events/${event.id}/collections`, {
        collection: id,
        name: "",
      });
      expect(locationOf(answer)).toBe(`/events/${event.id}`);
    }
    const order = async () =>
      (
        await db
          .select({ id: collectionEvents.eventId })
          .from(collectionEvents)
          .where(eq(collectionEvents.collectionId, id))
          .orderBy(collectionEvents.position)
      ).map((held) => held.id);
    const list = await (await own.get("/collections?lang=en")).text();
    for (const event of [first, second])
      expect(list).toMatch(new RegExp(`<img[^>]*src="${coverPath(eventCover(event, "square"))}"`));
    const up = await own.post(`/collections/${id}`, { intent: "up", event: second.id, page: "1" });
    expect([up.status, locationOf(up), await order()]).toEqual([
      303,
      `/collections/${id}#held-${second.id}`,
      [second.id, first.id],
    ]);
    await own.post(`/collections/${id}`, { intent: "remove", event: second.id, page: "1" });
    expect(await order()).toEqual([first.id]);
    // Unticking removes the event; a name creates a new collection with it.
    await own.post(`/events/${first.id}/collections`, { name: "Another" });
    expect(await order()).toEqual([]);
    expect(
      await db
        .select({ name: collections.name, count: collections.eventCount })
        .from(collections)
        .where(eq(collections.name, "Another")),
    ).toEqual([{ name: "Another", count: 1 }]);
    await own.post(`/collections/${id}/edit`, {
      intent: "save",
      name: "Spring",
      description: "",
      color: "gol",
      icon: "map",
      isPublic: "1",
    });
    expect((await visit(`/collections/${id}`)).status).toBe(200);
    expect(await (await own.get(`/collections/${id}/edit?delete=1`)).text()).toContain(
      "Delete “\u2068Spring\u2069”?",
    );
    const gone = await own.post(`/collections/${id}/edit`, { intent: "delete" });
    expect([locationOf(gone), (await own.get(`/collections/${id}`)).status]).toEqual([
      "/collections",
      404,
    ]);
  });

  it("that are private send visitors to the login and do not exist for others", async () => {
    const id = await newCollection(own);
    for (const path of [`/collections/${id}`, `/collections/${crypto.randomUUID()}`])
      expect(locationOf(await visit(path))).toBe(`/login?returnTo=${encodeURIComponent(path)}`);
    expect((await visit("/collections/nothing")).status).toBe(404);
    expect((await other.get(`/collections/${id}`)).status).toBe(404);
    expect((await other.get(`/collections/${id}/edit`)).status).toBe(404);
    expect((await other.post(`/collections/${id}`, { intent: "remove", event: "x" })).status).toBe(
      404,
    );
    expect((await other.post(`/collections/${id}/edit`, { intent: "delete" })).status).toBe(404);
  });

  it("that are public show their events and their owner, without controls", async () => {
    const id = await newCollection(own, {
      isPublic: "1",
      description: "<script>alert(1)</script>",
    });
    const event = await newEvent();
    await own.post(`/events/${event.id}/collections`, { collection: id, name: "" });
    const answer = await visit(`/collections/${id}`);
    const html = await answer.text();
    expect([
      answer.status,
      answer.headers.get("X-Page-Cache"),
      answer.headers.get("Cache-Control"),
    ]).toEqual([200, null, "private, no-store"]);
    for (const text of [
      event.titleEn,
      "Nasrin Kamali",
      '"@type":"CollectionPage"',
      'property="og:title" content="Spring"',
      `${ORIGIN}/collections/${id}`,
    ])
      expect(html).toContain(text);
    expect(html).not.toContain('value="up"');
    expect(html).not.toContain("<script>alert(1)");
    await db.update(events).set({ isActive: false }).where(eq(events.id, event.id));
    expect(await (await visit(`/collections/${id}`)).text()).not.toContain(event.titleEn);
  });

  it("do not allow deleting the favourites, and say so", async () => {
    await own.get("/collections");
    const favourites = await db
      .select({ id: collections.id })
      .from(collections)
      .where(eq(collections.ownerId, own.id))
      .get();
    const path = `/collections/${favourites?.id}/edit`;
    expect(await (await own.get(path)).text()).not.toContain('value="delete"');
    const answer = await own.post(path, { intent: "delete" });
    expect(answer.status).toBe(409);
  });
});

describe("a cancelled or postponed favourite", () => {
  it.each([
    ["cancelled", "en", "Cancelled"],
    ["cancelled", "fa", "لغو شد"],
    ["postponed", "en", "Postponed"],
    ["postponed", "fa", "به تعویق افتاد"],
  ] as const)("says so: %s in %s", async (lifecycle, language, word) => {
    const event = await newEvent({ titleEn: "Setar", titleFa: "سه‌تار" });
    await own.post(`/events/${event.id}/favourite`, { intent: "save", returnTo: "/" });
    const shown = async () =>
      textOf(await (await own.get("/saved", { "Accept-Language": language })).text());
    expect(await shown()).not.toContain(word);
    await db.update(events).set({ lifecycle }).where(eq(events.id, event.id));
    expect(await shown()).toContain(word);
  });
});
