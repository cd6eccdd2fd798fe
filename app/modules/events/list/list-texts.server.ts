import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
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
