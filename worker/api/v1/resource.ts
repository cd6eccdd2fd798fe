import type { Handler, Hono, MiddlewareHandler } from "hono";
import type { AppEnv } from "../../context";
import { methodNotAllowed } from "./errors";

type Chain = [Handler<AppEnv> | MiddlewareHandler<AppEnv>, ...(Handler<AppEnv> | MiddlewareHandler<AppEnv>)[]];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** Browsers ask so before they send what a plain form could not, such as a bearer token. */
const preflight =
  (allowed: string[]): Handler<AppEnv> =>
  (c) =>
    c.body(null, 204, {
      Allow: allowed.join(", "),
      "Access-Control-Allow-Methods": allowed.join(", "),
      "Access-Control-Allow-Headers": "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Session-Id",
      "Access-Control-Max-Age": "86400",
    });

/** An address and what each method does there: HEAD as GET, OPTIONS for other origins, 405 with Allow for the rest. */
export function resource(app: Hono<AppEnv>, path: string, methods: Partial<Record<Method, Chain>>): void {
  const allowed: string[] = [];
  for (const method of METHODS) {
    const chain = methods[method];
    if (!chain) continue;
    app.on(method, path, ...chain);
    allowed.push(...(method === "GET" ? ["GET", "HEAD"] : [method]));
  }
  allowed.push("OPTIONS");
  app.options(path, preflight(allowed)).all(path, methodNotAllowed(...allowed));
}
