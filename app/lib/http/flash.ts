import type { TextKey, TextValues } from "../../i18n/translate";
import type { ToastView } from "../pages/views";

/** What is said on the page that comes next. The cookie holds a key, so nobody can plant a sentence there. */
export interface Flash {
  kind: ToastView["kind"];
  text: TextKey;
  values?: TextValues;
  celebrates?: boolean;
}

export const FLASH_COOKIE = "rooydad.flash";
/** Long enough for the page that comes next, seconds. */
export const FLASH_MAX_AGE = 60;
