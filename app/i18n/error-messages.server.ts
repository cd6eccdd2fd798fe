import en from "../locales/en/errors.json";
import fa from "../locales/fa/errors.json";
import type { Locale } from "./locale";
import { createTranslate, type TextValues } from "./translate";

const translators = {
  en: createTranslate("en", { errors: en }),
  fa: createTranslate("fa", { errors: fa }),
};

/** The sentence of an error code or of an issue (`errors:…`), in the reader's language. */
export function errorTranslatorFor(locale: Locale): (key: string, values?: TextValues) => string {
  return translators[locale];
}
