/** Parameters that say where a visitor came from, not what they see. */
const TRACKING = /^(utm_|fbclid$|gclid$|mc_|igsh|ref$|source$|aff|si$|lang$|hl$)/i;
/** Parts of the addresses of whole programmes, on which many events stand. */
const LIST = /^(?:en|fa|index(?:\.\w+)?|home|events?|program(?:me)?s?|calendar|tickets?|whats-on|agenda|shop|concerts?|theaters?)$/i;

/**
 * A web address without what does not tell pages apart: scheme, www and mobile hosts, trailing slash, tracking,
 * fragment. Null for what is no address of one thing: other schemes, front pages and programmes.
 */
export function canonicalUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (kept.length === 0 && url.pathname.split("/").every((part) => part === "" || LIST.test(part))) return null;
  const query = kept.map(([name, value]) => `${name}=${value}`).join("&");
  const path = url.pathname.replace(/\/+$/, "").toLowerCase();
  return `${url.hostname.replace(/^(?:www|m)\./, "")}${path}${query && `?${query}`}`;
}
