import { createMiddleware } from "hono/factory";
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
  }
  await next();
});
