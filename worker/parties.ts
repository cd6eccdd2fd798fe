import type { Context, Handler } from "hono";
import { routePartykitRequest } from "partyserver";
import { findCityBySlug } from "../app/modules/cities/queries.server";
import { readSecretCookie } from "../app/modules/identity/session-cookies.server";
import { findByAccessToken, findSignedIn, type SignedIn } from "../app/modules/identity/sessions.server";
import { readAccessToken } from "../app/modules/identity/tokens.server";
import { LOCALE_HEADER, SESSION_HEADER } from "../party/user-room";
import type { AppEnv } from "./context";
import { runRoom } from "./run-room";

/**
 * Who asks for a socket: by the session cookie, which browsers send for anybody, so only from our own pages; or by an
 * access token in `?token=`, for clients that are no browsers (decisions.md §10).
 */
async function listenerOf(c: Context<AppEnv>): Promise<SignedIn | null> {
  const { deps } = c.var.info;
  const token = new URL(c.req.url).searchParams.get("token");
  if (token !== null) {
    const claims = await readAccessToken(deps, token);
    return claims && findByAccessToken(deps, claims);
  }
  return c.req.header("Origin") ? findSignedIn(deps, readSecretCookie("session", c.req.raw)) : null;
}

/**
 * `/parties/city-room/{slug}` for everyone, with the Origin checked when there is one; rooms of unknown cities
 * are not made. `/parties/user-room/{userId}` only for that user, checked before the socket is accepted.
 */
export const parties: Handler<AppEnv> = async (c) => {
  const origin = c.req.header("Origin");
  if (origin !== undefined && origin !== new URL(c.req.url).origin && origin !== c.var.info.origin) return c.text("Forbidden", 403);
  const [, , party, name, ...more] = new URL(c.req.url).pathname.split("/");
  if (more.length > 0) return c.text("Not Found", 404);
  if (party === "run-room") return runRoom(c, await listenerOf(c), name);
  const request = new Request(c.req.raw);
  request.headers.delete(SESSION_HEADER);
  request.headers.delete(LOCALE_HEADER);
  if (party === "user-room") {
    const listener = await listenerOf(c);
    if (!listener) return c.text("Unauthorized", 401);
    if (listener.id !== name) return c.text("Forbidden", 403);
    request.headers.set(SESSION_HEADER, listener.sessionId);
    request.headers.set(LOCALE_HEADER, listener.preferredLanguage ?? c.var.info.locale);
  } else if (party !== "city-room" || !name || !(await findCityBySlug(c.var.info.deps, name))) return c.text("Not Found", 404);
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") return c.text("Upgrade Required", 426, { Upgrade: "websocket" });
  return (await routePartykitRequest(request, c.env)) ?? c.text("Not Found", 404);
};
