import { READER_HEADER } from "../lib/http/reader-header";
import { UUID_PATTERN } from "../lib/runtime/ids";

/** Events that are kept for times without a network, the last seen. */
export const MAX_PAGES = 30;

const EVENT = new RegExp(`^/events/${UUID_PATTERN}$`);

/** Whether an address is an event page. Others are not cached: lists get stale, or are private. */
export const isEventPage = (url: URL, origin: string): boolean =>
  url.origin === origin && EVENT.test(url.pathname);

/** The checked parts of a response. */
export interface CacheableResponse {
  status: number;
  redirected: boolean;
  headers: { get(name: string): string | null };
}

/** Whether a response may be cached: the requested page, successful and not marked `no-store`. */
export function isCacheable({ status, redirected, headers }: CacheableResponse): boolean {
  return (
    status === 200 &&
    !redirected &&
    (headers.get("Content-Type") ?? "").startsWith("text/html") &&
    !(headers.get("Cache-Control") ?? "").includes("no-store")
  );
}

/** The cache key without query: one entry for all languages. */
export const keyOf = (url: URL): string => url.origin + url.pathname;

/** A kept page is renewed after so long, where its event is saved or seen again, ms. */
const FRESH = 600_000;

/** Whether a kept page needs no new copy. */
export const isFresh = ({ headers }: Pick<CacheableResponse, "headers">, now: number): boolean =>
  now - Date.parse(headers.get("Date") ?? "") < FRESH;

/**
 * Whether a response is for another reader than the cached pages. @param kept any cached page, as
 * all have one reader
 */
export function isForOtherReader(
  { status, headers }: CacheableResponse,
  kept: Pick<CacheableResponse, "headers">,
): boolean {
  const reader = headers.get(READER_HEADER);
  return status === 200 && reader !== null && reader !== kept.headers.get(READER_HEADER);
}

/**
 * Whether a request changes the session, which clears the cache. Google sign-in uses GET addresses
 * only.
 */
export const changesPerson = (method: string, pathname: string): boolean =>
  (method === "POST" &&
    /^\/(logout|login|signup|reset-password|account\/data)(\/|$)/.test(pathname)) ||
  (method === "GET" && /^\/login\/google(\/|$)/.test(pathname));

/** Where a push leads: a path of our own, or the list of notifications. */
export function targetOf(actionUrl: unknown, origin: string): string {
  const fallback = `${origin}/notifications`;
  if (typeof actionUrl !== "string") return fallback;
  try {
    const url = new URL(actionUrl, origin);
    return url.origin === origin ? url.href : fallback;
  } catch {
    return fallback;
  }
}

export interface PushText {
  title: string;
  body: string;
  lang: "en" | "fa";
  dir: "ltr" | "rtl";
  tag: string | undefined;
  actionUrl: string | null;
}

/**
 * Parses a push message; null when nothing can be shown. @param text JSON `{title, message,
 * actionUrl, lang, tag}`
 */
export function readPush(text: string): PushText | null {
  try {
    const { title, message, actionUrl, lang, tag } = JSON.parse(text) as Record<string, unknown>;
    if (typeof title !== "string" || title === "") return null;
    return {
      title,
      body: typeof message === "string" ? message : "",
      lang: lang === "fa" ? "fa" : "en",
      dir: lang === "fa" ? "rtl" : "ltr",
      tag: typeof tag === "string" ? tag : undefined,
      actionUrl: typeof actionUrl === "string" ? actionUrl : null,
    };
  } catch {
    return null;
  }
}
