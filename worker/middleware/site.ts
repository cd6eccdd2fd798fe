import { createMiddleware } from "hono/factory";
import { isStaff } from "../../app/lib/permissions";
import { settingsOf } from "../../app/modules/settings/platform-settings.server";
import { seoOf, siteOf } from "../../app/modules/settings/site.server";
import type { AppEnv } from "../context";

/**
 * What the platform settings say of every page: name and look of the site, and whether it is closed to all but staff.
 * Before the page cache, which would go on serving what it has; after the session, which may change the language.
 */
export const siteSettings = createMiddleware<AppEnv>(async (c, next) => {
  const { info } = c.var;
  // Without the database nothing says otherwise; the page itself will tell what is wrong.
  const settings = await settingsOf(info.deps).catch(() => null);
  if (settings) {
    info.site = siteOf(settings, c.env, info.locale);
    info.seo = seoOf(settings, info.locale);
    info.isClosed = settings.features.maintenanceMode && !isStaff(info.signedIn);
  }
  await next();
});
