import type { Context, Handler, Hono, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { paths } from "../../../app/lib/paths";
import { parseEventQuery } from "../../../app/modules/events/list/parse-event-query";
import type { AppEnv } from "../../context";
import { type Budgeted, budgeted } from "../../middleware/budgeted";
import { dataCache } from "../../middleware/data-cache";
import { shedApi } from "../../middleware/shed";
import { preflight } from "./cross-origin";
import { methodNotAllowed } from "./errors";
import type { Current } from "./if-match";
import { closed } from "./maintenance";
import { type Declared, declaredBy } from "./operation";

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
  const kind = declared.find((operation) => operation?.ifMatch)?.ifMatch;
  const get = declaredBy(methods.GET);
  const isWritten = WRITES.some((method) => methods[method]);
  for (const method of METHODS) {
    const chain = methods[method];
    if (!chain) continue;
    const [budget, ...handlers] = chain;
    const own = declaredBy(chain);
    const isWrite = WRITES.includes(method);
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
