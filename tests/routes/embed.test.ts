import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { bumpSiteVersion } from "../../app/modules/store/content-version.server";
import { parseEmbedQuery } from "../../app/modules/syndication/embed/schema";
import { createDatabase } from "../../db/client";
import { cities } from "../../db/schema";
import { memo } from "../../worker/deps";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const ORIGIN = "https://rooydad.test";
const db = createDatabase(env.DB);
const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
const soon = Date.now() + 3 * 86_400_000;
let eventId = "";

beforeAll(async () => {
  const tehran = await createCity(db, { slug: "tehran", nameEn: "Tehran", nameFa: "تهران" });
  const berlin = await createCity(db, {
    slug: "berlin",
    nameEn: "Berlin",
    nameFa: "برلین",
    timeZone: "Europe/Berlin",
  });
  const hostile = '"><script>alert(1)</script>';
  eventId = (
    await createEvent(db, {
      cityId: tehran.id,
      startsAt: soon,
      titleEn: hostile,
      venueEn: hostile,
      titleFa: "سه‌تار",
    })
  ).id;
  await createEvent(db, {
    cityId: berlin.id,
    startsAt: soon + 1_000,
    titleEn: "Berlin nights",
    categories: ["Film"],
    lifecycle: "cancelled",
  });
  await db.batch([bumpSiteVersion(db)]);
});

describe("/embed/events", () => {
  it("may be framed by any site, runs our own file only, and sets no cookie", async () => {
    const somebody = await signInAs(createTestDeps(), "user", {
      preferredLanguage: "fa",
      theme: "dark",
    });
    const response = await somebody.get("/embed/events?city=tehran", {
      Cookie: "rooydad.language=fa",
    });
    expect(response.status).toBe(200);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("frame-ancestors *");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(response.headers.get("X-Frame-Options")).toBeNull();
    expect(response.headers.get("Set-Cookie")).toBeNull();
    expect(response.headers.get("Vary")).toBe("Accept-Language");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=300");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const html = await response.text();
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).not.toContain("<form");
  });

  it.each([
    "/",
    "/events",
    "/embed",
    "/embed?city=tehran",
    "/embed/events/",
    "/embed/events.data",
    "/embed/other",
    "/events.ics",
    "/login",
  ])("%s may not be framed", async (path) => {
    const response = await get(path);
    expect(response.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
    await response.arrayBuffer();
  });

  it("contains script as text", async () => {
    const html = await (await get("/embed/events?city=tehran&lang=en")).text();
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html.match(/<script\b[^>]*>/g)).toEqual(['<script src="/embed-frame.js" defer>']);
  });

  it("opens its links in the whole window, in the list's language", async () => {
    const html = await (await get("/embed/events?city=tehran&lang=fa")).text();
    expect(html).toContain('<html lang="fa" dir="rtl">');
    expect(html).toContain("سه‌تار");
    const links = html.match(/<a [^>]*>/g) ?? [];
    expect(links.length).toBeGreaterThanOrEqual(3);
    expect(links.filter((link) => !link.includes('target="_top" rel="noopener"'))).toEqual([]);
    expect(html).toContain(`href="${ORIGIN}/events/${eventId}?lang=fa"`);
  });

  it("takes a city, a category, a number, a theme and an accent, and ignores invalid values", async () => {
    const film = await (
      await get("/embed/events?category=film&theme=dark&accent=%23A1B2C3")
    ).text();
    expect(film).toContain("Berlin nights");
    expect(film).toContain("<strong>Cancelled:</strong>");
    expect(film.match(/<li>/g)).toHaveLength(1);
    expect(film).toContain('data-mantine-color-scheme="dark"');
    expect(film).toContain("<style>:root{--embed-accent:#a1b2c3}</style>");
    expect((await (await get("/embed/events?limit=1")).text()).match(/<li>/g)).toHaveLength(1);
    const odd = await get(
      "/embed/events?city=../x&category=zzz&limit=999&theme=pink&accent=red;}body{display:none&lang=xx",
    );
    expect(odd.status).toBe(200);
    const html = await odd.text();
    expect(html).not.toContain("display:none");
    expect(html.match(/<li>/g)).toHaveLength(2);
  });

  it.each([
    ["cancelled", "en", "Cancelled"],
    ["cancelled", "fa", "لغو شد"],
    ["postponed", "en", "Postponed"],
    ["postponed", "fa", "به تعویق افتاد"],
  ] as const)("says first that an event is off: %s in %s", async (lifecycle, language, word) => {
    const { id: cityId } = await createCity(db, {
      slug: `${lifecycle}-${language}`,
      nameEn: "Shiraz",
      nameFa: "شیراز",
    });
    await createEvent(db, {
      cityId,
      startsAt: soon,
      titleEn: "Setar",
      titleFa: "سه‌تار",
      lifecycle,
    });
    await db.batch([bumpSiteVersion(db)]);
    memo.clear();
    expect(
      await (await get(`/embed/events?city=${lifecycle}-${language}&lang=${language}`)).text(),
    ).toContain(`<strong>${word}:</strong>`);
  });

  it("allows its accent by a style hash", async () => {
    const response = await get("/embed/events?accent=0e8388");
    const style = /<style>([^<]*)<\/style>/.exec(await response.text())?.[1] ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
    expect(response.headers.get("Content-Security-Policy")).toContain(`'sha256-${hash}'`);
  });

  it("answers 304 to clients with the newest list", async () => {
    const etag = (await get("/embed/events?city=berlin")).headers.get("ETag") ?? "";
    const again = await get("/embed/events?city=berlin", { "If-None-Match": etag });
    expect(again.status).toBe(304);
    expect(again.headers.get("Content-Security-Policy")).toContain("frame-ancestors *");
  });

  it("lists the public events of an account, and says which from its profile's address", async () => {
    const me = await signInAs(createTestDeps(), "user", { displayName: "Hall of Strings" });
    const tehran = await db.select().from(cities).get();
    const of = { cityId: tehran?.id ?? "", creatorId: me.id };
    await createEvent(db, { ...of, startsAt: soon, titleEn: "Mine in public" });
    await createEvent(db, { ...of, startsAt: soon, titleEn: "Mine in review", status: "pending" });
    await db.batch([bumpSiteVersion(db)]);
    const text = await (await get(`/embed/events?lang=en&by=${me.id}`)).text();
    expect(text).toContain("Hall of Strings");
    expect(text).toContain("Mine in public");
    expect(text).not.toContain("Mine in review");
    expect(text).not.toContain("Berlin nights");
    const builder = await (await get(`/embed?by=${me.id}`)).text();
    expect(builder).toMatch(new RegExp(`data-by=\\W*(&quot;)?${me.id}`));
    const said = await get(`/oembed?url=${encodeURIComponent(`${ORIGIN}/users/${me.id}`)}`);
    expect(await said.json()).toMatchObject({ title: "Hall of Strings" });
  });
});

describe("/embed", () => {
  it("shows the snippet with the chosen options, and a preview", async () => {
    const html = await (
      await get(
        "/embed?city=tehran&category=film&list=fa&theme=dark&limit=3&accent=%230e8388&lang=en",
      )
    ).text();
    const src =
      "/embed/events?lang=fa&amp;city=tehran&amp;category=film&amp;accent=0e8388&amp;limit=3&amp;theme=dark";
    expect(html).toContain(`<iframe src="${src}"`);
    const script = /<textarea id="embed-script"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? "";
    expect(script).toContain(`src=&quot;${ORIGIN}/embed.js&quot;`);
    for (const part of [
      "city=&quot;tehran",
      "category=&quot;film",
      "lang=&quot;fa",
      "theme=&quot;dark",
      "limit=&quot;3",
      "accent=&quot;0e8388",
    ])
      expect(script).toContain(`data-${part}&quot;`);
  });

  it("puts our own values only into the snippets", async () => {
    const html = await (
      await get(`/embed?city=${encodeURIComponent('"><img src=x>')}&accent=zzz&list=xx&lang=en`)
    ).text();
    expect(html).not.toContain("img src=x");
    expect(/<textarea id="embed-script"[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1]).not.toContain(
      "data-city",
    );
  });
});

describe("parseEmbedQuery", () => {
  it.each([
    ["limit=0", 6],
    ["limit=25", 6],
    ["limit=24", 24],
    ["limit=1.5", 6],
    ["limit=۱۲", 12],
    ["", 6],
  ])("of %s shows %d events", (query, limit) => {
    expect(parseEmbedQuery(new URLSearchParams(query)).limit).toBe(limit);
  });
});
