import type { Handler, Hono } from "hono";
import { addressedLanguage } from "../../../app/i18n/addressed-language";
import { AppError } from "../../../app/lib/errors";
import { conditionalResponse } from "../../../app/lib/http/conditional-response.server";
import { settingsOf, siteOf } from "../../../app/modules/settings/platform-settings.server";
import type { AppEnv } from "../../context";
import { rootStylesheets } from "../../pages";
import { docsPage } from "./docs-page";
import { describeApi } from "./openapi";

/** Characters of a search. */
const MOST_ASKED = 100;

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
  return `default-src 'none'; script-src 'self'; connect-src 'self'; style-src ${styles}; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
}

/** GET /docs and /docs/:name: the reference for people, a page for each operation and object, in the language and theme of our pages. */
export const docs =
  (api: Hono<AppEnv>): Handler<AppEnv> =>
  async (c) => {
    const { locale, theme, origin } = c.var.info;
    const { companyName, style } = siteOf(await settingsOf(c.var.info.deps), c.env, locale);
    const description = await describeApi(api, c.var.info.deps, locale, companyName);
    const { search, searchParams } = new URL(c.req.url);
    const page = docsPage({
      description,
      name: c.req.param("name"),
      query: searchParams.get("q")?.trim().slice(0, MOST_ASKED) ?? "",
      locale,
      addressed: addressedLanguage(search),
      theme,
      origin,
      siteName: companyName,
      style,
      stylesheets: rootStylesheets,
    });
    if (!page) throw new AppError("not-found");
    return conditionalResponse(c.req.raw, String(await page), {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Language": locale,
      "Content-Security-Policy": await policyFor(style),
      Vary: "Accept-Language, Cookie",
    });
  };
