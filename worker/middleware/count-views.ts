import { createMiddleware } from "hono/factory";
import { UUID_PATTERN } from "../../app/lib/runtime/ids";
import { describeError, log } from "../../app/lib/runtime/log";
import { notePageView } from "../../app/modules/analytics/views.server";
import { noteVisit } from "../../app/modules/events/visits/visits.server";
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

const EVENT_PAGE = new RegExp(`^/events/(${UUID_PATTERN})(?:/rsvp)?(?:\\.data)?$`);

/**
 * Notes the views of event pages, from the cache too: outside it. The form for a place is one, since
 * links lead straight to it.
 */
export const countPageViewsLater = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const eventId = EVENT_PAGE.exec(c.req.path)?.[1];
  if (eventId && c.req.method === "GET" && c.res.status === 200)
    noteVisit(c.get("info").deps, c.req.raw, eventId, "view");
});
