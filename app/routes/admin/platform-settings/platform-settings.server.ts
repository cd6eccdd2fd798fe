import { eq } from "drizzle-orm";
import { translatorFor } from "~/i18n/messages.server";
import { USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan } from "~/lib/permissions";
import { SETTINGS_GROUPS } from "~/modules/settings/schema";
import { platformSettings, users } from "../../../../db/schema/index";
import { settingsFieldLabel } from "./settings-words.server";

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
