import type { VisitSource } from "../../../lib/deps";

/** Hosts of search engines and of social networks, with all their subdomains and country domains. */
const SEARCH =
  /(^|\.)(google|bing|yahoo|yandex|duckduckgo|ecosia|brave|startpage|qwant|zarebin|gerdoo)\.[a-z]{2,3}(\.[a-z]{2})?$/;
const SOCIAL =
  /(^|\.)(t\.me|t\.co|x\.com|instagr\.am|fb\.com|lnkd\.in|wa\.me|(telegram|instagram|twitter|facebook|linkedin|whatsapp|pinterest|reddit|tumblr|threads|mastodon|eitaa|rubika|bale|soroush|splus|virgool|aparat)\.[a-z]{2,6})$/;

/**
 * Where a request came from, by its Referer alone: "direct" is a typed address, an app, a mail or a
 * browser that says nothing.
 */
export function visitSource({ url, headers }: Pick<Request, "url" | "headers">): VisitSource {
  const referer = headers.get("Referer");
  if (!referer || !URL.canParse(referer)) return "direct";
  const { host, hostname, pathname, protocol } = new URL(referer);
  if (host === new URL(url).host) return pathname.startsWith("/embed") ? "embed" : "here";
  if (protocol === "android-app:") return "direct";
  if (SEARCH.test(hostname)) return "search";
  return SOCIAL.test(hostname) ? "social" : "site";
}
