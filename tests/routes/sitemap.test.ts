import { env, SELF } from "cloudflare:test";
import { and, eq, gt } from "drizzle-orm";
import { XMLParser } from "fast-xml-parser";
import { beforeAll, describe, expect, it } from "vitest";
import { CATEGORIES } from "../../app/lib/event/categories";
import { bumpSiteVersion } from "../../app/modules/store/content-version.server";
import {
  storeSitemap,
  writeSitemap,
} from "../../app/modules/syndication/sitemap/write-sitemap.server";
import { createDatabase } from "../../db/client";
import { cities, events, facetCounts } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { createTestDeps } from "../helpers/test-deps";

const ORIGIN = "http://rooydad.test";

interface Link {
  "@_rel": string;
  "@_hreflang": string;
  "@_href": string;
}
interface Url {
  loc: string;
  lastmod?: string;
  "xhtml:link": Link[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ["url", "sitemap", "xhtml:link"].includes(name),
});
const urlsOf = (xml: string): Url[] => parser.parse(xml).urlset.url ?? [];
const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { headers });

async function write(limit: number, part: string | null): Promise<string> {
  let text = "";
  for await (const piece of await writeSitemap(
    { deps: { ...createTestDeps(Date.now()) }, origin: ORIGIN, limit },
    part,
  ))
    text += piece;
  return text;
}

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), Date.now());
});

describe("the sitemap", () => {
  it("lists every public page, city, category and upcoming event once, with absolute addresses", async () => {
    const response = await get("/sitemap.xml");
    expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=\d+$/);
    const addresses = urlsOf(await response.text()).map(({ loc }) => loc);
    const { db } = createTestDeps();
    const coming = await db
      .select({ id: events.id })
      .from(events)
      .where(and(eq(events.isListed, true), eq(events.isOver, false)));
    const expected = [
      "/",
      "/events",
      "/cities",
      "/discover",
      "/categories",
      "/how-it-works",
      "/help",
      "/changelog",
      "/legal/terms",
      "/legal/privacy",
      "/legal/eula",
      "/legal/cookies",
      ...(
        await db.select({ slug: cities.slug, upcoming: cities.upcomingCount }).from(cities)
      ).flatMap(({ slug, upcoming }) =>
        upcoming > 0 ? [`/cities/${slug}`, `/cities/${slug}/week`] : [`/cities/${slug}`],
      ),
      ...CATEGORIES.map(({ slug }) => `/categories/${slug}`),
      ...coming.map(({ id }) => `/events/${id}`),
    ].map((path) => `${ORIGIN}${path}`);
    const hosts = addresses.filter((address) => /\/(venues\/[a-z-]+|organizers)\//.test(address));
    expect(addresses.filter((address) => !hosts.includes(address)).sort()).toEqual(expected.sort());
    const busy = await db
      .select({ facet: facetCounts.facet })
      .from(facetCounts)
      .where(gt(facetCounts.upcoming, 0));
    expect(hosts).toContain(`${ORIGIN}/venues/tehran/vahdat-hall`);
    expect(new Set(hosts).size).toBe(
      busy.filter(({ facet }) => /^(venue|organizer):/.test(facet)).length,
    );
  });

  it("has each page's languages and an event's last change", async () => {
    const urls = urlsOf(await (await get("/sitemap.xml")).text());
    const city = urls.find(({ loc }) => loc === `${ORIGIN}/cities/tehran`);
    expect(city?.["xhtml:link"]).toEqual([
      { "@_rel": "alternate", "@_hreflang": "en", "@_href": `${ORIGIN}/cities/tehran?lang=en` },
      { "@_rel": "alternate", "@_hreflang": "fa", "@_href": `${ORIGIN}/cities/tehran?lang=fa` },
      { "@_rel": "alternate", "@_hreflang": "x-default", "@_href": `${ORIGIN}/cities/tehran` },
    ]);
    for (const { loc, lastmod } of urls)
      if (/\/events\/./.test(loc)) expect(lastmod).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it("leaves out unlisted events", async () => {
    const { db } = createTestDeps();
    const [hidden] = await db
      .select()
      .from(events)
      .where(and(eq(events.isListed, true), eq(events.isOver, false)))
      .limit(1);
    await db
      .update(events)
      .set({ isActive: false })
      .where(eq(events.id, hidden?.id ?? ""));
    expect(await write(50_000, null)).not.toContain(hidden?.id);
    await db
      .update(events)
      .set({ isActive: true })
      .where(eq(events.id, hidden?.id ?? ""));
  });

  it("is split at its limit into an index and parts with every address once", async () => {
    const whole = urlsOf(await write(50_000, null)).map(({ loc }) => loc);
    const parts: string[] = parser
      .parse(await write(150, null))
      .sitemapindex.sitemap.map(({ loc }: { loc: string }) => loc);
    expect(parts).toEqual(parts.map((_, at) => `${ORIGIN}/sitemap.xml?part=${at + 1}`));
    expect(parts).toHaveLength(Math.ceil(whole.length / 150));
    const all: string[] = [];
    for (let part = 1; part <= parts.length; part++) {
      const urls = urlsOf(await write(150, String(part))).map(({ loc }) => loc);
      expect(urls.length).toBeLessThanOrEqual(150);
      all.push(...urls);
    }
    expect(all).toEqual(whole);
  });

  it("is stored in parts by the hourly job, whatever their origin, and without events that are hidden by then", async () => {
    const deps = createTestDeps(Date.now());
    const whole = urlsOf(await write(50_000, null)).map(({ loc }) => loc);
    const { parts } = await storeSitemap(deps, 150);
    expect(parts).toBe(Math.ceil(whole.length / 150));
    // The limit is that of live files: what comes is what was stored.
    const index = await write(50_000, null);
    expect(parser.parse(index).sitemapindex.sitemap).toHaveLength(parts);
    const all: string[] = [];
    for (let part = 1; part <= parts; part++)
      all.push(...urlsOf(await write(50_000, String(part))).map(({ loc }) => loc));
    expect(all).toEqual(whole);
    await expect(write(50_000, String(parts + 1))).rejects.toMatchObject({ code: "not-found" });
    expect((await get("/media/_sitemap/1.xml")).status).toBe(404);

    const gone = whole.find((address) => address.includes("/events/")) ?? "";
    const hidden = eq(events.id, gone.split("/").at(-1) ?? "");
    await deps.db.update(events).set({ isActive: false }).where(hidden);
    await storeSitemap(deps, 150);
    expect(await write(50_000, "1")).not.toContain(gone);
    await deps.db.update(events).set({ isActive: true }).where(hidden);

    // One file again: nothing stored stays.
    expect(await storeSitemap(deps, 50_000)).toEqual({ parts: 0 });
    expect(await deps.media.list("_sitemap/")).toEqual([]);
    expect(urlsOf(await write(50_000, null))).toHaveLength(whole.length);
  });

  it("has parts of less than a megabyte", async () => {
    const urls = urlsOf(await write(50_000, null)).length;
    const bytes = new TextEncoder().encode(await write(50_000, null)).length;
    expect((bytes / urls) * 2_000).toBeLessThan(1_000_000);
  });

  it("is generated once per origin and version of public content", async () => {
    expect((await get("/sitemap.xml")).headers.get("X-Edge-Cache")).toBe("hit");
    const other = await SELF.fetch("http://second.test/sitemap.xml");
    expect(await other.text()).not.toContain(ORIGIN);
    await bumpSiteVersion(createDatabase(env.DB));
    await expect
      .poll(async () => (await get("/sitemap.xml")).headers.get("X-Edge-Cache"), {
        timeout: 9_000,
        interval: 500,
      })
      .toBeNull();
  });

  it.each(["0", "2", "-1", "x", "1.5"])("has no part %s", async (part) => {
    expect((await get(`/sitemap.xml?part=${part}`)).status).toBe(404);
  });
});

describe("robots.txt", () => {
  it("allows everything but the API and the settings, and names the sitemap", async () => {
    const response = await get("/robots.txt");
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect((await response.text()).split("\n")).toEqual([
      "User-agent: *",
      "Allow: /",
      "Disallow: /api/",
      "Disallow: /preferences",
      "",
      `Sitemap: ${ORIGIN}/sitemap.xml`,
      "",
    ]);
  });
});

describe("the web manifest", () => {
  it.each([
    ["en", "Rooydad", "ltr"],
    ["fa", "رویداد", "rtl"],
  ])("is in the reader's language: %s", async (lang, name, dir) => {
    const response = await get("/manifest.webmanifest", { "Accept-Language": lang });
    expect(response.headers.get("Content-Type")).toBe("application/manifest+json");
    expect(await response.json()).toMatchObject({
      name,
      short_name: name,
      lang,
      dir,
      start_url: "/",
      theme_color: "#FBF8F3",
      background_color: "#FBF8F3",
    });
  });

  it("has shortcuts to pages that answer", async () => {
    const { shortcuts } = await (await get("/manifest.webmanifest")).json<{
      shortcuts: { name: string; url: string }[];
    }>();
    expect(shortcuts.map(({ name }) => name)).toEqual(["Events", "Saved", "Create event"]);
    for (const { url } of shortcuts)
      expect((await SELF.fetch(`${ORIGIN}${url}`, { redirect: "manual" })).status).toBeLessThan(
        400,
      );
  });

  it.each(["en", "fa"])("names existing icons and screenshots: %s", async (lang) => {
    const { icons, screenshots } = await (
      await get("/manifest.webmanifest", { "Accept-Language": lang })
    ).json<Record<"icons" | "screenshots", { src: string; sizes: string; type: string }[]>>();
    expect(screenshots).toHaveLength(2);
    for (const { src, type } of [...icons, ...screenshots]) {
      const icon = await env.ASSETS.fetch(`${ORIGIN}${src}`);
      expect(icon.status, src).toBe(200);
      expect(icon.headers.get("Content-Type")).toBe(type);
    }
    for (const { src, sizes } of screenshots) {
      const bytes = new DataView(await (await env.ASSETS.fetch(`${ORIGIN}${src}`)).arrayBuffer());
      // The frame of a JPEG file: height, then width.
      let at = 2;
      while (![0xffc0, 0xffc2].includes(bytes.getUint16(at))) at += 2 + bytes.getUint16(at + 2);
      expect(`${bytes.getUint16(at + 7)}x${bytes.getUint16(at + 5)}`, src).toBe(sizes);
    }
  });
});
