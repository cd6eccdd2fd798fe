import type { Context } from "hono";
import type { SignedIn } from "../app/lib/http/request-context";
import { can } from "../app/lib/permissions";
import { isUuid } from "../app/lib/runtime/ids";
import { hasRun } from "../app/modules/intake/ingestion/queries.server";
import { LOCALE_HEADER, SESSION_HEADER } from "../party/user-room";
import type { AppEnv } from "./context";
import { roomRequest } from "./room-request";

/** `/parties/run-room/{runId}` for users with ingestion permission; unknown runs get no room. */
export async function runRoom(
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
