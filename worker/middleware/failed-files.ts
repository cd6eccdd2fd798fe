import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../context";
import { failurePage, wantsPage } from "../failure-page";

/**
 * Files that Remix serves (calendar files, sitemaps) fail as JSON; a browser navigation gets the
 * error page.
 */
export const failedFiles = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { status, headers } = c.res;
  if (
    status < 400 ||
    !headers.get("Content-Type")?.startsWith("application/json") ||
    !wantsPage(c.req.raw)
  )
    return;
  const retryAfter = headers.get("Retry-After");
  const page = await failurePage(c, status, retryAfter ? { "Retry-After": retryAfter } : {});
  c.res = undefined;
  c.res = page;
});
