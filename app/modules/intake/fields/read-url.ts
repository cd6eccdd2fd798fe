import { webUrl } from "../../../lib/http/web-url";
import { withoutPunctuation } from "../../../lib/text/link-parts";
import type { FieldReading } from "../entries/parsed-event";

const LONGEST = 2_000;
const MARKDOWN = /\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\))?[^()\s<>]*)>?/;
const AUTOLINK = /<(https?:\/\/[^<>\s]+)>/i;
const WITHIN = /https?:\/\/[^\s<>"'`«»“”،؛]+/i;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const BARE =
  /^(?:www\.)?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,24}(?::\d{2,5})?(?:[/?#]\S*)?$/i;
const NOTHING = /^(?:n\/?a|none|null|tba|tbd|unknown|not available|-+|–|—|نامشخص|ندارد|به‌زودی)$/i;
const TRACKING = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|igshid|_ga|_gl|yclid)$/i;
const MADE_UP =
  /^(?:www\.)?(?:example\.(?:com|org|net)|(?:your|my)?(?:domain|site|website|event-?link)\.(?:com|org)|placeholder\.\w+|test\.com|url\.com|website\.com)$/i;
const TEMPLATE = /[{}<>[\]]|your[-_]?(?:link|url)|link[-_]?here|insert[-_]/i;

/** Whether a text is meant as a web address; a source such as "Tiwall" is not. */
export function looksLikeUrl(text: string): boolean {
  const inspected = text.trim().slice(0, LONGEST);
  return (
    SCHEME.test(inspected) ||
    WITHIN.test(inspected) ||
    MARKDOWN.test(inspected) ||
    BARE.test(inspected)
  );
}

/** A web address without tracking parameters; null with an issue if it is invalid. */
export function readUrl(text: string): FieldReading<string | null> {
  const plain = text
    .replace(/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .replace(/&amp;/gi, "&")
    .trim()
    .slice(0, LONGEST + 1);
  if (plain === "" || NOTHING.test(plain)) return { value: null, confidence: 0, codes: [] };
  if (plain.length > LONGEST) return { value: null, confidence: 0, codes: ["invalid-url"] };
  const marked = (MARKDOWN.exec(plain) ?? AUTOLINK.exec(plain))?.[1];
  if (marked !== undefined) return check(marked, 0.95);
  if (/^https?:\/\//i.test(plain) && !/\s/.test(plain)) return check(withoutPunctuation(plain), 1);
  const within = WITHIN.exec(plain)?.[0];
  if (within !== undefined && !/^(?:javascript|data|vbscript|file|blob):/i.test(plain))
    return check(withoutPunctuation(within), 0.8);
  if (BARE.test(plain)) return check(`https://${plain}`, 0.8);
  return { value: null, confidence: 0, codes: ["invalid-url"] };
}

function check(address: string, confidence: number): FieldReading<string | null> {
  const url = webUrl(address);
  const aim = url && redirected(url);
  if (aim) return check(aim, Math.min(confidence, 0.9));
  if (!url || !/[.:]/.test(url.hostname))
    return { value: null, confidence: 0, codes: ["invalid-url"] };
  if (url.username || url.password)
    return { value: null, confidence: 0, codes: ["url-credentials"] };
  const isMadeUp = MADE_UP.test(url.hostname) || TEMPLATE.test(decoded(address));
  const value = withoutTracking(address, url);
  return isMadeUp
    ? { value, confidence: 0.2, codes: ["placeholder-url"] }
    : { value, confidence, codes: [] };
}

/** Target of a Google redirect, which people copy from search results. */
function redirected(url: URL): string | null {
  if (!/^(?:www\.)?google\.[a-z.]{2,6}$/.test(url.hostname) || url.pathname !== "/url") return null;
  const aim = url.searchParams.get("q") ?? url.searchParams.get("url");
  return aim !== null && /^https?:\/\/(?!(?:www\.)?google\.)/i.test(aim) ? aim : null;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Addresses without tracking parameters stay unchanged. */
function withoutTracking(address: string, url: URL): string {
  const parameters = [...url.searchParams];
  const kept = parameters.filter(([name]) => !TRACKING.test(name));
  if (kept.length === parameters.length) return /["'<>`\\]/.test(address) ? url.href : address;
  url.search = new URLSearchParams(kept).toString();
  return url.href;
}
