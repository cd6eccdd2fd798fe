import type { TextKey, TextValues } from "../../i18n/translate";
import type { ToastView } from "../pages/views";

/**
 * A message for the next page. The cookie holds a text key, so that no text can be injected, and an
 * id, so that loads which find it twice show it once.
 */
export interface Flash {
  kind: ToastView["kind"];
  text: TextKey;
  values?: TextValues;
  celebrates?: boolean;
  /** Where the message leads. */
  link?: "saved";
}

export const FLASH_COOKIE = "rooydad.flash";
/** Long enough for the page that comes next, seconds. */
export const FLASH_MAX_AGE = 60;

/** Removes the cookie of a message that is shown; one that came later stays. */
export function forgetFlash(id: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
  if (document.cookie.includes(id)) document.cookie = `${FLASH_COOKIE}=; path=/; max-age=0`;
}
