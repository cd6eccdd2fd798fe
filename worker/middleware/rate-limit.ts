import type { Context } from "hono";
import { MINUTE } from "../../app/lib/dates/durations";
import { AppError } from "../../app/lib/errors";
import { clientAddress, isLoopback, LOOPBACK_FACTOR } from "../../app/lib/http/client-address";
import type { Rate } from "../../app/lib/http/route-budget";
import { describeError, log } from "../../app/lib/runtime/log";
import { createBoundedMap } from "../../app/lib/runtime/remembered";
import { visitorNetworkOf } from "../../app/modules/events/visits/visitor-fingerprint";
import { readConfiguration } from "../configuration";
import type { AppEnv } from "../context";
import type { LimitName } from "../limits";

const KEYS = 10_000;
/** As much of a link's token as names its reader, and of a mail's id as names it. */
const LINK_KEY = 36;
/**
 * Requests per minute and address to endpoints that take passwords and tokens; wrangler.toml has
 * the same number.
 */
const AUTH_PER_MINUTE = 30;

/** Bindings that count, each with the variable that holds its limit for this isolate. */
const LIMITERS = {
  API_REQUESTS: "READS_PER_MINUTE_ANONYMOUS",
  API_USER_REQUESTS: "READS_PER_MINUTE_USER",
  SEARCHES: "SEARCHES_PER_MINUTE_ANONYMOUS",
  USER_SEARCHES: "SEARCHES_PER_MINUTE_USER",
  SUGGESTIONS: "SUGGESTIONS_PER_MINUTE",
  FILE_REQUESTS: "FILES_PER_MINUTE",
  AUTH_REQUESTS: null,
} as const satisfies Record<string, LimitName | null>;
type Limiter = keyof typeof LIMITERS;

/** HEAD does all the work of GET. */
const SEARCHING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Requests of each key to this isolate in the current minute. */
const counts = createBoundedMap<{ minute: number; requests: number }>({ entries: KEYS });

/** @returns the requests that are left of this minute, below 0 past the limit, and its seconds */
function countHere(name: string, most: number, now: number): { left: number; seconds: number } {
  const minute = Math.floor(now / MINUTE);
  let count = counts.get(name);
  if (count?.minute !== minute) {
    count = { minute, requests: 0 };
    counts.set(name, count);
  }
  count.requests += 1;
  return {
    left: most - count.requests,
    seconds: Math.ceil(((minute + 1) * MINUTE - now) / 1_000),
  };
}

/** A rate budget as the request left it: requests a minute, and what this isolate counts as left. */
export interface SpentRate {
  name: string;
  most: number;
  left: number;
  seconds: number;
}

interface Counted {
  env: Env;
  request: Request;
  now: number;
  requestId: string;
}

/**
 * Takes a request of a key's minute: within this isolate by the configured number, and over a data
 * centre by the Workers binding, with some delay. Exact limits, such as on failed sign-ins, are
 * counted in the database. The binding does not tell when to retry, hence the whole period. On
 * loopback only the isolate counts, 100 times as many.
 * @returns what is left, and the seconds to wait: 0 where the request is allowed
 */
async function take(
  { env, request, now, requestId }: Counted,
  limiter: Limiter,
  key: string,
): Promise<SpentRate & { wait: number }> {
  const isLocal = env.ENVIRONMENT === "local" && isLoopback(clientAddress(request));
  const name = LIMITERS[limiter];
  const limits = readConfiguration(env, { now: Date.now }).configuration?.limits;
  const most = (name && limits ? limits[name] : AUTH_PER_MINUTE) * (isLocal ? LOOPBACK_FACTOR : 1);
  const { left, seconds } = countHere(`${limiter} ${key}`, most, now);
  let wait = left < 0 ? seconds : 0;
  if (wait === 0 && !isLocal) {
    try {
      const { success } = await env[limiter].limit({ key });
      if (!success) wait = MINUTE / 1_000;
    } catch (error) {
      // A failing limiter allows requests.
      log("warn", "rate-limit.unknown", { requestId, ...describeError(error) });
    }
  }
  return { name: limiter.toLowerCase(), most, left: Math.max(0, left), seconds, wait };
}

/** Limits rates. @throws AppError("too-many-requests") with the seconds to wait */
async function count(c: Context<AppEnv>, limiter: Limiter, key: string): Promise<void> {
  const { deps, requestId } = c.get("info");
  const counted = { env: c.env, request: c.req.raw, now: deps.clock.now(), requestId };
  const { wait, ...rate } = await take(counted, limiter, key);
  const spent = c.get("rate");
  if (!spent || wait > 0 || rate.left < spent.left) c.set("rate", rate);
  if (wait > 0) throw new AppError("too-many-requests", [], wait);
}

/** Takes one of a visitor's reads without words; null where the rate is spent. */
export async function takeRead(counted: Counted): Promise<SpentRate | null> {
  const rate = await take(counted, "API_REQUESTS", networkOf(counted.request));
  return rate.wait > 0 ? null : rate;
}

/** The caller's network: the first 64 bits of an IPv6 address. */
const networkOf = (request: Request): string => visitorNetworkOf(clientAddress(request));

const networkOfRequest = (c: Context<AppEnv>): string => networkOf(c.req.raw);

/** Whose budget a request uses: each API key has its own. */
function budgetKeyOf(c: Context<AppEnv>): string {
  const { signedIn } = c.get("info");
  return signedIn ? (signedIn.permissions ? signedIn.sessionId : signedIn.id) : networkOfRequest(c);
}

/**
 * One budget for pages, `.data`, feeds and the API: 120 requests a minute per anonymous network,
 * 600 per signed-in user (decisions.md §12). Searches with words have a smaller one within it.
 */
export async function countRequest(c: Context<AppEnv>): Promise<void> {
  const { signedIn } = c.get("info");
  await count(c, signedIn ? "API_USER_REQUESTS" : "API_REQUESTS", budgetKeyOf(c));
  if (SEARCHING.has(c.req.method) && c.req.query("q")) await countSearch(c);
}

/** Counts a search, which may not be in the address. */
export async function countSearch(c: Context<AppEnv>): Promise<void> {
  const { signedIn } = c.get("info");
  await count(c, signedIn ? "USER_SEARCHES" : "SEARCHES", budgetKeyOf(c));
}

/** Counts a request by the rate budget of its route; each throws AppError("too-many-requests"). */
export const RATE_COUNTERS: Readonly<Record<Rate, (c: Context<AppEnv>) => Promise<void>>> = {
  reads: countRequest,
  // Of their own: typing must not use up the budget of searches.
  suggestions: (c) => count(c, "SUGGESTIONS", budgetKeyOf(c)),
  async auth(c) {
    await countRequest(c);
    await count(c, "AUTH_REQUESTS", networkOfRequest(c));
  },
  async import(c) {
    await countRequest(c);
    const { signedIn } = c.get("info");
    if (c.req.method === "POST" && signedIn)
      await count(c, "AUTH_REQUESTS", `import ${signedIn.id}`);
  },
  files: (c) => count(c, "FILE_REQUESTS", networkOfRequest(c)),
  // Mail programs press and look for their readers, many from few addresses. A made-up token is a
  // new link, hence the network too.
  async "one-click"(c) {
    await count(c, "FILE_REQUESTS", networkOfRequest(c));
    await count(
      c,
      "API_REQUESTS",
      `unsubscribe ${c.req.query("token")?.slice(0, LINK_KEY) ?? networkOfRequest(c)}`,
    );
  },
  async tracking(c) {
    await count(c, "FILE_REQUESTS", networkOfRequest(c));
    await count(c, "API_REQUESTS", `mail ${c.req.query("mail")?.slice(0, LINK_KEY)}`);
  },
  // Phones at one door share an address, with their guests too.
  async door(c) {
    await count(c, "FILE_REQUESTS", networkOfRequest(c));
    await count(c, "API_USER_REQUESTS", `door ${c.req.path.split("/")[2]?.slice(0, LINK_KEY)}`);
  },
  // A messenger hands on what everyone writes to a bot, from few addresses.
  bot: (c) => {
    const bot = c.get("bot");
    return bot ? count(c, "API_USER_REQUESTS", `bot ${bot}`) : countRequest(c);
  },
};
