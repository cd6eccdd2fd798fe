import type { Locale } from "../../../i18n/locale";
import { createTranslate, type TextValues } from "../../../i18n/translate";
import en from "../../../locales/en/search.json";
import fa from "../../../locales/fa/search.json";

const translators = {
  en: createTranslate("en", { search: en }),
  fa: createTranslate("fa", { search: fa }),
};

/**
 * Texts of search results (`search:…`). Loaders translate them, so that public pages need not
 * download them.
 */
export function searchTexts(locale: Locale): (key: string, values?: TextValues) => string {
  return translators[locale];
}
