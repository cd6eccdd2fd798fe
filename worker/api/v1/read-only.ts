import type { Handler, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { conditionalResponse } from "../../../app/lib/conditional-response.server";
import type { AppEnv } from "../../context";
import { methodNotAllowed } from "./errors";

const METHODS = ["GET", "HEAD", "OPTIONS"];
/** How long an answer may be used without asking again, s. */
const MAX_AGE = 30;

/**
 * Lets pages of every origin read the API. That gives nothing away: it takes no cookie, so nobody's browser can be made
 * to ask as somebody, and what needs someone signed in needs a token that other origins do not have.
 */
export const crossOrigin = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  c.res.headers.set("Access-Control-Allow-Origin", "*");
  c.res.headers.set("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id");
});

/** Browsers ask so before they send what a plain form could not, such as If-None-Match. */
const preflight: Handler<AppEnv> = (c) =>
  c.body(null, 204, {
    Allow: METHODS.join(", "),
    "Access-Control-Allow-Methods": METHODS.join(", "),
    "Access-Control-Allow-Headers": "Accept-Language, Content-Type, If-None-Match, X-Session-Id",
    "Access-Control-Max-Age": "86400",
  });

/** A public address that is only read: GET and HEAD, OPTIONS for other origins, 405 for the rest. */
export function readOnly(app: Hono<AppEnv>, path: string, ...handlers: [Handler<AppEnv>, ...Handler<AppEnv>[]]): void {
  app
    .get(path, ...handlers)
    .options(path, preflight)
    .all(path, methodNotAllowed(...METHODS));
}

/** JSON that may be kept for a moment; then a client asks with its ETag and is told where nothing has changed. */
export function answer(request: Request, value: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return conditionalResponse(request, JSON.stringify(value), {
    "Content-Type": "application/json",
    "Cache-Control": `public, max-age=${MAX_AGE}`,
    ...headers,
  });
}
