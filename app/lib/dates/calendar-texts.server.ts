import type { Locale } from "../../i18n/locale";
import { createTranslate, type TextValues } from "../../i18n/translate";
import en from "../../locales/en/calendar.json";
import fa from "../../locales/fa/calendar.json";

const translators = { en: createTranslate("en", { calendar: en }), fa: createTranslate("fa", { calendar: fa }) };

/**
 * The texts of My Calendar, of feeds and of the embedded list (`calendar:…`). They come ready from loaders, so that no
 * public page downloads them for those few who have one open.
 */
export function calendarTexts(locale: Locale): (key: string, values?: TextValues) => string {
  return translators[locale];
}
