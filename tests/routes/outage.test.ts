import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createDatabase } from "../../db/client";
import { seedDatabase } from "../../db/seed/seed-database";
import { app } from "../../worker/app";
import { breakableDatabase } from "../helpers/failing-database";

const SECOND = 1_000;

describe("while the database does not answer", () => {
  const d1 = breakableDatabase(env.DB);
  const get = async (path: string) => {
    const context = createExecutionContext();
    const response = await app.fetch(new Request(`http://rooydad.test${path}`), { ...env, DB: d1.database }, context);
    await waitOnExecutionContext(context);
    return response;
  };
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

  beforeAll(async () => {
    await seedDatabase(createDatabase(env.DB), Date.now());
  });
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  });
  afterEach(() => {
    d1.fails = false;
    vi.restoreAllMocks();
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it("a page that was served is served on, as long as a page may be stale", async () => {
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
    expect((await get("/cities")).status).toBe(500);
  });

  it("another page is the error page with the id of its request", async () => {
    await get("/");
    d1.fails = true;
    pass(10 * SECOND);
    const response = await get("/events?when=week");
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(html).toContain("Oops! Something went wrong");
    expect(html).toContain(`<code>${response.headers.get("X-Request-Id")}</code>`);
  });

  it("nothing is remembered that would outlast it", async () => {
    await get("/events");
    d1.fails = true;
    pass(60 * SECOND);
    expect((await get("/discover")).status).toBe(500);
    d1.fails = false;
    pass(2 * SECOND);
    expect((await get("/discover")).status).toBe(200);
    expect((await get("/events")).headers.get("X-Page-Cache")).toBe("stale");
    expect((await get("/events")).headers.get("X-Page-Cache")).toBe("hit");
  });
});
