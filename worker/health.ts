import type { Handler } from "hono";
import { describeError, log } from "../app/lib/runtime/log";
import type { AppEnv } from "./context";

/** 200 while D1 answers, else 503; for load balancers and `npm start`. */
export const health: Handler<AppEnv> = async (c) => {
  try {
    await c.env.DB.prepare("SELECT 1").first();
    return c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" });
  } catch (error) {
    log("error", "health.database", { requestId: c.var.info.requestId, ...describeError(error) });
    return c.json({ status: "database unavailable" }, 503, { "Cache-Control": "no-store", "Retry-After": "5" });
  }
};
