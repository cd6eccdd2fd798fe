import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { clientAddress, isLoopback, LOOPBACK_FACTOR } from "../../app/lib/client-address";
import { MINUTE } from "../../app/lib/durations";
import { AppError } from "../../app/lib/errors";
import { describeError, log } from "../../app/lib/log";
import type { AppEnv } from "../context";

const KEYS = 1_000;
/** As much of a link's token as names its reader. */
const LINK_KEY = 36;

/** Requests a minute; the same numbers stand in wrangler.toml, where the bindings count. */
const LIMITS = { API_REQUESTS: 120, API_USER_REQUESTS: 600, AUTH_REQUESTS: 30 } as const;
type Limiter = keyof typeof LIMITS;

/** How often each key has asked in the present minute, on loopback. One process serves them, so this count is exact. */
const counts = new Map<string, { minute: number; requests: number }>();

/** @returns seconds to wait; 0 where the request may go on */
function waitOnLoopback(limiter: Limiter, key: string, now: number): number {
  const minute = Math.floor(now / MINUTE);
  const name = `${limiter} ${key}`;
  let count = counts.get(name);
  if (count?.minute !== minute) {
    if (counts.size >= KEYS) counts.clear();
    count = { minute, requests: 0 };
    counts.set(name, count);
  }
  count.requests += 1;
  return count.requests <= LIMITS[limiter] * LOOPBACK_FACTOR ? 0 : Math.ceil(((minute + 1) * MINUTE - now) / 1_000);
}

/**
 * Holds back floods, by the Workers rate limiting binding. Its counts are kept in each data centre and follow with a
 * little delay, so the limit is approximate; what must be exact, such as failed sign-ins, is counted in the database.
 * The binding does not say when to come back, hence the whole period.
 * @throws AppError("too-many-requests") with the seconds to wait
 */
async function count(c: Context<AppEnv>, limiter: Limiter, key: string): Promise<void> {
  const { deps, requestId } = c.var.info;
  let wait = 0;
  if (c.env.ENVIRONMENT === "local" && isLoopback(clientAddress(c.req.raw))) wait = waitOnLoopback(limiter, key, deps.clock.now());
  else {
    try {
      const { success } = await c.env[limiter].limit({ key });
      if (!success) wait = MINUTE / 1_000;
    } catch (error) {
      // Better unlimited for a while than closed to everybody.
      log("warn", "rate-limit.unknown", { requestId, ...describeError(error) });
    }
  }
  if (wait > 0) throw new AppError("too-many-requests", [], wait);
}

/** 120 requests a minute of an anonymous address, 600 of somebody signed in (decisions.md §12). */
export function countRequest(c: Context<AppEnv>): Promise<void> {
  const { signedIn } = c.var.info;
  return signedIn ? count(c, "API_USER_REQUESTS", signedIn.id) : count(c, "API_REQUESTS", clientAddress(c.req.raw));
}

export const rateLimit = createMiddleware<AppEnv>(async (c, next) => {
  await countRequest(c);
  await next();
});

/** Forms write, too: as many a minute as the API takes of the same person or address. */
export const formRateLimit = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === "POST") await countRequest(c);
  await next();
});

/** Mail programs press for their readers, many from few addresses: counted by the link. */
export const oneClickRateLimit = createMiddleware<AppEnv>(async (c, next) => {
  await count(c, "API_REQUESTS", `unsubscribe ${c.req.query("token")?.slice(0, LINK_KEY) ?? clientAddress(c.req.raw)}`);
  await next();
});

/** Tighter where pages elsewhere are read for somebody: nobody's server is to be flooded through ours. */
export const importRateLimit = createMiddleware<AppEnv>(async (c, next) => {
  const { signedIn } = c.var.info;
  if (c.req.method === "POST" && signedIn) await count(c, "AUTH_REQUESTS", `import ${signedIn.id}`);
  await next();
});

/** Tighter where passwords and tokens are tried. */
export const authRateLimit = createMiddleware<AppEnv>(async (c, next) => {
  await count(c, "AUTH_REQUESTS", clientAddress(c.req.raw));
  await next();
});
