import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";

/** "214 saved" from the first save on; null shows nothing. The only place that decides this. */
export function savedText({ saveCount }: { saveCount: number }, locale: Locale): string | null {
  return saveCount > 0 ? translatorFor(locale)("events:saved", { count: saveCount }) : null;
}
