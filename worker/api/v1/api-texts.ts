import type { Locale } from "../../../app/i18n/locale";
import { createTranslate, type TextValues } from "../../../app/i18n/translate";
import en from "../../../app/locales/en/api.json";
import fa from "../../../app/locales/fa/api.json";

const translators = { en: createTranslate("en", { api: en }), fa: createTranslate("fa", { api: fa }) };

/** The texts of the API's description: read on the server alone, so they may be long. */
export function apiTextsFor(locale: Locale): (path: string, values?: TextValues) => string {
  const translate = translators[locale];
  return (path, values) => translate(`api:${path}`, values);
}
