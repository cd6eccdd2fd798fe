import { SELF } from "cloudflare:test";

/** A page's HTML in the language of `?lang=`, asked for as a browser does: an address with the language would have it in every link. */
export async function pageText(path: string): Promise<string> {
  const url = new URL(path, "http://rooydad.test");
  const language = url.searchParams.get("lang") ?? "en";
  url.searchParams.delete("lang");
  return (await SELF.fetch(url, { headers: { "Accept-Language": language }, redirect: "manual" })).text();
}

/** What a reader sees of a page: its words without tags, scripts and React's marks between texts. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
}
