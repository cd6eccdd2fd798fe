import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COSTS } from "../../app/lib/http/route-budget";
import type { openDatabase } from "../../db/client";
import type { AppEnv } from "../../worker/context";
import { answerUncaught } from "../../worker/failures";
import { budgeted } from "../../worker/middleware/budgeted";
import { requestInfo } from "../../worker/middleware/request-info";
import { createRequestMeter } from "../../worker/request-meter";

let lines: unknown[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

const logged = () =>
  lines
    .map((line) => JSON.parse(String(line)) as Record<string, unknown>)
    .filter(({ message }) => message === "request.too-costly");

/** A row of a number; the database answers as many as are asked for. */
const NUMBERS =
  "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) SELECT n FROM numbers";

/** The product's front with one route, whose handler does `work`. */
async function ask(
  cost: keyof typeof COSTS,
  work: (db: ReturnType<typeof openDatabase>) => Promise<Response>,
) {
  const app = new Hono<AppEnv>();
  app.use(requestInfo);
  app.get("/work", budgeted("files", cost), (c) => work(c.get("info").deps.db));
  app.onError(answerUncaught);
  const context = createExecutionContext();
  const response = await app.fetch(new Request("http://rooydad.test/work"), env, context);
  await waitOnExecutionContext(context);
  return response;
}

/** The statements of a connection, as drizzle sends them. */
const client = (db: ReturnType<typeof openDatabase>) =>
  (db as unknown as { $client: D1Database }).$client;

describe("the guard of a request", () => {
  it("ends one that asks statement after statement", async () => {
    let asked = 0;
    const response = await ask("constant", async (db) => {
      for (; asked < 1_000; asked += 1) await client(db).prepare("SELECT 1").bind().all();
      return new Response("never");
    });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(asked).toBe(COSTS.constant.statements);
    expect(logged()).toMatchObject([
      { path: "/work", cost: "constant", what: "statements", most: COSTS.constant.statements },
    ]);
    expect(logged()[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(["all", "raw"] as const)(
    "ends one that reads row after row by %s, before it asks for more",
    async (by) => {
      let read = 0;
      const response = await ask("constant", async (db) => {
        for (let turn = 0; turn < 15; turn += 1) {
          const answer = await client(db).prepare(NUMBERS).bind(500)[by]();
          read += Array.isArray(answer) ? answer.length : answer.results.length;
        }
        return new Response("never");
      });
      expect(response.status).toBe(503);
      expect(read).toBeLessThanOrEqual(COSTS.constant.rows);
      expect(logged()).toMatchObject([{ what: "rows" }]);
    },
  );

  it("does not let a caught refusal go on", async () => {
    const response = await ask("constant", async (db) => {
      const read = () => client(db).prepare(NUMBERS).bind(3_000).all();
      await read().catch(() => null);
      await read();
      return new Response("never");
    });
    expect(response.status).toBe(503);
    expect(logged()).toHaveLength(1);
  });

  it("ends one that writes too much, while it is made", async () => {
    let made = 0;
    let isCancelled = false;
    const response = await ask(
      "constant",
      async () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              made += 50_000;
              controller.enqueue(new Uint8Array(50_000));
            },
            cancel() {
              isCancelled = true;
            },
          }),
        ),
    );
    expect(response.status).toBe(503);
    expect(isCancelled).toBe(true);
    expect(made).toBeLessThanOrEqual(COSTS.constant.bytes + 100_000);
    expect(logged()).toMatchObject([{ what: "bytes" }]);
  });

  it("lets through what is within its class, unchanged", async () => {
    const response = await ask("constant", async (db) => {
      const { results } = await client(db).prepare(NUMBERS).bind(3).all<{ n: number }>();
      return Response.json(results, { status: 201, headers: { "X-Own": "kept" } });
    });
    expect([response.status, response.headers.get("X-Own")]).toEqual([201, "kept"]);
    expect(await response.json()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(logged()).toEqual([]);
  });

  it("refuses no write, nor its answer", () => {
    const meter = createRequestMeter("id", "/work");
    meter.cost = "constant";
    for (let asked = 0; asked < 1_000; asked += 1) meter.ask(1, false);
    meter.answer(1_000_000, 1);
    meter.ask(1, false);
    expect(() => meter.ask(1, true)).toThrow("unavailable");
  });

  it("lets a request that has written read twice as much, and no more", async () => {
    let asked = 0;
    const response = await ask("constant", async (db) => {
      await client(db).prepare("UPDATE users SET updated_at = 0 WHERE id = ?").bind("none").run();
      for (; asked < 1_000; asked += 1) await client(db).prepare("SELECT 1").bind().all();
      return new Response("never");
    });
    expect(response.status).toBe(503);
    expect(asked).toBe(2 * COSTS.constant.statements - 1);
    expect(logged()).toMatchObject([{ what: "statements", most: 2 * COSTS.constant.statements }]);
  });
});
