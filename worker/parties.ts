import type { Context, Handler } from "hono";
import type { SignedIn } from "../app/lib/http/request-context";
import { can } from "../app/lib/permissions";
import { isUuid } from "../app/lib/runtime/ids";
import { findCityBySlug } from "../app/modules/cities/queries.server";
import {
  findByAccessToken,
  findSignedIn,
  readSecretCookie,
} from "../app/modules/identity/sessions.server";
import { readAccessToken } from "../app/modules/identity/tokens/tokens.server";
import { hasRun } from "../app/modules/intake/ingestion/queries.server";
import { notificationTopics } from "../app/modules/notifications/city-notifications.server";
import { findPlace } from "../party/shards";
import { LOCALE_HEADER, SESSION_HEADER, TOPICS_HEADER } from "../party/user-room";
import type { AppEnv } from "./context";

/**
 * Headers that the rooms' library would accept from a client as its own: connection ids and
 * messages from Worker to room.
 */
const OF_THE_LIBRARY = ["x-partykit-room", "x-partykit-props", "x-partykit-namespace"];

/**
 * A request for a room, without credentials (a room stores each socket's address) and internal
 * headers.
 */
function roomRequest(request: Request): Request {
  const url = new URL(request.url);
  for (const name of ["token", "_pk"]) url.searchParams.delete(name);
  const forRoom = new Request(url, request);
  for (const name of [...OF_THE_LIBRARY, SESSION_HEADER, LOCALE_HEADER, TOPICS_HEADER])
    forRoom.headers.delete(name);
  return forRoom;
}

/** `/parties/run-room/{runId}` for users with ingestion permission; unknown runs get no room. */
async function runRoom(
  c: Context<AppEnv>,
  listener: SignedIn | null,
  runId: string | undefined,
): Promise<Response> {
  if (!listener) return c.text("Unauthorized", 401);
  if (!can(listener, "ingestion:manage")) return c.text("Forbidden", 403);
  if (!runId || !isUuid(runId) || !(await hasRun(c.get("info").deps, listener, runId)))
    return c.text("Not Found", 404);
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket")
    return c.text("Upgrade Required", 426, { Upgrade: "websocket" });
  const request = roomRequest(c.req.raw);
  request.headers.set(SESSION_HEADER, listener.sessionId);
  request.headers.set(LOCALE_HEADER, listener.preferredLanguage ?? c.get("info").locale);
  return (await c.env.RUN_ROOM.getByName(runId).fetch(request)) as unknown as Response;
}

/**
 * The socket's user: by session cookie, accepted from our own pages only, since browsers attach it
 * to cross-site requests; or by access token in `?token=`, for other clients (decisions.md §10).
 */
async function listenerOf(c: Context<AppEnv>): Promise<SignedIn | null> {
  const { deps } = c.get("info");
  const token = new URL(c.req.url).searchParams.get("token");
  if (token !== null) {
    const claims = await readAccessToken(deps, token);
    return claims && findByAccessToken(deps, claims);
  }
  return c.req.header("Origin") ? findSignedIn(deps, readSecretCookie("session", c.req.raw)) : null;
}

/** A socket to one of a city's rooms that has a place left. */
async function openCityRoom(
  { CITY_ROOM }: Env,
  city: string,
  request: Request,
): Promise<Response | null> {
  const place = await findPlace(CITY_ROOM, city, async (room) => {
    const answer = await room.fetch(new Request(request));
    return answer.status === 503 ? null : answer;
  });
  return place && (place.taken as unknown as Response);
}

/**
 * `/parties/city-room/{slug}` for everyone, with the Origin checked when there is one; rooms of
 * unknown cities are not made. `/parties/user-room/{userId}` only for that user, checked before the
 * socket is accepted.
 */
export const parties: Handler<AppEnv> = async (c) => {
  const url = new URL(c.req.url);
  const origin = c.req.header("Origin");
  if (origin !== undefined && origin !== url.origin && origin !== c.get("info").origin)
    return c.text("Forbidden", 403);
  const [, , party, name, ...more] = url.pathname.split("/");
  if (more.length > 0) return c.text("Not Found", 404);
  if (party === "run-room") return runRoom(c, await listenerOf(c), name);
  const listener = party === "user-room" ? await listenerOf(c) : null;
  if (party === "user-room") {
    if (!listener) return c.text("Unauthorized", 401);
    if (listener.id !== name) return c.text("Forbidden", 403);
  } else if (party !== "city-room" || !name || !(await findCityBySlug(c.get("info").deps, name)))
    return c.text("Not Found", 404);
  if (c.req.header("Upgrade")?.toLowerCase() !== "websocket")
    return c.text("Upgrade Required", 426, { Upgrade: "websocket" });
  const request = roomRequest(c.req.raw);
  if (!listener)
    return (
      (await openCityRoom(c.env, name ?? "", request)) ??
      c.text("Service Unavailable", 503, { "Retry-After": "5" })
    );
  request.headers.set(SESSION_HEADER, listener.sessionId);
  request.headers.set(LOCALE_HEADER, listener.preferredLanguage ?? c.get("info").locale);
  request.headers.set(
    TOPICS_HEADER,
    JSON.stringify(await notificationTopics(c.get("info").deps, listener.id)),
  );
  return (await c.env.USER_ROOM.getByName(listener.id).fetch(request)) as unknown as Response;
};
