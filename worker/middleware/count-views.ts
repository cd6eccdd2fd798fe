import { createMiddleware } from "hono/factory";
import { isbot } from "isbot";
import { describeError, log } from "../../app/lib/log";
import { noteView } from "../../app/modules/events/count-views.server";
import { clientAddress } from "../client-address";
import type { AppEnv } from "../context";

const EVENT_PAGE = /^\/events\/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})(?:\.data)?$/;

/** Counts the views of event pages, from the cache too: outside it and after the answer. */
export const countViews = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const eventId = EVENT_PAGE.exec(new URL(c.req.url).pathname)?.[1];
  if (!eventId || c.req.method !== "GET" || c.res.status !== 200) return;
  const agent = c.req.header("User-Agent") ?? "";
  if (isbot(agent) || /prefetch/.test(`${c.req.header("Sec-Purpose")} ${c.req.header("Purpose")}`)) return;
  const { deps, requestId } = c.var.info;
  deps.later(
    noteView(deps, { eventId, address: clientAddress(c.req.raw), agent }).catch((error) =>
      log("warn", "views.lost", { requestId, eventId, ...describeError(error) }),
    ),
  );
});
