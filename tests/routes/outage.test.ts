import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import * as build from "virtual:remix/server-build";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { bumpCityVersions } from "../../app/modules/store/content-version.server";
import { createDatabase } from "../../db/client";
import { events } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { app } from "../../worker/app";
import { memo } from "../../worker/deps";
import { PARAMETERS } from "../authorization/matrix";
import { pagesOf } from "../authorization/route-table";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { awayAt, breakableDatabase } from "../helpers/failing-database";
import { ORIGIN, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const SECOND = 1_000;
const db = createDatabase(env.DB);

describe("during a database outage", () => {
  const d1 = breakableDatabase(env.DB);
  const get = async (path: string) => {
    const context = createExecutionContext();
    const response = await app.fetch(
      new Request(`http://rooydad.test${path}`),
      { ...env, DB: d1.database },
      context,
    );
    await waitOnExecutionContext(context);
    return response;
  };
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

  beforeAll(async () => {
    await seedDatabase(createDatabase(env.DB), Date.now());
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const level of ["warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation(() => {});
  });
  afterEach(() => {
    d1.fails = false;
    vi.restoreAllMocks();
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it("a cached page is served as long as it may be stale", async () => {
    expect((await get("/cities")).headers.get("X-Page-Cache")).toBe("miss");
    d1.fails = true;
    for (const [wait, status] of [
      [10 * SECOND, "hit"],
      [60 * SECOND, "stale"],
      [120 * SECOND, "stale"],
      [100 * SECOND, "stale"],
    ] as const) {
      pass(wait);
      const response = await get("/cities");
      expect(response.status).toBe(200);
      expect(response.headers.get("X-Page-Cache")).toBe(status);
    }
    pass(120 * SECOND);
    const old = await get("/cities");
    expect(old.status).toBe(200);
    expect(old.headers.get("X-Page-Cache")).toBe("last-good");
    expect(old.headers.get("Warning")).toBe('111 - "Revalidation Failed"');
    expect(Number(old.headers.get("Age"))).toBeGreaterThanOrEqual(410);
    pass(86_400 * SECOND);
    expect((await get("/cities")).status).toBe(503);
  });

  it("a page deleted before does not return", async () => {
    const tehran = (await createCity(db)).id;
    const { id } = await createEvent(db, { cityId: tehran, startsAt: Date.now() + 86_400_000 });
    expect((await get(`/events/${id}`)).headers.get("X-Page-Cache")).toBe("miss");
    await db.batch([
      db.update(events).set({ isActive: false }).where(eq(events.id, id)),
      bumpCityVersions(db, [tehran]),
    ]);
    pass(10 * SECOND);
    await get("/help");
    expect((await get(`/events/${id}`)).status).toBe(404);
    d1.fails = true;
    expect((await get(`/events/${id}`)).status).toBe(503);
  });

  it.each([
    "/events.ics",
    "/cities/tehran/events.atom",
    "/embed/events",
    "/api/v1/events",
    "/parties/city-room/tehran",
    "/events.data",
    "/login.data",
    "/sitemap.xml",
  ])("%s is not logged as our bug", async (path) => {
    memo.clear();
    d1.fails = true;
    const response = await get(path);
    expect([response.status === 503 || response.status === 200, response.status]).toEqual([
      true,
      response.status,
    ]);
    if (response.status === 503) expect(response.headers.get("Retry-After")).toBe("5");
  });

  it("a signed-in user gets the error page in their language", async () => {
    d1.fails = true;
    const headers = {
      Cookie: `__Host-rooydad-session=${"a".repeat(43)}`,
      Accept: "text/html",
      "Accept-Language": "fa",
    };
    const context = createExecutionContext();
    const response = await app.fetch(
      new Request("https://rooydad.test/events", { headers }),
      { ...env, DB: d1.database },
      context,
    );
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await response.text()).toContain("تا چند لحظهٔ دیگر برمی‌گردیم");
  });

  it("another page is the error page with the id of its request", async () => {
    await get("/");
    d1.fails = true;
    pass(10 * SECOND);
    const response = await get("/events?when=week");
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    const html = await response.text();
    expect(html).toContain("We’ll be back in a moment");
    expect(html).toContain(`<code>${response.headers.get("X-Request-Id")}</code>`);
  });

  it("nothing is cached that would outlast it", async () => {
    await get("/events");
    d1.fails = true;
    pass(60 * SECOND);
    expect((await get("/discover")).status).toBe(503);
    d1.fails = false;
    pass(2 * SECOND);
    expect((await get("/discover")).status).toBe(200);
    expect((await get("/events")).headers.get("X-Page-Cache")).toBe("stale");
    expect((await get("/events")).headers.get("X-Page-Cache")).toBe("hit");
  });
});

it("a page whose database is away at any one call is whole, or is the page that says so", async () => {
  for (const level of ["warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  const { id } = (await env.DB.prepare("SELECT id FROM events WHERE is_listed = 1 LIMIT 1").first<{
    id: string;
  }>()) ?? { id: "" };
  const pages = [
    ...["/", "/events", "/events?q=concert", `/events/${id}`, "/cities/tehran", "/discover"],
    ...["/categories", "/venues/tehran/vahdat-hall", "/saved", "/login"],
  ];
  const wrong: string[] = [];
  let asked = 0;
  for (const path of pages)
    for (let n = 1, isReached = true; isReached; n += 1) {
      memo.clear();
      await env.DB.prepare("UPDATE content_versions SET version = version + 1").run();
      const { database, state } = awayAt(env.DB, n);
      const context = createExecutionContext();
      asked += 1;
      const headers = { Accept: "text/html", "CF-Connecting-IP": `203.0.113.${asked % 256}` };
      const response = await app.fetch(
        new Request(`http://rooydad.test${path}`, { headers }),
        { ...env, DB: database },
        context,
      );
      const text = await response.text();
      await waitOnExecutionContext(context);
      const isSaid = response.status === 503 && response.headers.has("Retry-After");
      if (!text.includes("<h1") || !(response.status === 200 || isSaid))
        wrong.push(`${path} at call ${n}: ${response.status}`);
      isReached = state.calls >= n;
    }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(2 * pages.length);
});

/** Forms that come back themselves, with their own fields and the message. */
const COMES_BACK =
  /^\/onboarding|^\/account\/preferences$|^\/events\/:eventId\/(collections|finish)$/;

it("every form that is sent while the database is away keeps what was written, and says so", {
  timeout: 300_000,
}, async () => {
  for (const level of ["warn", "error", "info"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  const { token } = await signInAs(createTestDeps(Date.now()), "owner");
  const away = breakableDatabase(env.DB);
  away.fails = true;
  const written = 'Nasrin\u2019s "night" & <words>';
  const secret = "a password that no page repeats";
  const body = new URLSearchParams([
    ...[["title", written] as [string, string], ["password", secret] as [string, string]],
    ...[["intent", "save"] as [string, string], ["tag", "one"] as [string, string]],
    ["tag", "two"],
  ]).toString();
  const wrong: string[] = [];
  const send = async (path: string, database: D1Database, size = String(body.length)) => {
    memo.clear();
    const context = createExecutionContext();
    const request = new Request(ORIGIN + path, {
      method: "POST",
      body,
      redirect: "manual",
      headers: {
        Accept: "text/html",
        "Content-Type": "application/x-www-form-urlencoded",
        ...{ "Content-Length": size, Origin: ORIGIN },
        Cookie: `__Host-rooydad-session=${token}`,
      },
    });
    const response = await app.fetch(request, { ...env, DB: database }, context);
    const text = await response.text();
    await waitOnExecutionContext(context);
    return { status: response.status, text };
  };
  const shown = "&quot;night&quot; &amp; &lt;words&gt;";
  const forms = [...pagesOf(build.routes)].filter(([, methods]) => methods.has("POST"));
  let failed = 0;
  for (const [route] of forms) {
    const path = route.replaceAll(/:(\w+)\??/g, (_, name) => PARAMETERS[name] ?? "x");
    for (const n of [0, 3]) {
      const { status, text } = await send(
        path,
        n === 0 ? away.database : awayAt(env.DB, n).database,
      );
      if ((status < 500 || COMES_BACK.test(route)) && n > 0) continue;
      failed += 1;
      const isKept =
        text.includes(shown) &&
        text.includes(`<form method="post" action="${path}">`) &&
        (text.match(/name="tag"/g)?.length ?? 0) === 2;
      if (status !== 503 || !isKept || text.includes(secret))
        wrong.push(`${path} at ${n}: ${status}`);
    }
    // What scripts get draws the same page; files have none.
    const { status, text } = await send(`${path}.data`, away.database);
    if (status !== 404 && (!text.includes("<words>") || text.includes(secret)))
      wrong.push(`${path}.data`);
  }
  expect(wrong).toEqual([]);
  expect([forms.length > 80, failed > forms.length]).toEqual([true, true]);
  // What is too large is not repeated.
  const [large] = forms[0] ?? [""];
  expect((await send(large, away.database, "70000")).text).not.toContain("<form");
});
