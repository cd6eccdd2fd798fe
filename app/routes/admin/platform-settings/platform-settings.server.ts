import { eq } from "drizzle-orm";
import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { fieldOfGroup } from "~/modules/settings/platform-settings.server";
import { SETTINGS_GROUPS, type SettingsGroup } from "~/modules/settings/schema";
import { platformSettings, users } from "../../../../db/schema/index";

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

/** Data of `/admin/platform-settings`: groups with their changed settings and last authors. */
export async function settingsGroupsLoader({
  deps,
  locale,
  calendar,
  origin,
  seo,
  signedIn,
  timeZone,
}: RequestContext) {
  assertCan(signedIn, "platform-settings:manage");
  const t = translatorFor(locale);
  const rows = await deps.db
    .select({
      group: platformSettings.group,
      values: platformSettings.values,
      updatedAt: platformSettings.updatedAt,
      name: users.displayName,
    })
    .from(platformSettings)
    .leftJoin(users, eq(users.id, platformSettings.updatedBy));
  const now = deps.clock.now();
  return {
    head: pageHead({ origin, locale, seo }, paths.adminPlatformSettings(), {
      title: t("settings:platform.title"),
      description: t("settings:platform.lead"),
      noindex: true,
    }),
    groups: SETTINGS_GROUPS.map((group) => {
      const row = rows.find((one) => one.group === group);
      const changed = Object.keys(row?.values ?? {});
      return {
        group,
        href: paths.adminPlatformSettings(group),
        title: t(`settings:groups.${group}.title`),
        about: t(`settings:groups.${group}.about`),
        changed: changed.map((name) => settingsFieldLabel(group, name, locale)),
        last: row
          ? {
              at: formatAgo(row.updatedAt, now, { locale, calendar }, timeZone ?? USUAL_ZONE),
              by: row.name,
            }
          : null,
      };
    }),
  };
}
