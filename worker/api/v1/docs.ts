import type { Handler, Hono } from "hono";
import { addressedLanguage } from "../../../app/i18n/addressed-language";
import { conditionalResponse } from "../../../app/lib/http/conditional-response.server";
import { settingsOf, siteOf } from "../../../app/modules/settings/platform-settings.server";
import type { AppEnv } from "../../context";
import { rootStylesheets } from "../../pages";
import { docsPage } from "./docs-page";
import { describeApi } from "./openapi";

/**
 * Allows one script file, which sends the forms and calls this origin only, and our own style
 * sheets, fonts and pictures. The brand's colours are inline styles, allowed by hash.
 */
async function policyFor(style: string | null): Promise<string> {
  const hash =
    style &&
    Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style))).toString(
      "base64",
    );
  const styles = hash ? `'self' 'sha256-${hash}'` : "'self'";
  return `default-src 'none'; script-src 'self'; connect-src 'self'; style-src ${styles}; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** GET /docs: the reference for people, in the language and theme of our pages. */
export const docs =
  (api: Hono<AppEnv>): Handler<AppEnv> =>
  async (c) => {
    const { locale, theme, origin } = c.var.info;
    const { companyName, style } = siteOf(await settingsOf(c.var.info.deps), c.env, locale);
    const description = await describeApi(api, c.var.info.deps, locale, companyName);
    const page = await docsPage({
      description,
      locale,
      addressed: addressedLanguage(new URL(c.req.url).search),
      theme,
      origin,
      siteName: companyName,
      style,
      stylesheets: rootStylesheets,
    });
    return conditionalResponse(c.req.raw, String(page), {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": locale,
      "Content-Security-Policy": await policyFor(style),
      Vary: "Accept-Language, Cookie",
    });
  };
