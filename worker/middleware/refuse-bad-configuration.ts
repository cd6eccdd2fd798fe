import { createMiddleware } from "hono/factory";
import { log } from "../../app/lib/runtime/log";
import { readConfiguration } from "../configuration";
import type { AppEnv } from "../context";

let isLogged = false;

/**
 * Refuses all requests under a bad configuration. The log has the problems; the response has them
 * in local runs only.
 */
export const refuseBadConfiguration = createMiddleware<AppEnv>(async (c, next) => {
  const { problems } = readConfiguration(c.env, { now: Date.now });
  if (problems.length === 0) return next();
  if (!isLogged) for (const problem of problems) log("error", "configuration.wrong", { problem });
  isLogged = true;
  const details =
    c.env.ENVIRONMENT === "local" ? problems.join("\n") : "See the log of the Worker.";
  return c.text(`The product is not configured rightly.\n${details}\n`, 503, {
    "Cache-Control": "no-store",
    "Retry-After": "300",
  });
});
