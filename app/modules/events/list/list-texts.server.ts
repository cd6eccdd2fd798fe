import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { createTranslate, type TextValues } from "../../../i18n/translate";
import en from "../../../locales/en/search.json";
import fa from "../../../locales/fa/search.json";
import { categoryView } from "../present/present-event.server";

/** The list's title: by place, or by category on a category's page. */
export function listTexts(
  place: string | null,
  fixedCategory: string | undefined,
  locale: Locale,
): { title: string; description: string } {
  const t = translatorFor(locale);
  const category = fixedCategory && categoryView(fixedCategory, locale)?.label;
  if (category && place) {
    return {
      title: t("pages:categories.listIn", { category, city: place }),
      description: t("pages:categories.listDescriptionIn", { category, city: place }),
    };
  }
  if (category)
    return { title: category, description: t("pages:categories.listDescription", { category }) };
  if (place)
    return {
      title: t("events:list.titleIn", { city: place }),
      description: t("events:list.descriptionIn", { city: place }),
    };
  return { title: t("events:list.title"), description: t("events:list.description") };
}

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
