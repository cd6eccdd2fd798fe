import type { TextKey, TextValues } from "../../i18n/translate";
import type { ToastView } from "../pages/views";

/** A message for the next page. The cookie holds a text key, so that no text can be injected. */
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
