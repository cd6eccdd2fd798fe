import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { effectiveRole, isStaff } from "../../app/lib/permissions";
import { homeCityOf } from "../../app/modules/cities/home-city.server";
import { flagsIn } from "../../app/modules/settings/flags/flags.server";
import { platformIn, seoOf, siteOf } from "../../app/modules/settings/platform-settings.server";
import { lookupState, siteState } from "../../app/modules/store/content-version.server";
import type { AppEnv } from "../context";
import { isAnonymous, readCookie } from "../cookies";

/**
 * Reads the site-wide settings: name and look, and maintenance mode.
 * @param read `siteState`, or `lookupState` for responses that may come from a cache
 */
export async function readSite(c: Context<AppEnv>, read: typeof lookupState): Promise<void> {
  const info = c.get("info");
  // Without the database the defaults hold; the page itself fails or is served as it was kept.
  const state = await read(info.deps).catch(() => null);
  c.set("siteState", state);
  if (!state) return;
  const platform = platformIn(state);
  info.site = siteOf(platform.settings, c.env, info.locale);
  info.seo = seoOf(platform.settings, info.locale);
  info.ux = platform.ux;
  const user = info.signedIn && { id: info.signedIn.id, role: effectiveRole(info.signedIn) };
  info.flags = flagsIn(platform, { locale: info.locale, user });
  info.homeCity = homeCityOf(state.cities, chosenCity(c), networkPlace(c), info.locale);
  info.isClosed = platform.settings.features.maintenanceMode && !isStaff(info.signedIn);
}

/** The account's choice, or else the browser's. */
const chosenCity = ({ req, var: { info } }: Context<AppEnv>) =>
  info.signedIn?.homeCity ?? readCookie(req.raw, "rooydad.city");

/** Where the network places the reader. Locally that is made up. */
const networkPlace = ({ req, env }: Context<AppEnv>) =>
  env.ENVIRONMENT === "local" ? null : ((req.raw.cf as object | undefined) ?? null);

/** Responses that may come from a cache. Scripts that refetch after a change get fresh data. */
const mayBeKept = ({ raw, method, path }: Context<AppEnv>["req"]) =>
  method === "GET" && !path.endsWith(".data") && isAnonymous(raw);

/**
 * Before the page cache, which would serve stale pages; after the session, which may change the
 * language.
 */
export const siteSettings = createMiddleware<AppEnv>(async (c, next) => {
  await readSite(c, mayBeKept(c.req) ? lookupState : siteState);
  await next();
});
