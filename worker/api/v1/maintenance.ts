import { createMiddleware } from "hono/factory";
import { AppError } from "../../../app/lib/errors";
import { isStaff } from "../../../app/lib/permissions";
import { settingsOf } from "../../../app/modules/settings/platform-settings.server";
import type { AppEnv } from "../../context";

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
