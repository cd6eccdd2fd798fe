import { createExecutionContext, env, SELF, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { bumpSiteVersion } from "../../app/modules/store/content-version.server";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import worker from "../../worker";
import { signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`http://rooydad.test${path}`, { headers, redirect: "manual" });
const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

describe("public pages in the edge cache", () => {
  beforeAll(async () => {
    await seedDatabase(createDatabase(env.DB), Date.now());
  });

  it("are served to the second reader from the cache, with a nonce of their own [S-1]", async () => {
    const first = await get("/events?when=week");
    const second = await get("/events?when=week");
    expect(first.headers.get("X-Page-Cache")).toBe("miss");
    expect(second.headers.get("X-Page-Cache")).toBe("hit");
    const [a, b] = [first, second].map((response) =>
      nonceOf(response.headers.get("Content-Security-Policy")),
    );
    expect(a).toBeTruthy();
    expect(b).toBeTruthy();
    expect(a).not.toBe(b);
    expect(await second.text()).toContain(`nonce="${b}"`);
  });

  it("have no script without the nonce of its response [S-2]", async () => {
    const response = await get("/events");
    const nonce = nonceOf(response.headers.get("Content-Security-Policy"));
    const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(response.headers.get("Content-Security-Policy")).not.toMatch(
      /script-src[^;]*unsafe-inline/,
    );
  });

  it("are separate by language and theme", async () => {
    await get("/events?when=month");
    const persian = await get("/events?when=month", { "Accept-Language": "fa-IR,fa;q=0.9" });
    expect(persian.headers.get("X-Page-Cache")).toBe("miss");
    expect(await persian.text()).toContain('<html lang="fa" dir="rtl"');
    const dark = await get("/events?when=month", { Cookie: "rooydad.theme=dark" });
    expect(dark.headers.get("X-Page-Cache")).toBe("miss");
    expect(await dark.text()).toContain('data-mantine-color-scheme="dark"');
  });

  it("ignore advertising parameters", async () => {
    await get("/events?when=today");
    expect(
      (await get("/events?utm_source=x&when=today&fbclid=1")).headers.get("X-Page-Cache"),
    ).toBe("hit");
  });

  it("contain no tracking parameter, because the cache would pass links with it to other readers", async () => {
    const trackers = "utm_source=leaked&fbclid=leaked&gclid=leaked&mc_eid=leaked";
    for (const path of [
      `/events?${trackers}&when=tomorrow`,
      `/help?${trackers}`,
      `/events.data?${trackers}&when=tomorrow`,
    ]) {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain("leaked");
    }
    const inSession = await get(`/events?${trackers}`, { Cookie: "rooydad-session=abc" });
    expect(await inSession.text()).not.toContain("leaked");
  });

  it("are separate by host", async () => {
    await get("/how-it-works");
    const other = await SELF.fetch("http://second.test/how-it-works");
    const html = await other.text();
    expect(html).toContain('href="http://second.test/how-it-works"');
    expect(html).not.toContain("rooydad.test");
  });

  it("contain no reader's position", async () => {
    for (const path of [
      "/events?lat=35.70&lng=51.40",
      "/events.data?lat=35.70&lng=51.40",
      "/events?l%61t=35.70&l%6Eg=51.40",
    ]) {
      await get(path);
      const again = await get(path);
      expect(again.status).toBe(200);
      expect(again.headers.get("X-Page-Cache")).toBeNull();
      expect(again.headers.get("Cache-Control")).toBe("private, no-cache");
    }
  });

  it("never contain a page with a session", async () => {
    await get("/events?free=1");
    const response = await get("/events?free=1", { Cookie: "rooydad-session=abc" });
    expect(response.headers.get("X-Page-Cache")).toBeNull();
  });

  it("name their reader, anonymous readers with none", async () => {
    const somebody = await signInAs(createTestDeps());
    await get("/events?free=1&when=week");
    const own = await somebody.get("/events?free=1&when=week");
    expect([own.headers.get("X-Reader"), own.headers.get("Cache-Control")]).toEqual([
      somebody.id,
      "private, no-cache",
    ]);
    const kept = await get("/events?free=1&when=week");
    expect([kept.headers.get("X-Page-Cache"), kept.headers.get("X-Reader")]).toEqual([
      "hit",
      "nobody",
    ]);
    // Errors and publicly cacheable responses have no such header.
    for (const path of ["/nowhere", "/embed/events", "/api/v1/events"])
      expect((await somebody.get(path)).headers.get("X-Reader")).toBeNull();
  });

  it("contain neither errors nor incomplete pages", async () => {
    for (const path of ["/nowhere", "/events?radius=1000000000"]) {
      await get(path);
      expect((await get(path)).headers.get("X-Page-Cache")).toBeNull();
    }
  });

  it("show changed content once its version is known", async () => {
    await get("/events?free=1&when=month");
    expect((await get("/events?free=1&when=month")).headers.get("X-Page-Cache")).toBe("hit");
    await bumpSiteVersion(createDatabase(env.DB));
    await expect
      .poll(async () => (await get("/events?free=1&when=month")).headers.get("X-Page-Cache"), {
        timeout: 9_000,
        interval: 500,
      })
      .toBe("miss");
  });
});

describe("every response", () => {
  it.each(["/events", "/api/v1/events", "/nowhere", "/healthz"])(
    "of %s carries the security headers and a request id [S-3]",
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("Content-Security-Policy")).toMatch(/frame-ancestors 'none'/);
      expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it("keeps search engines out where the deployment says so", async () => {
    const tagged = async (environment: Env) => {
      const context = createExecutionContext();
      const answer = await worker.fetch(
        new Request("http://rooydad.test/healthz") as never,
        environment,
        context,
      );
      await waitOnExecutionContext(context);
      return answer.headers.get("X-Robots-Tag");
    };
    expect([await tagged(env), await tagged({ ...env, NOINDEX: "yes" })]).toEqual([
      null,
      "noindex",
    ]);
  });

  it("is Page Not Found with status 404 for an unknown address", async () => {
    const response = await get("/nowhere");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Page Not Found");
  });

  it("refuses forms that other sites send [S-4]", async () => {
    const body = new URLSearchParams({ theme: "dark", returnTo: "/" });
    const from = (origin: string) =>
      SELF.fetch("http://rooydad.test/preferences", {
        method: "POST",
        body,
        headers: { Origin: origin },
        redirect: "manual",
      });
    expect((await from("https://elsewhere.example")).status).toBe(403);
    const ours = await from("http://rooydad.test");
    expect(ours.status).toBe(303);
    expect(ours.headers.get("Set-Cookie")).toMatch(
      /^rooydad\.theme=dark; Path=\/; Max-Age=31536000/,
    );
  });

  it("leads back only to pages of our own [S-5]", async () => {
    const body = new URLSearchParams({ language: "fa", returnTo: "//elsewhere.example/x" });
    const response = await SELF.fetch("http://rooydad.test/preferences", {
      method: "POST",
      body,
      headers: { Origin: "http://rooydad.test" },
      redirect: "manual",
    });
    expect(response.headers.get("Location")).toBe("/");
  });
});
