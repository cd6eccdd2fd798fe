import type { Handler } from "hono";
import { getServerByName } from "partyserver";
import { type PartHealth, PLATFORM_PARTS } from "../app/lib/deps";
import { assertCan } from "../app/lib/permissions";
import { describeError, log } from "../app/lib/runtime/log";
import { readHealth } from "../app/modules/operations/read-health.server";
import type { AppEnv } from "./context";

/** Longest answer of a part, ms. */
const TIMEOUT = 5_000;

/**
 * Probe of each part: a read without effect. Async, so that one that throws at once is a failure
 * like any other.
 */
const PROBES: Record<PartHealth["part"], (env: Env) => Promise<unknown>> = {
  database: async (env) => env.DB.withSession("first-primary").prepare("SELECT 1").first(),
  files: async (env) => env.MEDIA.head("health"),
  rooms: async (env) => (await getServerByName(env.CITY_ROOM, "health")).countShards(),
  limits: async (env) =>
    env.RATE_BUDGET.getByName("health").take({ name: "health", amount: 0, limit: 1 }),
};

/** Bytes of the database: D1 says them with each answer. */
export const readDatabaseBytes = async (env: Env): Promise<number> =>
  (await env.DB.prepare("SELECT 1").run()).meta.size_after;

/** Asks every part of the platform at once. */
export const probePlatform = (env: Env): Promise<PartHealth[]> =>
  Promise.all(
    PLATFORM_PARTS.map(async (part) => {
      const asked = Date.now();
      const late = scheduler.wait(TIMEOUT).then(() => {
        throw new Error(`No answer within ${TIMEOUT} ms.`);
      });
      try {
        await Promise.race([PROBES[part](env), late]);
        return { part, ms: Date.now() - asked, error: null };
      } catch (error) {
        return {
          part,
          ms: Date.now() - asked,
          error: error instanceof Error ? error.message : String(error),
        };
      }
    }),
  );

/**
 * 200 while D1 answers, else 503; for load balancers and `npm start`. `?deep` is for staff:
 * `deepHealth`.
 */
export const health: Handler<AppEnv> = async (c, next) => {
  if (c.req.query("deep") !== undefined) return next();
  try {
    await c.env.DB.prepare("SELECT 1").first();
    return c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" });
  } catch (error) {
    log("error", "health.database", {
      requestId: c.get("info").requestId,
      ...describeError(error),
    });
    return c.json({ status: "database unavailable" }, 503, {
      "Cache-Control": "no-store",
      "Retry-After": "5",
    });
  }
};

/**
 * Every part of the platform, the backlogs and the alarms; 503 while a part fails or an alarm is
 * on. Needs `outbox:read`.
 */
export const deepHealth: Handler<AppEnv> = async (c) => {
  const { deps, signedIn } = c.get("info");
  assertCan(signedIn, "outbox:read");
  const state = await readHealth(deps);
  return c.json(state, state.status === "ok" ? 200 : 503, { "Cache-Control": "no-store" });
};
