import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Pages change state only for requests that our own pages sent (ASVS 3.5.1); the API has bearer
 * tokens instead.
 */
export const checkOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (!SAFE.has(c.req.method)) {
    const origin = c.req.header("Origin");
    if (origin !== new URL(c.req.url).origin && origin !== c.get("info").origin)
      return c.text("Forbidden", 403);
  }
  await next();
});
