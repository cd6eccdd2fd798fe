import { sql } from "drizzle-orm";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import type { RequestContext } from "~/lib/http/request-context";
import type { IconName } from "~/lib/icon-names";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan, can, type Permission } from "~/lib/permissions";
import { KNOWN_FLAGS } from "~/modules/settings/flags/known-flags";
import { platformOf } from "~/modules/settings/platform-settings.server";
import { UX } from "~/modules/settings/schema";
import { auditEntries, mails, platformSettings } from "../../../../db/schema/index";

/** Upper limit of counts. */
const COUNT_LIMIT = 100;

/**
 * Data of `/admin/settings`: a card with one current fact per part of the system (decisions.md
 * §13).
 */
export async function settingsOverview({
  deps,
  locale,
  calendar,
  origin,
  seo,
  signedIn,
  timeZone,
}: RequestContext) {
  assertCan(signedIn, "admin:enter");
  const t = translatorFor(locale);
  const { db } = deps;
  const zone = timeZone ?? USUAL_ZONE;
  const now = deps.clock.now();
  const [platform, [dead, newest, changed]] = await Promise.all([
    platformOf(deps),
    db.batch([
      db
        .select({ count: sql<number>`count(*)` })
        .from(
          sql`(SELECT 1 FROM ${mails} WHERE status = 'dead' LIMIT ${sql.raw(String(COUNT_LIMIT))})`,
        ),
      db
        .select({ at: auditEntries.createdAt })
        .from(auditEntries)
        .orderBy(sql`created_at DESC, id DESC`)
        .limit(1),
      db
        .select({
          group: platformSettings.group,
          values: platformSettings.values,
          at: platformSettings.updatedAt,
        })
        .from(platformSettings),
    ]),
  ]);
  const off = Object.values(platform.ux)
    .flatMap((switches) => Object.values(switches))
    .filter((isOn) => !isOn).length;
  const differing = changed
    .filter(({ group }) => group !== UX)
    .reduce((sum, { values }) => sum + Object.keys(values).length, 0);
  const lastEntry = newest[0]?.at;
  const deadCount = Math.min(dead[0]?.count ?? 0, COUNT_LIMIT);
  const stored = new Set(platform.flags.map(({ key }) => key));
  const shippedOn = Object.entries(KNOWN_FLAGS).filter(
    ([key, { isOn }]) => isOn && !stored.has(key),
  ).length;
  const flagsOn = platform.flags.filter(({ isOn }) => isOn).length + shippedOn;
  const cards: {
    name: string;
    icon: IconName;
    href: string;
    permission: Permission;
    title: string;
    about: string;
    fact: string;
    isUrgent?: boolean;
  }[] = [
    {
      name: "platform",
      icon: "server-cog",
      href: paths.adminPlatformSettings(),
      permission: "platform-settings:manage",
      title: t("settings:platform.title"),
      about: t("settings:platform.lead"),
      fact: platform.settings.features.maintenanceMode
        ? t("settings:overview.closed")
        : differing === 0
          ? t("settings:asShipped")
          : t("settings:overview.differing", { count: differing }),
      isUrgent: platform.settings.features.maintenanceMode,
    },
    {
      name: "flags",
      icon: "toggle-right",
      href: paths.adminFeatureFlags(),
      permission: "feature-flag:read",
      title: t("settings:flags.title"),
      about: t("settings:flags.lead"),
      fact: t("settings:overview.flagsOn", { count: flagsOn }),
    },
    {
      name: "ux",
      icon: "wand",
      href: paths.adminUxSettings(),
      permission: "ux-settings:read",
      title: t("settings:ux.title"),
      about: t("settings:ux.lead"),
      fact: off === 0 ? t("settings:overview.allOn") : t("settings:overview.off", { count: off }),
    },
    {
      name: "audit",
      icon: "history",
      href: paths.adminAuditLog(),
      permission: "audit:read",
      title: t("settings:overview.audit.title"),
      about: t("settings:overview.audit.about"),
      fact:
        lastEntry === undefined
          ? t("settings:overview.audit.empty")
          : t("settings:overview.audit.last", {
              ago: formatAgo(lastEntry, now, { locale, calendar }, zone),
            }),
    },
    {
      name: "outbox",
      icon: "mail",
      href: paths.adminOutbox(),
      permission: "outbox:read",
      title: t("settings:overview.outbox.title"),
      about: t("settings:overview.outbox.about"),
      fact:
        deadCount === 0
          ? t("settings:overview.outbox.none")
          : t("settings:overview.outbox.dead", { count: deadCount }),
      isUrgent: deadCount > 0,
    },
  ];
  return {
    head: pageHead({ origin, locale, seo }, paths.adminSettings(), {
      title: t("settings:overview.title"),
      description: t("settings:overview.lead"),
      noindex: true,
    }),
    today: formatDate(now, zone, { locale, calendar }),
    cards: cards
      .filter(({ permission }) => can(signedIn, permission))
      .map(({ permission: _, ...card }) => card),
  };
}
