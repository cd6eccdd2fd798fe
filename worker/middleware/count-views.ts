import * as build from "virtual:remix/server-build";
import { createMiddleware } from "hono/factory";
import { describeError, log } from "../../app/lib/runtime/log";
import { createRouteFinder } from "../../app/modules/analytics/route-patterns";
import { notePageView } from "../../app/modules/analytics/views.server";
import type { AppEnv } from "../context";

const { routes } = build;

/** A route with a component is a page. A 404 is not counted. */
const pageOf = createRouteFinder(
  routes,
  (id) => Boolean(routes[id]?.module.default) && !id.endsWith("/not-found"),
);

/**
 * Counts views of pages, cached ones included, so it runs outside the page cache. Client-side
 * navigation requests data instead of documents; it counts when it includes the page's own route.
 */
export const countPageViews = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { deps, signedIn, requestId } = c.get("info");
  if (c.req.method !== "GET" || c.res.status !== 200) return;
  const isData = c.req.path.endsWith(".data");
  const path = isData ? c.req.path.slice(0, -".data".length).replace(/^\/_root$/, "/") : c.req.path;
  const page = pageOf(path);
  if (
    !page ||
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
