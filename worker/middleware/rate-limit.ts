import { createMiddleware } from "hono/factory";
import { clientAddress } from "../../app/lib/client-address";
import { AppError } from "../../app/lib/errors";
import { describeError, log } from "../../app/lib/log";
import type { AppEnv } from "../context";

/** Requests a minute from loopback: 100 times those of the binding in wrangler.toml (decisions.md §12). */
const LOOPBACK_LIMIT = 12_000;
const MINUTE = 60_000;
const ADDRESSES = 1_000;

/** Loopback, or a request that came through no edge at all: both exist only where the Worker runs locally. */
const LOOPBACK = /^(unknown$|::1$|(::ffff:)?127\.)/;

/** How often each loopback address has asked in the present minute. One process serves them, so this count is exact. */
const counts = new Map<string, { minute: number; requests: number }>();

/** @returns seconds to wait; 0 where the request may go on */
function waitOnLoopback(address: string, now: number): number {
  const minute = Math.floor(now / MINUTE);
  let count = counts.get(address);
  if (count?.minute !== minute) {
    if (counts.size >= ADDRESSES) counts.clear();
    count = { minute, requests: 0 };
    counts.set(address, count);
  }
  count.requests += 1;
  return count.requests <= LOOPBACK_LIMIT ? 0 : Math.ceil(((minute + 1) * MINUTE - now) / 1_000);
}

/**
 * At most 120 requests a minute of one anonymous address (decisions.md §12), by the Workers rate limiting binding.
 * Its counts are kept in each data centre and follow with a little delay, so the limit is approximate: it holds back
 * floods and meters nobody. It does not say when to come back, hence the whole period.
 */
export const rateLimit = createMiddleware<AppEnv>(async (c, next) => {
  const { deps, requestId } = c.var.info;
  const address = clientAddress(c.req.raw);
  let wait = 0;
  if (c.env.ENVIRONMENT === "local" && LOOPBACK.test(address)) wait = waitOnLoopback(address, deps.clock.now());
  else {
    try {
      const { success } = await c.env.API_REQUESTS.limit({ key: address });
      if (!success) wait = MINUTE / 1_000;
    } catch (error) {
      // Better unlimited for a while than closed to everybody.
      log("warn", "rate-limit.unknown", { requestId, ...describeError(error) });
    }
  }
  if (wait > 0) throw new AppError("too-many-requests", [], wait);
  await next();
});
