/** Query parameters that do not select content. */
const TRACKING = /^(utm_|fbclid$|gclid$|mc_|igsh|ref$|source$|aff|si$|lang$|hl$)/i;
/** Path segments of listing pages, which many events share. */
const LIST =
  /^(?:en|fa|index(?:\.\w+)?|home|events?|program(?:me)?s?|calendar|tickets?|whats-on|agenda|shop|concerts?|theaters?)$/i;

/**
 * Normalizes a web address: drops scheme, www and mobile hosts, trailing slash, tracking parameters
 * and fragment. Null for other schemes, front pages and listing pages, which do not identify one
 * event.
 */
export function canonicalUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const kept = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (kept.length === 0 && url.pathname.split("/").every((part) => part === "" || LIST.test(part)))
    return null;
  const query = kept.map(([name, value]) => `${name}=${value}`).join("&");
  const path = url.pathname.replace(/\/+$/, "").toLowerCase();
  return `${url.hostname.replace(/^(?:www|m)\./, "")}${path}${query && `?${query}`}`;
}
