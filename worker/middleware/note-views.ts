import { createMiddleware } from "hono/factory";
import { UUID_PATTERN } from "../../app/lib/runtime/ids";
import { noteVisit } from "../../app/modules/events/visits/visits.server";
import type { AppEnv } from "../context";

const EVENT_PAGE = new RegExp(`^/events/(${UUID_PATTERN})(?:\\.data)?$`);

/** Notes the views of event pages, from the cache too: outside it. */
export const countPageViewsLater = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const eventId = EVENT_PAGE.exec(c.req.path)?.[1];
  if (eventId && c.req.method === "GET" && c.res.status === 200)
    noteVisit(c.get("info").deps, c.req.raw, eventId, "view");
});
