import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { parseLocale } from "../../app/i18n/locale";
import { readerOf } from "../../app/lib/dates/dates.server";
import { choiceCookies } from "../../app/lib/http/preference-cookies.server";
import { findSignedIn, readSecretCookie } from "../../app/modules/identity/sessions.server";
import type { AppEnv } from "../context";
import { readCookie } from "../cookies";

/**
 * Authenticates page requests by session cookie. The user's choices override the browser's
 * (product.md §4).
 */
export const pageSession = createMiddleware<AppEnv>(async (c, next) => {
  const info = c.get("info");
  const token = readSecretCookie("session", c.req.raw);
  if (token) {
    info.signedIn = await findSignedIn(info.deps, token);
    info.hasEndedSession = info.signedIn === null;
    const asked = parseLocale(new URL(c.req.url).searchParams.get("lang"));
    if (!asked && info.signedIn?.preferredLanguage) info.locale = info.signedIn.preferredLanguage;
    if (info.signedIn?.theme) info.theme = info.signedIn.theme;
    info.calendar = readerOf(info.locale, info.signedIn?.calendar).calendar;
    if (info.signedIn) info.timeZone = info.signedIn.timeZone ?? zoneOf(c.req.raw, c.env);
  }
  await next();
  keepChoices(c);
});

/**
 * Updates the choice cookies, which scripts read first: a difference from the account would flash.
 * Forms set them themselves.
 */
function keepChoices(c: Context<AppEnv>): void {
  const { signedIn } = c.get("info");
  if (!signedIn || c.req.method !== "GET" || c.res.status === 101) return;
  for (const [name, value] of [
    ["language", signedIn.preferredLanguage],
    ["theme", signedIn.theme],
    ["city", signedIn.homeCity],
  ] as const)
    if (value && readCookie(c.req.raw, `rooydad.${name}`) !== value)
      for (const cookie of choiceCookies(c.req.raw, { [name]: value }))
        c.header("Set-Cookie", cookie, { append: true });
}

/**
 * The browser's time zone according to the platform's network; null locally, where it is made up.
 */
function zoneOf(request: Request, { ENVIRONMENT }: Env): string | null {
  const { timezone } = (request.cf ?? {}) as { timezone?: unknown };
  return ENVIRONMENT !== "local" && typeof timezone === "string" ? timezone : null;
}
