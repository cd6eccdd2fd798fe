import { env, SELF } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { TUESDAY } from "../helpers/test-deps";

const ORIGIN = "http://rooydad.test";
const ID = "019b7647-f000-77c5-8015-667f3d6d7db0";
const NO_ID = "019b0000-0000-7000-a000-ffffffffffff";

const ask = (
  path: string,
  { headers = {}, ...init }: { method?: string; headers?: Record<string, string> } = {},
) =>
  SELF.fetch(ORIGIN + path, {
    redirect: "manual",
    ...init,
    headers: { Origin: ORIGIN, ...headers },
  });

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), TUESDAY);
});

describe("a file that does not exist", () => {
  it.each(["/assets/none-12345678.js", "/fonts/none.woff2"])("%s is not cached", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  const FILES = [
    "/events/x/ics",
    `/events/${NO_ID}/ics`,
    `/events/${NO_ID}/share`,
    "/sitemap.xml?part=99",
  ];

  it.each(FILES)("%s is a page for a browser", async (path) => {
    for (const [language, title] of [
      ["en", "Page Not Found"],
      ["fa", "پیدا نشد"],
    ] as const) {
      const response = await ask(path, {
        headers: { Accept: "text/html,*/*;q=0.8", "Accept-Language": language },
      });
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      const html = await response.text();
      expect(html).toContain(`<html lang="${language}"`);
      expect(html).toContain(title);
    }
  });

  it.each(FILES)("%s is JSON for programs", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "not-found" });
  });

  it.each([
    "/robots.txt",
    "/sitemap.xml",
    "/manifest.webmanifest",
    `/events/${ID}/ics`,
    `/events/${ID}/share`,
  ])("has no page data behind it: %s.data", async (path) => {
    const response = await ask(`${path}.data`);
    expect([response.status, await response.text()]).toEqual([404, "Not Found"]);
  });
});

describe("methods without a form", () => {
  it.each(["/feedback-demo", `/events/${ID}/share`, "/preferences", "/login"])(
    "are refused at %s",
    async (path) => {
      for (const method of ["PUT", "PATCH", "DELETE"]) {
        const response = await ask(path, { method });
        expect([method, response.status, response.headers.get("Allow")]).toEqual([
          method,
          405,
          "GET, HEAD, POST, OPTIONS",
        ]);
      }
    },
  );
});

describe("an address in capitals", () => {
  it.each([
    ["/cities/Tehran?when=week", "/cities/tehran?when=week"],
    ["/categories/Concert", "/categories/concert"],
    [`/events/${ID.toUpperCase()}`, `/events/${ID}`],
    [`/events/${ID.toUpperCase()}/ics`, `/events/${ID}/ics`],
    [`/api/v1/events/${ID.toUpperCase()}`, `/api/v1/events/${ID}`],
    ["/api/v1/cities/TEHRAN?lang=fa", "/api/v1/cities/tehran?lang=fa"],
  ])("%s leads to %s", async (from, to) => {
    const response = await ask(from);
    expect([response.status, response.headers.get("Location")]).toEqual([308, to]);
    expect((await ask(to)).status).toBe(200);
  });

  it("is used unchanged for POST requests", async () => {
    expect((await ask(`/events/${ID.toUpperCase()}/share`, { method: "POST" })).status).toBe(404);
  });
});
