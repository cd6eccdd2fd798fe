import { createExecutionContext, env, SELF } from "cloudflare:test";
import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/cloudflare";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../app/lib/errors";
import { app } from "../../worker/app";
import type { AppEnv } from "../../worker/context";
import { memo } from "../../worker/deps";
import { requestInfo } from "../../worker/middleware/request-info";
import { createPages } from "../../worker/pages";
import { breakableDatabase } from "../helpers/failing-database";
import { textOf } from "../helpers/page-text";

const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`http://rooydad.test${path}`, { headers, redirect: "manual" });
const idOf = (response: Response) => response.headers.get("X-Request-Id") as string;

/** The product's pages, one of which fails with the given error. */
async function askFailing(
  error: unknown,
  path = "/help",
  headers: Record<string, string> = {},
): Promise<Response> {
  const product = build;
  const help = product.routes["routes/public/help/route"];
  const loader = () => {
    throw error;
  };
  const routes = {
    ...product.routes,
    "routes/public/help/route": { ...help, module: { ...help?.module, loader } },
  } as ServerBuild["routes"];
  const app = new Hono<AppEnv>().use(requestInfo).all("*", createPages({ ...product, routes }));
  return app.fetch(
    new Request(`http://rooydad.test${path}`, { headers }),
    env,
    createExecutionContext(),
  );
}

describe("an error page", () => {
  const lines: Record<string, unknown>[] = [];

  beforeEach(() => {
    lines.length = 0;
    for (const level of ["warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation(
        (line: string) => void lines.push(JSON.parse(line)),
      );
  });
  afterEach(() => vi.restoreAllMocks());

  it("names the failed request", async () => {
    const first = await askFailing(new Error("broken"));
    const second = await askFailing(new Error("broken"));
    for (const response of [first, second]) {
      expect(response.status).toBe(500);
      expect(await response.text()).toContain(`<code>${idOf(response)}</code>`);
      expect(lines).toContainEqual(
        expect.objectContaining({
          message: "page.failed",
          requestId: idOf(response),
          error: "broken",
        }),
      );
    }
    expect(idOf(first)).not.toBe(idOf(second));
  });

  it("names it too if scripts fetched data only", async () => {
    const response = await askFailing(new Error("broken"), "/help.data");
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(body).toContain(idOf(response));
    expect(body).not.toContain("broken");
  });

  it("depends on the code of an expected failure, which is logged as a warning", async () => {
    const response = await askFailing(new AppError("too-many-requests", [], 30));
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("30");
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    const said = textOf(await response.text());
    expect(said).toContain("One moment, please");
    expect(said).toContain("Try again in 30 seconds.");
    expect(lines).toEqual([
      expect.objectContaining({
        level: "warn",
        message: "page.refused",
        code: "too-many-requests",
        path: "/help",
      }),
    ]);
  });

  it("is in the reader's language", async () => {
    const response = await askFailing(new AppError("unavailable"), "/help", {
      "Accept-Language": "fa",
    });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("تا چند لحظهٔ دیگر برمی‌گردیم");
  });

  it("gives scripts the code and when to retry", async () => {
    const response = await askFailing(new AppError("too-many-requests", [], 30), "/help.data");
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("30");
    expect(await response.text()).toMatch(/"code","too-many-requests".*"retryAfter",30/);
  });

  it("is not shown for redirects and other thrown responses", async () => {
    const response = await askFailing(
      new Response(null, { status: 302, headers: { Location: "/events" } }),
    );
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe("/events");
  });
});

describe("a page", () => {
  it("does not contain its request id, which the cache would give to others", async () => {
    const response = await get("/changelog");
    expect(await response.text()).not.toContain(idOf(response));
  });

  it.each([
    "/nowhere",
    "/events/019b0000-0000-7000-8000-000000000000",
    "/events/019b0000-0000-7000-8000-000000000000/tickets",
    "/events/x/calendar/google",
    "/cities/nowhere",
    "/categories/nothing",
    "/users/019b0000-0000-7000-8000-000000000000",
    "/legal/nothing",
  ])("that does not exist is the designed one, titled in both languages: %s", async (path) => {
    for (const [locale, title] of [
      ["en", "Page Not Found · Rooydad"],
      ["fa", "صفحه پیدا نشد · رویداد"],
    ] as const) {
      const response = await get(path, { "Accept-Language": locale });
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain(`<title>${title}</title>`);
      expect(html).toContain("<footer");
      expect(html.endsWith("</body></html>")).toBe(true);
    }
  });
});

describe("a failure outside of pages", () => {
  const lines: Record<string, unknown>[] = [];
  const d1 = breakableDatabase(env.DB);
  const ask = (path: string, headers: Record<string, string>) =>
    app.fetch(
      new Request(`http://rooydad.test${path}`, { headers }),
      { ...env, DB: d1.database },
      createExecutionContext(),
    );

  beforeEach(() => {
    lines.length = 0;
    memo.clear();
    d1.fails = true;
    vi.spyOn(console, "error").mockImplementation(
      (line: string) => void lines.push(JSON.parse(line)),
    );
  });
  afterEach(() => {
    d1.fails = false;
    vi.restoreAllMocks();
  });

  it("in a room answers with its id and the security headers", async () => {
    const response = await ask("/parties/city-room/nowhere", { Upgrade: "websocket" });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(lines).toContainEqual(
      expect.objectContaining({ message: "database.away", requestId: idOf(response) }),
    );
  });

  it("is a page for a browser", async () => {
    const response = await ask("/parties/city-room/nowhere", {
      Accept: "text/html,*/*",
      "Accept-Language": "fa",
    });
    const html = await response.text();
    expect(html).toContain('<html lang="fa" dir="rtl">');
    expect(html).toContain(`<code>${idOf(response)}</code>`);
  });

  it("is JSON below /api", async () => {
    // No other test asks for this address, so there is no kept answer.
    const response = await ask("/api/v1/cities?limit=97", {});
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "unavailable", requestId: idOf(response) });
  });
});
