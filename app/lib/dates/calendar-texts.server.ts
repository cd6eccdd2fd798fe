import type { Locale } from "../../i18n/locale";
import { createTranslate, type TextValues } from "../../i18n/translate";
import en from "../../locales/en/calendar.json";
import fa from "../../locales/fa/calendar.json";

const translators = {
  en: createTranslate("en", { calendar: en }),
  fa: createTranslate("fa", { calendar: fa }),
};

/**
 * Texts of My Calendar, feeds and the embedded list (`calendar:…`). Loaders translate them, so that
 * public pages need not download them.
 */
export function calendarTexts(locale: Locale): (key: string, values?: TextValues) => string {
  return translators[locale];
}
