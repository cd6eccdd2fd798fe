import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { fieldOfGroup } from "~/modules/settings/fields";
import type { SettingsGroup } from "~/modules/settings/schema";

/** A field's name in the reader's language; the API name for fields that no longer exist. */
export function settingsFieldLabel(group: SettingsGroup, name: string, locale: Locale): string {
  return fieldOfGroup(group, name)
    ? translatorFor(locale)(`settings:fields.${group}.${name}.label` as TextKey<"settings">)
    : name;
}

/** A value as people read it: "on", "3 reports", "“Rooydad” · “رویداد”". */
export function presentValue(
  group: SettingsGroup,
  name: string,
  value: unknown,
  locale: Locale,
): string {
  const t = translatorFor(locale);
  const field = fieldOfGroup(group, name);
  if (typeof value === "boolean") return t(value ? "settings:on" : "settings:off");
  if (typeof value === "number")
    return field?.kind === "number"
      ? t(`settings:units.${field.unit}`, { count: value })
      : String(value);
  if (typeof value === "object" && value !== null) {
    const texts = value as { en?: unknown; fa?: unknown };
    return [texts.en, texts.fa]
      .map((text) => t("settings:quoted", { text: String(text ?? "") }))
      .join(" · ");
  }
  return value === "" || value === undefined || value === null
    ? t("settings:nothing")
    : String(value);
}
