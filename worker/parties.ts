import type { Handler } from "hono";
import { routePartykitRequest } from "partyserver";
import { findCityBySlug } from "../app/modules/cities/queries.server";
import type { AppEnv } from "./context";

/**
 * `/parties/city-room/{slug}` for everyone, with the Origin checked when there is one; rooms of unknown cities
 * are not made. `/parties/user-room/{userId}` needs someone signed in.
 */
export const parties: Handler<AppEnv> = async (c) => {
  const origin = c.req.header("Origin");
  if (origin && origin !== new URL(c.req.url).origin && origin !== c.var.info.origin) return c.text("Forbidden", 403);
  const [, , party, name] = new URL(c.req.url).pathname.split("/");
  if (party === "user-room") return c.text("Unauthorized", 401);
  if (party !== "city-room" || !name || !(await findCityBySlug(c.var.info.deps, name))) return c.text("Not Found", 404);
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return c.text("Upgrade Required", 426, { Upgrade: "websocket" });
  return (await routePartykitRequest(c.req.raw, c.env)) ?? c.text("Not Found", 404);
};
