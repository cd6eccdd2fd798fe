import type { Handler, Hono, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../context";
import { preflight } from "./cross-origin";
import { methodNotAllowed } from "./errors";

type Chain = [
  Handler<AppEnv> | MiddlewareHandler<AppEnv>,
  ...(Handler<AppEnv> | MiddlewareHandler<AppEnv>)[],
];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** Responses are private unless a handler opts into caching. */
const privateByDefault = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
});

/** A path with its methods: HEAD as GET, OPTIONS for other origins, 405 with Allow for the rest. */
export function resource(
  app: Hono<AppEnv>,
  path: string,
  methods: Partial<Record<Method, Chain>>,
): void {
  const allowed: string[] = [];
  for (const method of METHODS) {
    const chain = methods[method];
    if (!chain) continue;
    app.on(method, path, privateByDefault, ...chain);
    allowed.push(...(method === "GET" ? ["GET", "HEAD"] : [method]));
  }
  allowed.push("OPTIONS");
  app.options(path, preflight(allowed)).all(path, methodNotAllowed(...allowed));
}
