import { createMiddleware } from "hono/factory";
import { isStaff } from "../../app/lib/permissions";
import { settingsOf } from "../../app/modules/settings/platform-settings.server";
import type { AppEnv } from "../context";

/** Notes that the product is closed to all but staff. Before the page cache, which would go on serving what it has. */
export const closedForMaintenance = createMiddleware<AppEnv>(async (c, next) => {
  const { info } = c.var;
  // Without the database nothing says that it is closed; the page itself will tell what is wrong.
  const settings = await settingsOf(info.deps).catch(() => null);
  info.isClosed = settings?.features.maintenanceMode === true && !isStaff(info.signedIn);
  await next();
});
