import { env, SELF } from "cloudflare:test";
import { bumpSiteVersion, forgetSiteState } from "../../app/modules/store/content-version.server";
import { createDatabase } from "../../db/client";
import { memo } from "../../worker/deps";

/**
 * HTML of a page in the language of `?lang=`, requested by header and cookie: a URL with the
 * language would add it to every link.
 */
export async function pageText(path: string): Promise<string> {
  const url = new URL(path, "http://rooydad.test");
  const language = url.searchParams.get("lang") ?? "en";
  url.searchParams.delete("lang");
  return (
    await SELF.fetch(url, { headers: { "Accept-Language": language }, redirect: "manual" })
  ).text();
}

/** Ends kept pages after a change that went past the modules. */
export async function forgetKeptPages(): Promise<void> {
  await bumpSiteVersion(createDatabase(env.DB));
  forgetSiteState({ memo });
}

/** Visible text of a page: without tags, scripts and React's markers. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
}
