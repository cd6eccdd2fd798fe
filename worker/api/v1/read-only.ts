import type { Handler, Hono } from "hono";
import { conditionalResponse } from "../../../app/lib/http/conditional-response.server";
import { type ContentScope, SCOPE_HEADER } from "../../../app/lib/pages/content-scope";
import type { AppEnv } from "../../context";
import type { Budgeted } from "../../middleware/budgeted";
import { stateOf } from "./if-match";
import { resource } from "./resource";

/** How long an answer may be used without asking again, s. */
const MAX_AGE = 30;

/** A public address that is only read. */
export function readOnly(
  app: Hono<AppEnv>,
  path: string,
  budget: Budgeted,
  ...handlers: [Handler<AppEnv>, ...Handler<AppEnv>[]]
): void {
  resource(app, path, { GET: [budget, ...handlers] });
}

/**
 * JSON for everyone, with a short cache lifetime; then clients revalidate by ETag.
 * @param scope the content that it depends on
 */
export function answer(
  request: Request,
  value: unknown,
  { scope = "listing", ...headers }: { scope?: ContentScope } & Record<string, string> = {},
): Promise<Response> {
  return conditionalResponse(
    request,
    JSON.stringify(value),
    {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${MAX_AGE}`,
      [SCOPE_HEADER]: scope,
      ...headers,
    },
    stateOf(value, "version"),
  );
}
