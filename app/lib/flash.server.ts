import { addressedLanguage, inLanguage } from "./addressed-language";
import type { Locale } from "./locale";
import { translatorFor } from "./messages.server";
import type { TextKey, TextValues } from "./translate";
import type { ToastView } from "./views";

/** What an action says on the page that it redirects to. The cookie holds a key, so nobody can plant a sentence there. */
export interface Flash {
  kind: ToastView["kind"];
  text: TextKey;
  values?: TextValues;
}

const COOKIE = "rooydad.flash";
/** Long enough for the page that comes next, seconds. */
const MAX_AGE = 60;

const attributes = (request: Request, maxAge: number) =>
  `Path=/; Max-Age=${maxAge}; SameSite=Lax; HttpOnly${new URL(request.url).protocol === "https:" ? "; Secure" : ""}`;

/** A redirect (303) whose page shows a toast, with or without scripts. */
export function redirectWithToast(request: Request, location: string, flash: Flash): Response {
  const cookie = `${COOKIE}=${encodeURIComponent(JSON.stringify(flash))}; ${attributes(request, MAX_AGE)}`;
  return new Response(null, {
    status: 303,
    headers: { Location: inLanguage(location, addressedLanguage(new URL(request.url).search)), "Set-Cookie": cookie },
  });
}

/** The toast that waits for this page, and the header that takes it away; null where there is none. */
export function takeFlash(request: Request, locale: Locale, id: string): { toast: ToastView; headers: { "Set-Cookie": string } } | null {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE.replace(".", "\\.")}=([^;]+)`).exec(request.headers.get("Cookie") ?? "")?.[1];
  const flash = value === undefined ? null : readFlash(value);
  if (!flash) return null;
  const text = translatorFor(locale)(flash.text, flash.values);
  if (text === flash.text) return null;
  return { toast: { id, kind: flash.kind, text }, headers: { "Set-Cookie": `${COOKIE}=; ${attributes(request, 0)}` } };
}

/** Null for what is not of our making: cookies may be anybody's. */
function readFlash(value: string): Flash | null {
  try {
    const { kind, text, values = {} } = JSON.parse(decodeURIComponent(value));
    const isKnown = (kind === "success" || kind === "info" || kind === "error") && typeof text === "string" && text.length <= 100;
    const isPlain = Object.values(values).every((item) => typeof item === "number" || (typeof item === "string" && item.length <= 200));
    return isKnown && isPlain ? { kind, text: text as TextKey, values } : null;
  } catch {
    return null;
  }
}
