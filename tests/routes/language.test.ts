import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";

const ORIGIN = "http://rooydad.test";
const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
const post = (path: string, fields: Record<string, string>) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: ORIGIN, Host: "rooydad.test" },
    redirect: "manual",
  });

/** Links to pages of the product, without those of the head and those that set a language. */
const links = (html: string) =>
  [...(html.split("<body")[1] ?? "").matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );

describe("a visitor who came by ?lang=fa and has chosen nothing", () => {
  beforeAll(async () => {
    await seedDatabase(createDatabase(env.DB), Date.now());
  });

  it.each([
    "/",
    "/events?free=1",
    "/cities/tehran",
    "/discover",
    "/help",
    "/feedback-demo",
    "/nowhere",
  ])(
    "stays in Persian through every link and form of %s, without a cookie [S-172]",
    async (path) => {
      const response = await get(`${path}${path.includes("?") ? "&" : "?"}lang=fa`, {
        "Accept-Language": "en",
      });
      const html = await response.text();
      expect(html).toContain('<html lang="fa"');
      expect(response.headers.get("Set-Cookie")).toBeNull();
      expect(links(html).length).toBeGreaterThan(10);
      expect(
        links(html).filter(
          (href) => new URL(href, ORIGIN).searchParams.getAll("lang").length !== 1,
        ),
      ).toEqual([]);
      for (const [form] of html.matchAll(/<form[^>]*method="get"[\s\S]*?<\/form>/g))
        expect(form).toContain('<input type="hidden" name="lang" value="fa"/>');
    },
  );

  it("gets the result of a form in Persian", async () => {
    const sent = await post("/feedback-demo?lang=fa", { intent: "toast", kind: "success" });
    expect(sent.headers.get("Location")).toBe("/feedback-demo?lang=fa#toasts");
  });

  it.each([
    ["/preferences", "/"],
    ["/logout", "/"],
    ["/account/profile", "/login?returnTo=%2Faccount%2Fprofile%3Flang%3Dfa"],
    ["/notifications", "/login?returnTo=%2Fnotifications%3Flang%3Dfa"],
    ["/events?view=favourites", "/saved"],
  ])("is redirected from %s in Persian", async (path, target) => {
    const response = await get(`${path}${path.includes("?") ? "&" : "?"}lang=fa`);
    expect(response.headers.get("Location")).toBe(
      `${target}${target.includes("?") ? "&" : "?"}lang=fa`,
    );
    expect((await get(path)).headers.get("Location")).not.toContain("lang");
  });

  it("keeps the language when choosing a theme, and leaves it when choosing a language", async () => {
    const theme = await post("/preferences", { returnTo: "/events?free=1&lang=fa", theme: "dark" });
    expect(theme.headers.get("Location")).toBe("/events?free=1&lang=fa");
    expect(theme.headers.get("Set-Cookie")).not.toContain("rooydad.language");
    const language = await post("/preferences", {
      returnTo: "/events?free=1&lang=fa",
      language: "en",
    });
    expect(language.headers.get("Location")).toBe("/events?free=1");
    expect(language.headers.get("Set-Cookie")).toContain("rooydad.language=en");
  });
});

describe("a visitor whose address names no language", () => {
  it("has no language in links", async () => {
    const html = await (await get("/events", { "Accept-Language": "fa" })).text();
    expect(html).toContain('<html lang="fa"');
    expect(links(html).filter((href) => href.includes("lang="))).toEqual([]);
  });
});

describe("canonical and alternate links", () => {
  const linksOf = (html: string, rel: string) =>
    [...(html.split("</head>")[0] ?? "").matchAll(/<link [^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(`rel="${rel}"`))
      .map((tag) => ({
        language: /hreflang="([^"]*)"/i.exec(tag)?.[1],
        href: /href="([^"]*)"/
          .exec(tag.replace(/hreflang="[^"]*"/i, ""))?.[1]
          ?.replaceAll("&amp;", "&"),
      }));
  const PAGES = [
    "/",
    "/events",
    "/cities",
    "/cities/tehran",
    "/categories",
    "/categories/concert",
    "/discover",
    "/how-it-works",
    "/help",
    "/legal/terms",
    "/feedback-demo",
    "/changelog",
    "/api/v1/docs",
  ];

  it.each(PAGES)("%s: each address is its own canonical, and all name all", async (path) => {
    const all = [
      { language: "en", href: `${ORIGIN}${path}?lang=en` },
      { language: "fa", href: `${ORIGIN}${path}?lang=fa` },
      { language: "x-default", href: `${ORIGIN}${path}` },
    ];
    for (const { href } of all) {
      const html = await (await SELF.fetch(href, { headers: { "Accept-Language": "fa" } })).text();
      expect(linksOf(html, "canonical").map((link) => link.href)).toEqual([href]);
      // Feeds are alternates of another type, in one language each.
      expect(linksOf(html, "alternate").filter(({ language }) => language)).toEqual(all);
      const shared = /<meta property="og:url" content="([^"]*)"/.exec(html)?.[1];
      if (shared) expect(shared).toBe(href);
    }
  });

  it("are correct on an event's page too", async () => {
    const [, path] =
      /href="(\/events\/[0-9a-f-]{36})"/.exec(await (await get("/events")).text()) ?? [];
    const html = await (await get(`${path}?lang=fa`)).text();
    expect(linksOf(html, "canonical")[0]?.href).toBe(`${ORIGIN}${path}?lang=fa`);
    expect(linksOf(html, "alternate").map(({ href }) => href)).toContain(
      `${ORIGIN}${path}?lang=fa`,
    );
  });

  it("leave out filters and unsupported languages", async () => {
    const canonical = async (path: string) =>
      linksOf(await (await get(path)).text(), "canonical")[0]?.href;
    expect(await canonical("/events?free=1&lang=fa-IR")).toBe(`${ORIGIN}/events?lang=fa`);
    expect(await canonical("/events?free=1&lang=de")).toBe(`${ORIGIN}/events`);
  });
});
