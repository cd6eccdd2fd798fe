import { READER_HEADER } from "../lib/http/reader-header";
import { UUID_PATTERN } from "../lib/runtime/ids";

/** Events that are kept for times without a network, the last seen. */
export const MOST_PAGES = 30;

const EVENT = new RegExp(`^/events/${UUID_PATTERN}$`);

/** Whether an address is the page of one event. Nothing else is kept: other pages are lists that grow old, or somebody's own. */
export const isEventPage = (url: URL, origin: string): boolean => url.origin === origin && EVENT.test(url.pathname);

/** What is looked at of an answer. */
export interface CacheableResponse {
  status: number;
  redirected: boolean;
  headers: { get(name: string): string | null };
}

/** Whether an answer may be kept: the page that was asked for, as it should be, that its sender does not forbid to keep. */
export function isCacheable({ status, redirected, headers }: CacheableResponse): boolean {
  return (
    status === 200 &&
    !redirected &&
    (headers.get("Content-Type") ?? "").startsWith("text/html") &&
    !(headers.get("Cache-Control") ?? "").includes("no-store")
  );
}

/** A page in whatever language was asked for is one page: the address without its query. */
export const keyOf = (url: URL): string => url.origin + url.pathname;

/** Whether an answer is for somebody else than what is kept. @param kept a page that is kept: all of them are one reader's */
export function isForOtherReader({ status, headers }: CacheableResponse, kept: Pick<CacheableResponse, "headers">): boolean {
  const reader = headers.get(READER_HEADER);
  return status === 200 && reader !== null && reader !== kept.headers.get(READER_HEADER);
}

/** Whether a request changes who is signed in: what is kept goes with it. Google's way is one of addresses alone. */
export const changesPerson = (method: string, pathname: string): boolean =>
  (method === "POST" && /^\/(logout|login|signup|reset-password|account\/data)(\/|$)/.test(pathname)) ||
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

/** What a push says; null where it says nothing that can be shown. @param text JSON `{title, message, actionUrl, lang, tag}` */
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
