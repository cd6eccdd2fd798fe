import { createMiddleware } from "hono/factory";
import { isStaff } from "../../app/lib/permissions";
import { flagsIn } from "../../app/modules/flags/flags-of.server";
import { platformOf } from "../../app/modules/settings/platform.server";
import { seoOf, siteOf } from "../../app/modules/settings/site.server";
import type { AppEnv } from "../context";

/**
 * What the platform settings say of every page: name and look of the site, and whether it is closed to all but staff.
 * Before the page cache, which would go on serving what it has; after the session, which may change the language.
 */
export const siteSettings = createMiddleware<AppEnv>(async (c, next) => {
  const { info } = c.var;
  // Without the database nothing says otherwise; the page itself will tell what is wrong.
  const platform = await platformOf(info.deps).catch(() => null);
  if (platform) {
    const { settings, ux } = platform;
    info.site = siteOf(settings, c.env, info.locale);
    info.seo = seoOf(settings, info.locale);
    info.ux = ux;
    info.flags = flagsIn(platform, { locale: info.locale, user: info.signedIn });
    info.isClosed = settings.features.maintenanceMode && !isStaff(info.signedIn);
  }
  await next();
});
