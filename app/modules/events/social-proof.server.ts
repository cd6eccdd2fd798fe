import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";

/** "214 saved", once somebody has; null says nothing. The one place that decides whether people are told. */
export function savedText({ saveCount }: { saveCount: number }, locale: Locale): string | null {
  return saveCount > 0 ? translatorFor(locale)("events:saved", { count: saveCount }) : null;
}
