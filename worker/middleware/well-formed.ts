import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context";

/**
 * 400 for a Host header that is no host (RFC 9112 §3.2): nothing behind here can read such an
 * address.
 */
export const wellFormed = createMiddleware<AppEnv>(async (c, next) => {
  if (!URL.canParse(c.req.url)) return c.text("Bad Request", 400);
  await next();
});
