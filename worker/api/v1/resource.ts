import type { Context, Handler, Hono, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { AppError } from "../../../app/lib/errors";
import { conditionalResponse } from "../../../app/lib/http/conditional-response.server";
import { type ContentScope, SCOPE_HEADER } from "../../../app/lib/pages/content-scope";
import { paths } from "../../../app/lib/paths";
import { isStaff } from "../../../app/lib/permissions";
import { parseEventQuery } from "../../../app/modules/events/schema";
import { settingsOf } from "../../../app/modules/settings/platform-settings.server";
import type { AppEnv } from "../../context";
import { type Budgeted, budgeted } from "../../middleware/budgeted";
import { dataCache } from "../../middleware/data-cache";
import { shedApi } from "../../middleware/shed";
import { methodNotAllowed } from "./errors";
import { type Current, type StateKind, stateOf } from "./if-match";
import { type Declared, declaredBy } from "./operation";

/**
 * The one address that takes the session cookie: pages of other origins get no leave to read
 * anything of it (decisions.md §5).
 */
const OWN_PAGES_ONLY = "/api/v1/auth/session-token";

/**
 * Says how much of the caller's rate budget is left (draft-ietf-httpapi-ratelimit-headers), and
 * lets pages of every origin read the API. This is safe: the API accepts no cookies, and signed-in
 * operations need a token that other origins do not have.
 */
export const crossOrigin = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  if (c.req.path === OWN_PAGES_ONLY) {
    for (const name of [...headers.keys()])
      if (name.startsWith("access-control-")) headers.delete(name);
    return;
  }
  const rate = c.get("rate");
  if (rate) {
    headers.set("RateLimit-Policy", `"${rate.name}";q=${rate.most};w=60`);
    headers.set("RateLimit", `"${rate.name}";r=${rate.left};t=${rate.seconds}`);
  }
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set(
    "Access-Control-Expose-Headers",
    "ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Bookmark, X-Request-Id",
  );
});

/**
 * Browsers send a preflight before requests that plain forms cannot make, such as with a bearer
 * token.
 */
const preflight =
  (allowed: readonly string[]): Handler<AppEnv> =>
  (c) =>
    c.body(null, 204, {
      Allow: allowed.join(", "),
      "Access-Control-Allow-Methods": allowed.join(", "),
      "Access-Control-Allow-Headers":
        "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Bookmark, X-Session-Id",
      "Access-Control-Max-Age": "86400",
    });

/** Seconds after which it is worth coming back. */
const CLOSED_RETRY = 300;
/** Staff may still sign in, so authentication must work. */
const OPEN_PATHS = /^\/api\/v1\/(auth|identity)\//;

/** 503 for everyone but staff while the product is closed for maintenance (decisions.md §7). */
export const closed = createMiddleware<AppEnv>(async (c, next) => {
  const { deps, signedIn } = c.var.info;
  const isClosed =
    (await settingsOf(deps)).features.maintenanceMode &&
    !isStaff(signedIn) &&
    !OPEN_PATHS.test(c.req.path);
  // Browsers hide responses after a failed preflight, so preflights pass.
  if (isClosed && c.req.method !== "OPTIONS") throw new AppError("unavailable", [], CLOSED_RETRY);
  await next();
});

/**
 * The normalized query of a public answer: without order, case and defaults. Null for an invalid
 * query. Only the list of events has defaults and several spellings of a value.
 */
function publicQuery(c: Context<AppEnv>): Record<string, unknown> | null {
  // Suggestions are kept by the version of their index.
  if (c.req.path === paths.apiSuggestions()) return null;
  const { searchParams } = new URL(c.req.url);
  if (c.req.path !== "/api/v1/events")
    return Object.fromEntries(
      [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]),
    );
  const { query, issues, unknown } = parseEventQuery(searchParams);
  return issues.length + unknown.length > 0 ? null : query;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

const WRITES: readonly Method[] = ["PUT", "PATCH", "DELETE"];

/** Fields of the answers of a path that the body of a write ignores: what GET gives, PUT takes. */
const readOnlyOf = (write: Declared, get: Declared): string[] =>
  [...new Set([...write.answered, ...get.answered])].filter((name) => !write.taken.includes(name));

const describeCurrent = (current: Current) =>
  createMiddleware<AppEnv>((c, next) => {
    c.set("current", current);
    return next();
  });

/** The handlers of a method, its budget first: an `operation`. */
export type Chain = [Budgeted, ...(Handler<AppEnv> | MiddlewareHandler<AppEnv>)[]];

const kept = dataCache(publicQuery);

/** Responses are private unless a handler opts into caching. */
const privateByDefault = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});

const preflights = budgeted("files", "constant");
const refusals = budgeted("reads", "constant");

/**
 * A path with its methods, each with its budget first: HEAD as GET, OPTIONS for other origins, 405
 * with Allow for the rest.
 */
export function resource(
  app: Hono<AppEnv>,
  path: string,
  methods: Partial<Record<Method, Chain>>,
): void {
  const allowed: string[] = [];
  const declared = METHODS.map((method) => declaredBy(methods[method]));
  const kind = declared
    .map((operation) => operation?.ifMatch)
    .find((named): named is StateKind => named !== undefined && named !== "answer");
  const get = declaredBy(methods.GET);
  const isWritten = WRITES.some((method) => methods[method]);
  for (const method of METHODS) {
    const chain = methods[method];
    if (!chain) continue;
    const [budget, ...handlers] = chain;
    const own = declaredBy(chain);
    const isWrite = WRITES.includes(method);
    if (isWrite && own && get && !own.ifMatch)
      throw new Error(`${method} ${path} names no If-Match.`);
    const current = describeCurrent({
      kind,
      isTagged: method === "GET" ? isWritten : isWrite && kind !== undefined,
      readOnly: isWrite && own && get ? readOnlyOf(own, get) : [],
      read: isWrite && get ? (c) => get.read(c, kind) : null,
    });
    app.on(method, path, budget, current, kept, shedApi, closed, privateByDefault, ...handlers);
    allowed.push(...(method === "GET" ? ["GET", "HEAD"] : [method]));
  }
  allowed.push("OPTIONS");
  app
    .options(path, preflights, preflight(allowed))
    .all(path, refusals, closed, methodNotAllowed(...allowed));
}

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
