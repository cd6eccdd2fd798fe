import { env, SELF } from "cloudflare:test";
import { XMLValidator } from "fast-xml-parser";
import ICAL from "ical.js";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { bumpSiteVersion } from "../../app/modules/store/content-version.server";
import { createDatabase } from "../../db/client";
import { calendarFeeds, collectionEvents, collections } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { type Browser, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const ORIGIN = "https://rooydad.test";
const db = createDatabase(env.DB);
const DAY = 86_400_000;
const soon = Date.now() + 3 * DAY;
const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
const eventsOf = async (response: Response) =>
  new ICAL.Component(ICAL.parse(await response.text()))
    .getAllSubcomponents("vevent")
    .map((component) => ({
      title: String(component.getFirstPropertyValue("summary")),
      status: String(component.getFirstPropertyValue("status")),
      uid: String(component.getFirstPropertyValue("uid")),
    }));
const titlesOf = async (response: Response) => (await eventsOf(response)).map(({ title }) => title);

let owner: Browser;
let concertId = "";
let collectionId = "";
let secretCollectionId = "";

async function collect(
  ownerId: string,
  name: string,
  isPublic: boolean,
  eventIds: string[],
): Promise<string> {
  const id = crypto.randomUUID();
  const now = Date.now();
  await db.insert(collections).values({
    id,
    ownerId,
    name,
    color: "anar",
    icon: "star",
    isPublic,
    createdAt: now,
    updatedAt: now,
  });
  for (const [position, eventId] of eventIds.entries())
    await db
      .insert(collectionEvents)
      .values({ collectionId: id, eventId, position, createdAt: now });
  return id;
}

beforeAll(async () => {
  const tehran = await createCity(db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  const berlin = await createCity(db, {
    slug: "berlin",
    nameEn: "Berlin",
    nameFa: "برلین",
    timeZone: "Europe/Berlin",
  });
  owner = await signInAs(createTestDeps(), "user");
  const concert = await createEvent(db, {
    cityId: tehran.id,
    startsAt: soon,
    titleEn: "Setar",
    titleFa: "سه‌تار",
  });
  concertId = concert.id;
  await createEvent(db, {
    cityId: tehran.id,
    startsAt: soon + DAY,
    titleEn: "Called off",
    lifecycle: "cancelled",
    sequence: 1,
  });
  const film = await createEvent(db, {
    cityId: berlin.id,
    startsAt: soon + 2 * DAY,
    titleEn: "<script>alert(1)</script>",
    timeZone: "Europe/Berlin",
    categories: ["Film"],
    price: 0,
  });
  await createEvent(db, {
    cityId: tehran.id,
    startsAt: soon,
    titleEn: "Waiting",
    status: "pending",
    creatorId: owner.id,
  });
  await createEvent(db, {
    cityId: tehran.id,
    startsAt: soon,
    titleEn: "Refused",
    status: "rejected",
    creatorId: owner.id,
  });
  await createEvent(db, {
    cityId: tehran.id,
    startsAt: soon - 90 * DAY,
    titleEn: "Long ago",
    isOver: true,
  });
  collectionId = await collect(owner.id, "Nights; out, there", true, [concert.id, film.id]);
  secretCollectionId = await collect(owner.id, "Mine alone", false, [film.id]);
  await db.batch([bumpSiteVersion(db)]);
});

describe("a public feed", () => {
  it.each([
    ["/events.ics", ["Setar", "Cancelled: Called off", "<script>alert(1)</script>"]],
    ["/cities/tehran/events.ics", ["Setar", "Cancelled: Called off"]],
    ["/cities/berlin/events.ics", ["<script>alert(1)</script>"]],
    ["/categories/film/events.ics", ["<script>alert(1)</script>"]],
    ["/cities/tehran/events.ics?category=film", []],
    ["/events.ics?free=1&unknown=x&city=nowhere", ["<script>alert(1)</script>"]],
    ["/events.ics?city=tehran&limit=1&cursor=nonsense", ["Setar", "Cancelled: Called off"]],
  ])("%s has the events of GET /events, without pages", async (path, titles) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await titlesOf(response)).toEqual(titles);
  });

  it("of a public collection is public; a private one is as unknown as none", async () => {
    expect(await titlesOf(await get(`/collections/${collectionId}/events.ics`))).toEqual([
      "Setar",
      "<script>alert(1)</script>",
    ]);
    for (const id of [secretCollectionId, "nonsense", crypto.randomUUID()])
      for (const format of ["ics", "atom", "rss", "json"])
        expect((await get(`/collections/${id}/events.${format}`)).status).toBe(404);
    const asOwner = await owner.get(`/collections/${secretCollectionId}/events.ics`);
    expect(asOwner.status).toBe(404);
  });

  it("keeps cancelled events, marked as such, with the UID of their single file", async () => {
    const events = await eventsOf(await get("/cities/tehran/events.ics"));
    expect(events.map(({ status }) => status)).toEqual(["CONFIRMED", "CANCELLED"]);
    expect(events[0]?.uid).toBe((await eventsOf(await get(`/events/${concertId}/ics`)))[0]?.uid);
  });

  it.each([
    ["/events.ics", "text/calendar; charset=utf-8"],
    ["/events.atom", "application/atom+xml; charset=utf-8"],
    ["/events.json", "application/feed+json; charset=utf-8"],
  ])(
    "%s has its type and lifetime, and sets no cookie even for a browser with cookies",
    async (path, type) => {
      const response = await owner.get(path, { Cookie: "rooydad.language=fa" });
      expect(response.headers.get("Content-Type")).toBe(type);
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=300");
      expect(response.headers.get("Set-Cookie")).toBeNull();
      expect(response.headers.get("Vary")).toBe("Accept-Language, Accept-Encoding");
      expect(response.headers.get("Content-Language")).toBe("en");
      expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    },
  );

  it("answers 304 to clients with the newest one, from the cache too", async () => {
    const path = "/events.ics?city=tehran&lang=en";
    const etag = (await get(path)).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (let round = 0; round < 3; round += 1) {
      const known = await get(path, { "If-None-Match": `W/${etag}` });
      expect(known.status).toBe(304);
      expect(await known.text()).toBe("");
      const unknown = await get(path, { "If-None-Match": '"other"' });
      expect(unknown.status).toBe(200);
      expect(unknown.headers.get("ETag")).toBe(etag);
      await unknown.arrayBuffer();
    }
  });

  it("uses the language of ?lang=, then of Accept-Language, never of a cookie", async () => {
    expect(await titlesOf(await get("/cities/tehran/events.ics?lang=fa"))).toContain("سه‌تار");
    expect(
      await titlesOf(await get("/cities/tehran/events.ics", { "Accept-Language": "fa" })),
    ).toContain("سه‌تار");
    expect(
      await titlesOf(await get("/cities/tehran/events.ics", { Cookie: "rooydad.language=fa" })),
    ).toContain("Setar");
  });

  it.each([
    "/events.ics?radius=1000000",
    "/events.json?from=2026-99-99",
    "/cities/tehran/events.atom?q=%00x",
    "/events.atom?cursor=nonsense",
  ])("%s is refused as absurd, with a plain message", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(400);
    expect(response.headers.get("Content-Type")).toContain("text/plain");
    expect((await response.text()).length).toBeGreaterThan(20);
  });

  it.each([
    "/cities/nowhere/events.ics",
    "/categories/nothing/events.atom",
    "/cities/TEHRAN%2F..%2F/events.json",
  ])("%s is unknown", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    await response.arrayBuffer();
  });

  it("has script as text in Atom and in JSON", async () => {
    const atom = await (await get("/cities/berlin/events.atom")).text();
    expect(XMLValidator.validate(atom)).toBe(true);
    expect(atom).not.toContain("<script");
    const json = await (await get("/cities/berlin/events.json")).text();
    expect(json).not.toContain("<");
    expect(JSON.parse(json).items[0].title).toBe("<script>alert(1)</script>");
  });

  it("with a position is never cached", async () => {
    const response = await get("/events.ics?lat=35.7&lng=51.4&radius=20");
    expect(response.status).toBe(200);
    expect(response.headers.get("X-Edge-Cache")).toBeNull();
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    await response.arrayBuffer();
  });
});

describe("a private calendar", () => {
  const addressOf = async () => {
    const html = await (await owner.get("/account/calendar?lang=en")).text();
    return /https:\/\/rooydad\.test(\/calendar\/[\w-]{43}\.ics)/.exec(html)?.[1] ?? null;
  };
  const act = (intent: string) => owner.post("/account/calendar", { intent });

  it("is created, shown, read, renewed and revoked by its owner", async () => {
    expect(await addressOf()).toBeNull();
    expect((await act("make")).status).toBe(303);
    const first = (await addressOf()) ?? "";
    const response = await get(first);
    expect(response.status).toBe(200);
    expect(response.headers.get("Set-Cookie")).toBeNull();
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
    const events = await eventsOf(response);
    expect(events.map(({ title, status }) => [title, status])).toEqual([
      ["Setar", "CONFIRMED"],
      ["Waiting", "TENTATIVE"],
      ["<script>alert(1)</script>", "CONFIRMED"],
    ]);

    await act("renew");
    const second = (await addressOf()) ?? "";
    expect(second).not.toBe(first);
    expect((await get(first)).status).toBe(404);
    expect((await get(second)).status).toBe(200);

    await act("revoke");
    expect(await addressOf()).toBeNull();
    expect((await get(second)).status).toBe(404);
  });

  it("is stored hashed and encrypted, never in plain text", async () => {
    await act("make");
    const token = (await addressOf())?.slice("/calendar/".length, -4) ?? "";
    const [row] = await db.select().from(calendarFeeds);
    expect(token).toHaveLength(43);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it("is in no log, found or not, nor in its own file", async () => {
    const lines: string[] = [];
    const spies = (["info", "warn", "error", "log"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...parts) => void lines.push(parts.join(" "))),
    );
    const path = (await addressOf()) ?? "";
    const token = path.slice("/calendar/".length, -4);
    const file = await (await get(path)).text();
    const unknown = `${"A".repeat(43)}`;
    for (const wrong of [
      `/calendar/${unknown}.ics`,
      `/calendar/${unknown}`,
      `/calendar/${unknown}.ICS`,
    ]) {
      const response = await get(wrong);
      expect(response.status).toBe(404);
      await response.arrayBuffer();
    }
    for (const spy of spies) spy.mockRestore();
    expect(lines.join("\n")).not.toContain(token);
    expect(lines.join("\n")).not.toContain(unknown);
    expect(file.replaceAll("\r\n ", "")).not.toContain(token);
  });

  it("records its reads once an hour at most", async () => {
    const path = (await addressOf()) ?? "";
    const readAt = async () => (await db.select().from(calendarFeeds))[0]?.lastReadAt ?? null;
    await (await get(path)).arrayBuffer();
    await vi.waitFor(async () => expect(await readAt()).not.toBeNull());
    const before = await readAt();
    await (await get(path)).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await readAt()).toBe(before);
    await db.update(calendarFeeds).set({ lastReadAt: Date.now() - 2 * 3_600_000 });
    await (await get(path)).arrayBuffer();
    await vi.waitFor(async () => expect(await readAt()).toBeGreaterThan(Date.now() - 60_000));
  });

  it.each(["nonsense", "../events", "a".repeat(5_000)])(
    "answers 404 for the token %.20s",
    async (token) => {
      expect((await get(`/calendar/${encodeURIComponent(token)}.ics`)).status).toBe(404);
    },
  );
});
