import type { Locale } from "../../../app/i18n/locale";
import { shippedTexts } from "../../../app/i18n/shipped-texts.server";
import { createTranslate, type TextValues } from "../../../app/i18n/translate";
import type { Deps } from "../../../app/lib/deps";

type Say = (key: string, values?: TextValues) => string;

const translators: Partial<Record<Locale, Say>> = {};

/**
 * Reads the texts of the API's description, which are no part of the Worker
 * (scripts/make-texts.mjs); once an isolate.
 */
export async function loadApiTexts(deps: Pick<Deps, "shipped">, locale: Locale): Promise<void> {
  translators[locale] ??= createTranslate(locale, {
    api: await shippedTexts<object>({ deps, locale }, "api"),
  });
}

/**
 * The texts of the API's description: read on the server alone, so they may be long. `loadApiTexts`
 * comes first.
 */
export function apiTextsFor(locale: Locale): (path: string, values?: TextValues) => string {
  const translate = translators[locale];
  if (!translate) throw new Error(`The texts of the API in ${locale} are not loaded.`);
  return (path, values) => translate(`api:${path}`, values);
}
