import { createExecutionContext, env, SELF, waitOnExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase } from "../../db/client";
import { events, hostNames, organizers, venues } from "../../db/schema";
import { app } from "../../worker/app";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { forgetKeptPages, pageText } from "../helpers/page-text";

const ORIGIN = "http://rooydad.test";
const db = createDatabase(env.DB);
const get = (path: string) =>
  SELF.fetch(new URL(path, ORIGIN).href, {
    redirect: "manual",
    headers: { "CF-Connecting-IP": "203.0.113.184" },
  });
const cardOf = (html: string) =>
  /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "";
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

describe("cards for sharing", { timeout: 30_000 }, () => {
  let cityId: string;
  let id: string;
  const create = async (changes: Partial<Parameters<typeof createEvent>[1]> = {}) =>
    (
      await createEvent(db, {
        cityId,
        startsAt: Date.now() + 172_800_000,
        titleEn: "Hafez, read slowly",
        titleFa: "حافظ، آهسته",
        ...changes,
      })
    ).id;

  beforeAll(async () => {
    cityId = (await createCity(db, { nameEn: "Zanjan", nameFa: "زنجان", slug: "zanjan" })).id;
    id = await create();
  });

  it("are the picture of an event's page, 1200 by 630, and small", async () => {
    for (const locale of ["en", "fa"]) {
      const html = await pageText(`/events/${id}?lang=${locale}`);
      const address = cardOf(html);
      expect(new URL(address).pathname).toMatch(
        new RegExp(`^/cards/events/${id}/[0-9a-z]{14}-${locale}\\.png$`),
      );
      expect(html).toContain('<meta property="og:image:width" content="1200"/>');
      expect(html).toContain('<meta property="og:image:height" content="630"/>');
      expect(html).toMatch(/<meta property="og:image:alt" content="[^"]+"/);
      const response = await get(address);
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toBe("image/png");
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect([...bytes.slice(0, 8)]).toEqual(SIGNATURE);
      const header = new DataView(bytes.buffer);
      expect([header.getUint32(16), header.getUint32(20)]).toEqual([1200, 630]);
      expect(bytes.length).toBeLessThan(300_000);
    }
  });

  it("are drawn once a version, and earlier versions are not kept", async () => {
    const event = await create();
    const first = cardOf(await pageText(`/events/${event}?lang=en`));
    await (await get(first)).arrayBuffer();
    await db.update(events).set({ titleEn: "Hafez, read fast" }).where(eq(events.id, event));
    await forgetKeptPages();
    const second = cardOf(await pageText(`/events/${event}?lang=en`));
    expect(second).not.toBe(first);
    await (await get(second)).arrayBuffer();
    const version = new URL(second).pathname.split("/").at(-1)?.replace("-en.png", "");
    await expect
      .poll(async () =>
        (await env.MEDIA.list({ prefix: `_cards/events/${event}/` })).objects.map(({ key }) => key),
      )
      .toEqual([`_cards/events/${event}/en-card/${version}`]);
  });

  it("redirect from any other version to the present one, so that nobody can have made-up ones drawn [S-149]", async () => {
    const response = await get(`/cards/events/${id}/0-en.png`);
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe(
      new URL(cardOf(await pageText(`/events/${id}?lang=en`))).pathname,
    );
  });

  it.each([
    { status: "draft" },
    { status: "pending" },
    { status: "flagged" },
    { deletedAt: 1 },
  ] as const)("are not there for an event that not everyone may see: %j", async (changes) => {
    const hidden = await create(changes);
    for (const end of ["en.png", "en-story.png", "en-poster.svg"])
      expect((await get(`/cards/events/${hidden}/0-${end}`)).status).toBe(404);
  });

  it.each([
    "/cards/events/nonsense/0-en.png",
    "/cards/cities/nowhere/0-en.png",
    "/cards/venues/019b0000-0000-7000-a000-ffffffffffff/0-en.png",
    "/cards/organizers/019b0000-0000-7000-a000-ffffffffffff/0-en.png",
    "/cards/x",
    "/cards/collections/019b0000-0000-7000-a000-ffffffffffff/0-en.png",
  ])("are not there at %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it("are there for venues and organizers with a page, in both languages", async () => {
    const names = { searchKey: "", createdAt: 0, updatedAt: 0 };
    const [hall, readers] = [1, 2].map((end) => `019b0000-0000-7000-b000-00000000000${end}`) as [
      string,
      string,
    ];
    await db.insert(venues).values({
      ...names,
      id: hall,
      cityId,
      slug: "rakhtshuy-khaneh",
      nameEn: "Rakhtshuy-khaneh",
      nameFa: "رختشویخانه",
    });
    await db.insert(organizers).values({
      ...names,
      id: readers,
      slug: "zanjan-readers",
      nameEn: "Zanjan Readers",
      nameFa: "خوانندگان زنجان",
    });
    await db.insert(hostNames).values([
      { scope: `slug:venue:${cityId}`, key: "rakhtshuy-khaneh", hostId: hall },
      { scope: "slug:organizer", key: "zanjan-readers", hostId: readers },
    ]);
    expect((await get(`/cards/venues/${hall}/0-en.png`)).status).toBe(404);
    await create({ venueId: hall, organizerId: readers });
    for (const path of ["/venues/zanjan/rakhtshuy-khaneh", "/organizers/zanjan-readers"])
      for (const locale of ["en", "fa"]) {
        const html = await pageText(`${path}?lang=${locale}`);
        const { pathname } = new URL(cardOf(html));
        expect(pathname).toMatch(/^\/cards\/(venues|organizers)\/[0-9a-f-]{36}\/[0-9a-z]{14}-/);
        expect(html).toMatch(/<meta property="og:image:alt" content="[^"]+"/);
        expect((await get(pathname)).headers.get("Content-Type")).toBe("image/png");
      }
  });

  it("are an error that nobody keeps where the second Worker is missing", async () => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const event = await create();
    const { pathname } = new URL(cardOf(await pageText(`/events/${event}?lang=en`)));
    const context = createExecutionContext();
    const request = new Request(new URL(pathname, ORIGIN));
    const response = await app.fetch(request, { ...env, PICTURES: undefined }, context);
    await waitOnExecutionContext(context);
    expect(response.status).toBe(500);
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    expect(errors.mock.calls.join()).toContain("PICTURES");
    errors.mockRestore();
    expect((await get(pathname)).status).toBe(200);
  });

  it("are there for cities, as stories and as posters", async () => {
    const city = cardOf(await pageText("/cities/zanjan?lang=fa"));
    expect((await get(city)).headers.get("Content-Type")).toBe("image/png");
    const follow = async (path: string) => get((await get(path)).headers.get("Location") ?? "");
    const story = new DataView(
      await (await follow(`/cards/events/${id}/0-fa-story.png`)).arrayBuffer(),
    );
    expect([story.getUint32(16), story.getUint32(20)]).toEqual([1080, 1920]);
    const poster = await (await follow(`/cards/events/${id}/0-en-poster.svg`)).text();
    expect(poster).toMatch(/^<svg [^>]*width="1240"/);
    // Outlines: a poster looks the same where the font is missing.
    expect(poster).not.toContain("<text");
  });
});
