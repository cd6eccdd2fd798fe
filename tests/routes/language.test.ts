import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";

const ORIGIN = "http://rooydad.test";
const get = (path: string, headers: Record<string, string> = {}) => SELF.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
const post = (path: string, fields: Record<string, string>) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: ORIGIN, Host: "rooydad.test" },
    redirect: "manual",
  });

/** Links to pages of ours, without the head's and those that name a language themselves on purpose. */
const links = (html: string) =>
  [...(html.split("<body")[1] ?? "").matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));

describe("a visitor who came by ?lang=fa and has chosen nothing", () => {
  beforeAll(async () => {
    await seedDatabase(createDatabase(env.DB), Date.now());
  });

  it.each(["/", "/events?free=1", "/cities/tehran", "/discover", "/help", "/feedback-demo", "/nowhere"])(
    "reads on in Persian behind every link and form of %s, without a cookie",
    async (path) => {
      const response = await get(`${path}${path.includes("?") ? "&" : "?"}lang=fa`, { "Accept-Language": "en" });
      const html = await response.text();
      expect(html).toContain('<html lang="fa"');
      expect(response.headers.get("Set-Cookie")).toBeNull();
      expect(links(html).length).toBeGreaterThan(10);
      expect(links(html).filter((href) => new URL(href, ORIGIN).searchParams.getAll("lang").length !== 1)).toEqual([]);
      for (const [form] of html.matchAll(/<form[^>]*method="get"[\s\S]*?<\/form>/g))
        expect(form).toContain('<input type="hidden" name="lang" value="fa"/>');
    },
  );

  it("is told in Persian what a form has done", async () => {
    const sent = await post("/feedback-demo?lang=fa", { intent: "toast", kind: "success" });
    expect(sent.headers.get("Location")).toBe("/feedback-demo?lang=fa#toasts");
  });

  it("keeps the language when they choose a theme, and leaves it when they choose a language", async () => {
    const theme = await post("/preferences", { returnTo: "/events?free=1&lang=fa", theme: "dark" });
    expect(theme.headers.get("Location")).toBe("/events?free=1&lang=fa");
    expect(theme.headers.get("Set-Cookie")).not.toContain("rooydad.language");
    const language = await post("/preferences", { returnTo: "/events?free=1&lang=fa", language: "en" });
    expect(language.headers.get("Location")).toBe("/events?free=1");
    expect(language.headers.get("Set-Cookie")).toContain("rooydad.language=en");
  });
});

describe("a visitor whose address names no language", () => {
  it("has it in no link", async () => {
    const html = await (await get("/events", { "Accept-Language": "fa" })).text();
    expect(html).toContain('<html lang="fa"');
    expect(links(html).filter((href) => href.includes("lang="))).toEqual([]);
  });
});
