import type { Handler } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../context";

/**
 * The one address that takes the session cookie: pages of other origins get no leave to read
 * anything of it (decisions.md §5).
 */
const OWN_PAGES_ONLY = "/api/v1/auth/session-token";

/**
 * Says how much of the caller's rate budget is left (draft-ietf-httpapi-ratelimit-headers), and
 * lets pages of every origin read the API. This is safe: the API accepts no cookies, and signed-in
 * operations need a token that other origins do not have.
 */
export const crossOrigin = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  if (c.req.path === OWN_PAGES_ONLY) {
    for (const name of [...headers.keys()])
      if (name.startsWith("access-control-")) headers.delete(name);
    return;
  }
  const rate = c.get("rate");
  if (rate) {
    headers.set("RateLimit-Policy", `"${rate.name}";q=${rate.most};w=60`);
    headers.set("RateLimit", `"${rate.name}";r=${rate.left};t=${rate.seconds}`);
  }
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set(
    "Access-Control-Expose-Headers",
    "ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Bookmark, X-Request-Id",
  );
});

/**
 * Browsers send a preflight before requests that plain forms cannot make, such as with a bearer
 * token.
 */
export const preflight =
  (allowed: readonly string[]): Handler<AppEnv> =>
  (c) =>
    c.body(null, 204, {
      Allow: allowed.join(", "),
      "Access-Control-Allow-Methods": allowed.join(", "),
      "Access-Control-Allow-Headers":
        "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Bookmark, X-Session-Id",
      "Access-Control-Max-Age": "86400",
    });
