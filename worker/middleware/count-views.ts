import { createMiddleware } from "hono/factory";
import { describeError, log } from "../../app/lib/runtime/log";
import { notePageView } from "../../app/modules/analytics/views.server";
import type { AppEnv } from "../context";
import { routeMap } from "../route-map";

/**
 * Counts views of pages, cached ones included, so it runs outside the page cache. Client-side
 * navigation requests data instead of documents; it counts when it includes the page's own route.
 */
export const countPageViews = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { deps, signedIn, requestId } = c.get("info");
  if (c.req.method !== "GET" || c.res.status !== 200) return;
  const isData = c.req.path.endsWith(".data");
  const page = routeMap.find(c.req.path);
  if (
    !page?.isPage ||
    !c.res.headers.get("Content-Type")?.startsWith(isData ? "text/x-script" : "text/html")
  )
    return;
  const asked = c.req.query("_routes");
  if (isData && asked !== undefined && !asked.split(",").includes(page.id)) return;
  try {
    await notePageView(deps, { request: c.req.raw, route: page.pattern, viewer: signedIn });
  } catch (error) {
    // A page is served even when it could not be counted.
    log("warn", "views.not-noted", { requestId, ...describeError(error) });
  }
});
