import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import * as v from "valibot";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { ErrorJson } from "../../worker/api/v1/errors";
import { app } from "../../worker/app";
import { ask, askJson } from "../helpers/api-client";

const ENDPOINTS = [
  "/events",
  "/events/019b7647-f000-77c5-8015-667f3d6d7db0",
  "/events/019b7647-f000-77c5-8015-667f3d6d7db0/ics",
  "/cities",
  "/cities/search?q=te",
  "/cities/tehran",
  "/categories",
  "/suggestions?q=te",
  "/openapi.json",
  "/docs",
];
/** Writing methods, used with a token. */
const WRITES: Record<string, readonly string[]> = {
  "/cities": ["POST"],
  "/cities/tehran": ["PUT", "DELETE"],
  "/events": ["POST"],
  "/events/019b7647-f000-77c5-8015-667f3d6d7db0": ["PUT", "PATCH", "DELETE"],
};
const allowed = (path: string) => ["GET", "HEAD", ...(WRITES[path] ?? []), "OPTIONS"].join(", ");
const FOUND = ENDPOINTS.filter((path) => !path.startsWith("/events/"));

beforeAll(async () => {
  await seedDatabase(createDatabase(env.DB), Date.now());
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("methods [S-164]", () => {
  it.each(
    ENDPOINTS.flatMap((path) =>
      ["POST", "PUT", "PATCH", "DELETE"]
        .filter((method) => !WRITES[path]?.includes(method))
        .map((method) => [method, path]),
    ),
  )("%s %s answers 405 with the allowed methods", async (method, path) => {
    const response = await ask(path, { method });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, allowed(path)]);
    expect(v.parse(ErrorJson, await response.json()).code).toBe("method-not-allowed");
  });

  it.each(FOUND)("HEAD %s answers like GET, without a body", async (path) => {
    const [head, get] = [await ask(path, { method: "HEAD" }), await ask(path)];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const name of ["Content-Type", "ETag", "Cache-Control", "Access-Control-Allow-Origin"])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });

  it("HEAD of an unknown address answers 404", async () => {
    expect((await ask("/events/nonsense", { method: "HEAD" })).status).toBe(404);
  });
});

describe("unknown addresses", () => {
  it.each([
    "/nothing",
    "/events/",
    "/events/a/b",
    "/cities/tehran/x",
    "/%00",
    "/%E0%A4%A",
    "/..%2f..%2f",
    "/events//x",
  ])("%s answers 404 in JSON", async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(v.parse(ErrorJson, await response.json())).toMatchObject({
      code: "not-found",
      message: "There’s nothing at this address.",
    });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("other origins [S-165]", () => {
  const origin = { Origin: "https://elsewhere.example" };

  it.each(ENDPOINTS)("may read %s and its errors, without cookies [S-169]", async (path) => {
    const { headers } = await ask(path, { headers: origin });
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
    expect(headers.get("Access-Control-Expose-Headers")).toContain("ETag");
  });

  it.each(ENDPOINTS)("may send the parameters of %s", async (path) => {
    const response = await ask(path, {
      method: "OPTIONS",
      headers: {
        ...origin,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "if-none-match",
      },
    });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(response.headers.get("Access-Control-Allow-Methods")).toBe(allowed(path));
    expect(response.headers.get("Access-Control-Allow-Headers")).toContain("If-None-Match");
    expect(response.headers.get("Allow")).toBe(allowed(path));
  });
});

describe("caching", () => {
  it.each(FOUND)("%s answers 304 to clients with the newest version", async (path) => {
    const first = await ask(path);
    const etag = first.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^(W\/)?"(\d+\.)?[0-9a-f]+"$/);
    const second = await ask(path, { headers: { "If-None-Match": `"old", W/${etag}` } });
    expect([second.status, await second.text(), second.headers.get("ETag")]).toEqual([
      304,
      "",
      etag,
    ]);
    expect((await ask(path, { headers: { "If-None-Match": '"old"' } })).status).toBe(200);
  });

  it("allows lists to be cached for 30 seconds", async () => {
    expect((await ask("/events")).headers.get("Cache-Control")).toBe("public, max-age=30");
  });
});

describe("errors", () => {
  it.each([
    [undefined, "There’s nothing at this address."],
    ["*", "There’s nothing at this address."],
    ["de", "There’s nothing at this address."],
    ["fa", "چیزی در این نشانی نیست."],
    ["fa-IR,en;q=0.5", "چیزی در این نشانی نیست."],
    ["en;q=0.1, fa;q=0.9", "چیزی در این نشانی نیست."],
    ["fa;q=0, en", "There’s nothing at this address."],
    ["\u0001;;;=,q", "There’s nothing at this address."],
  ])("are in the language of Accept-Language %s", async (language, message) => {
    const { body } = await askJson("/events/nonsense", {
      headers: language ? { "Accept-Language": language } : {},
    });
    expect(body).toMatchObject({ message });
  });

  it("follow Accept-Language, not the stored language", async () => {
    const { body } = await askJson("/events/nonsense", {
      headers: { Cookie: "rooydad.language=fa" },
    });
    expect(body).toMatchObject({ message: "There’s nothing at this address." });
  });

  it("describe what is wrong with each parameter, in both languages", async () => {
    const path = "/events?radius=1000000000&limit=0&from=2026-02-30";
    const { status, body } = await askJson(path);
    expect(status).toBe(400);
    expect(v.parse(ErrorJson, body)).toMatchObject({
      code: "bad-request",
      issues: expect.arrayContaining([
        { path: "radius", message: "Kilometres, from 1 to 200." },
        { path: "limit", message: "A number from 1 to 100." },
        {
          path: "from",
          message:
            "A date as YYYY-MM-DD between the years 1990 and 2100, or a Solar Hijri date such as 1405-09-15.",
        },
      ]),
    });
    const persian = await askJson<{ issues: { message: string }[] }>(path, {
      headers: { "Accept-Language": "fa" },
    });
    for (const { message } of persian.body.issues) expect(message).toMatch(/[\u0600-\u06FF]/);
  });

  it.each([
    ["city=atlantis", "city"],
    ["city=../etc", "city"],
    ["category=nonsense", "category"],
    ["category=Music&category=nonsense", "category"],
    ["when=someday", "when"],
    ["sort=magic", "sort"],
    ["free=perhaps", "free"],
    ["radius=far", "radius"],
    ["limit=0x10", "limit"],
    ["limit=many", "limit"],
  ])("name the invalid value of ?%s", async (query, path) => {
    const { status, body } = await askJson<{ issues: { path: string }[] }>(`/events?${query}`);
    expect([status, body.issues.map((issue) => issue.path)]).toEqual([400, [path]]);
  });

  it("ignore unknown and empty parameters", async () => {
    expect((await ask("/events?flavour=sweet&city=&when=&free=0&city2=x")).status).toBe(200);
  });

  it("contain the request id, which the header has too", async () => {
    const response = await ask("/events/nonsense");
    const { requestId } = v.parse(ErrorJson, await response.json());
    expect(response.headers.get("X-Request-Id")).toBe(requestId);
  });
});

describe("a failing database [S-170]", () => {
  const broken = new Proxy(env.DB, {
    get(_database, name) {
      return name === "withSession"
        ? () => broken
        : () => {
            throw new Error("D1_ERROR: no such luck");
          };
    },
  });

  async function askWith(
    database: D1Database,
    path: string,
    more: Partial<Env> = {},
  ): Promise<Response> {
    const context = createExecutionContext();
    const response = await app.fetch(
      new Request(`http://rooydad.test/api/v1${path}`),
      { ...env, DB: database, ...more },
      context,
    );
    await waitOnExecutionContext(context);
    return response;
  }

  // Addresses that no other test requests: kept answers need no database.
  it.each([
    "/events?limit=7&lat=35.0001&lng=51.0001&radius=25",
    "/events?category=Concert&category=Music",
    "/events?q=setar",
    "/events/019b7647-f000-77c5-8015-667f3d6d7db0?v=1",
  ])("is a 503 in JSON for %s, logged once, and the next request works", async (path) => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const response = await askWith(broken, path);
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("5");
    const { code, message, requestId } = v.parse(ErrorJson, await response.json());
    expect([code, message]).toEqual([
      "unavailable",
      "The service is busy. Please try again in a moment.",
    ]);
    expect(response.headers.get("X-Request-Id")).toBe(requestId);
    expect(errors).toHaveBeenCalledTimes(1);
    const line = JSON.parse(errors.mock.calls[0]?.[0] as string) as Record<string, unknown>;
    expect(line).toMatchObject({ level: "error", message: "database.away", requestId });
    expect((await askWith(env.DB, "/events")).status).toBe(200);
  });
});

describe("the rate limit [S-147]", () => {
  it("is 120 requests a minute for an address; then 429 gives the wait", async () => {
    const headers = { "CF-Connecting-IP": "203.0.113.7", "Accept-Language": "fa" };
    let refused: Response | undefined;
    let granted = 0;
    // A minute may end in between and grant another 120.
    while (!refused && granted <= 240) {
      const response = await ask("/categories", { headers });
      if (response.status === 429) refused = response;
      else granted += 1;
    }
    expect(granted).toBeGreaterThanOrEqual(120);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(refused?.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(await refused?.json()).toMatchObject({
      code: "too-many-requests",
      message: "درخواست‌ها زیاد شد. لطفاً کمی بعد دوباره تلاش کنید.",
    });
    expect(
      (await ask("/categories", { headers: { "CF-Connecting-IP": "203.0.113.8" } })).status,
    ).toBe(200);
  });

  it("takes the address from the platform only [S-163]", async () => {
    const statuses = new Set<number>();
    for (let request = 0; request < 250; request++) {
      const { status } = await ask("/categories", {
        headers: {
          "CF-Connecting-IP": "203.0.113.9",
          "X-Forwarded-For": `198.51.100.${request}`,
          "X-Real-IP": `198.51.100.${request}`,
        },
      });
      statuses.add(status);
    }
    expect(statuses).toContain(429);
  });

  it("is 100 times as high for loopback", async () => {
    for (let request = 0; request < 250; request++)
      expect(
        (await ask("/categories", { headers: { "CF-Connecting-IP": "127.0.0.1" } })).status,
      ).toBe(200);
  });

  it("allows requests if the counter is unavailable", async () => {
    const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
    const context = createExecutionContext();
    const limit = () => Promise.reject(new Error("away"));
    const request = new Request("http://rooydad.test/api/v1/categories", {
      headers: { "CF-Connecting-IP": "203.0.113.10" },
    });
    const response = await app.fetch(request, { ...env, API_REQUESTS: { limit } }, context);
    await waitOnExecutionContext(context);
    expect(response.status).toBe(200);
    expect(warnings).toHaveBeenCalledTimes(1);
  });
});
