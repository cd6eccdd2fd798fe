import { inLanguageOf } from "../../i18n/addressed-language";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey } from "../../i18n/translate";
import type { ToastView } from "../pages/views";
import { paths } from "../paths";
import { FLASH_COOKIE, FLASH_MAX_AGE, type Flash } from "./flash";

const attributes = (request: Request, maxAge: number) =>
  `Path=/; Max-Age=${maxAge}; SameSite=Lax${new URL(request.url).protocol === "https:" ? "; Secure" : ""}`;

/** Leads to a page of the product, in the language of the request's address. */
export const redirectTo = (request: Request, location: string) =>
  new Response(null, { status: 303, headers: { Location: inLanguageOf(request, location) } });

/** A redirect (303) with a toast, with or without scripts. */
export function redirectWithToast(request: Request, location: string, flash: Flash): Response {
  const named = { ...flash, id: crypto.randomUUID() };
  const cookie = `${FLASH_COOKIE}=${encodeURIComponent(JSON.stringify(named))}; ${attributes(request, FLASH_MAX_AGE)}`;
  return new Response(null, {
    status: 303,
    headers: { Location: inLanguageOf(request, location), "Set-Cookie": cookie },
  });
}

/**
 * The pending toast; null without one. A document removes it with the returned headers. Scripts
 * remove it once they show it: their loads may be given up for another, which has to find it again.
 */
export function consumeFlash(
  request: Request,
  locale: Locale,
): { toast: ToastView; headers: { "Set-Cookie": string } | undefined } | null {
  const value = new RegExp(`(?:^|;\\s*)${FLASH_COOKIE.replace(".", "\\.")}=([^;]+)`).exec(
    request.headers.get("Cookie") ?? "",
  )?.[1];
  const flash = value === undefined ? null : readFlash(value);
  if (!flash) return null;
  const text = translatorFor(locale)(flash.text, flash.values);
  if (text === flash.text) return null;
  return {
    toast: {
      id: flash.id,
      kind: flash.kind,
      text,
      ...(flash.celebrates && { celebrates: true }),
      ...(flash.link && { link: paths.saved() }),
    },
    headers:
      request.headers.get("Sec-Fetch-Dest") === "empty"
        ? undefined
        : { "Set-Cookie": `${FLASH_COOKIE}=; ${attributes(request, 0)}` },
  };
}

/** Null for invalid values: cookies are untrusted. */
function readFlash(value: string): (Flash & { id: string }) | null {
  try {
    const { id, kind, text, values = {}, celebrates, link } = JSON.parse(decodeURIComponent(value));
    const isKnown =
      (kind === "success" || kind === "info" || kind === "error") &&
      typeof text === "string" &&
      text.length <= 100 &&
      typeof id === "string" &&
      id.length <= 36;
    const isPlain = Object.values(values).every(
      (item) => typeof item === "number" || (typeof item === "string" && item.length <= 200),
    );
    return isKnown && isPlain
      ? {
          id,
          kind,
          text: text as TextKey,
          values,
          ...(celebrates === true && { celebrates }),
          ...(link === "saved" && { link }),
        }
      : null;
  } catch {
    return null;
  }
}
