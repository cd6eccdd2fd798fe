import { createMiddleware } from "hono/factory";
import { readerOf } from "../../app/lib/dates.server";
import { parseLocale } from "../../app/lib/locale";
import { readSecretCookie } from "../../app/modules/identity/session-cookies.server";
import { findSignedIn } from "../../app/modules/identity/sessions.server";
import type { AppEnv } from "../context";

/** Who asks for a page, by the session cookie. What they have chosen overrides the browser's own (product.md §4). */
export const pageSession = createMiddleware<AppEnv>(async (c, next) => {
  const { info } = c.var;
  const token = readSecretCookie("session", c.req.raw);
  if (token) {
    info.signedIn = await findSignedIn(info.deps, token);
    const asked = parseLocale(new URL(c.req.url).searchParams.get("lang"));
    if (!asked && info.signedIn?.preferredLanguage) info.locale = info.signedIn.preferredLanguage;
    if (info.signedIn?.theme) info.theme = info.signedIn.theme;
    info.calendar = readerOf(info.locale, info.signedIn?.calendar).calendar;
    if (info.signedIn) info.timeZone = info.signedIn.timeZone ?? zoneOf(c.req.raw, c.env);
  }
  await next();
});

/** The zone that the network places the browser in. Locally that is made up, so there it says nothing. */
function zoneOf(request: Request, { ENVIRONMENT }: Env): string | null {
  const { timezone } = (request.cf ?? {}) as { timezone?: unknown };
  return ENVIRONMENT !== "local" && typeof timezone === "string" ? timezone : null;
}
