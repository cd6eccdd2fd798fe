import { SELF } from "cloudflare:test";

/** A page's HTML in the language of `?lang=`, asked for as a browser does: an address with the language would have it in every link. */
export async function pageText(path: string): Promise<string> {
  const url = new URL(path, "http://rooydad.test");
  const language = url.searchParams.get("lang") ?? "en";
  url.searchParams.delete("lang");
  return (await SELF.fetch(url, { headers: { "Accept-Language": language }, redirect: "manual" })).text();
}
