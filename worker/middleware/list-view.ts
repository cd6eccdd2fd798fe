import { createMiddleware } from "hono/factory";
import { choiceCookies } from "../../app/lib/http/preference-cookies.server";
import { readListView } from "../../app/lib/pages/list-view";
import type { AppEnv } from "../context";
import { readCookie } from "../cookies";

/**
 * Keeps the view of lists that the reader chose on one of our pages. A link from elsewhere shows
 * its view once. Before the page cache, which stores no cookies.
 */
export const keepListView = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const view = readListView(c.get("info").url.searchParams.get("view"));
  if (!view || c.res.status !== 200 || c.req.header("Sec-Fetch-Site") !== "same-origin") return;
  if (readCookie(c.req.raw, "rooydad.view") === view) return;
  for (const cookie of choiceCookies(c.req.raw, { view }))
    c.header("Set-Cookie", cookie, { append: true });
});
