import { asc, eq, gte, isNull, sql } from "drizzle-orm";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { DAY, MINUTE } from "~/lib/dates/durations";
import { formatAgo } from "~/lib/dates/written-times.server";
import type { RequestContext } from "~/lib/http/request-context";
import type { IconName } from "~/lib/icon-names";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { assertCan, can } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { listAuditEntries } from "~/modules/audit/list-entries.server";
import { backlogName, PURGE_KINDS, type PurgeKind } from "~/modules/jobs/purge-kinds";
import { waitingWork } from "~/modules/operations/badge-counts.server";
import { settingsOf } from "~/modules/settings/platform-settings.server";
import { auditSentences } from "~/routes/admin/audit-sentences.server";
import {
  alarms,
  auditEntries,
  dailyCounts,
  deadLetters,
  facetCounts,
} from "../../../../db/schema/index";
import { pausesNow, presentPause } from "../hiding-pause.server";
import { countText, waitOf } from "../waiting-texts.server";

/** Length of the trends, days (product.md §9). */
const DAYS = 30;
/** Maximum number of routes, most visited first. */
const ROUTES = 10;
const RECENT = 8;
/** Upper limit of counts. */
const COUNT_LIMIT = 100;
/** Age of an unsealed entry above which the cron counts as stopped, ms. */
const SEALED_WITHIN = 15 * MINUTE;
const VIEW = "view:";

const TRENDS = [
  { name: "views", fits: (name: string) => name.startsWith(VIEW) },
  { name: "submitted", fits: (name: string) => name === "event:submit" },
  {
    name: "decided",
    fits: (name: string) => /^event:(approve|reject|accept-revision|reject-revision)$/.test(name),
  },
  { name: "joined", fits: (name: string) => name === "user:joined" },
] as const;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

interface Attention {
  key: string;
  tone: "waiting" | "bad" | "info";
  icon: IconName;
  text: string;
  note: string | null;
  href: string | null;
}

/** Overdue rows by purge kind, from the latest nightly measurement (today's or yesterday's). */
function backlogsOf(counts: readonly { name: string; day: string; count: number }[], now: number) {
  const [today, yesterday, before] = [dayOf(now), dayOf(now - DAY), dayOf(now - 2 * DAY)];
  const countOn = (kind: PurgeKind, day: string) =>
    counts.find((row) => row.name === backlogName(kind) && row.day === day)?.count;
  return PURGE_KINDS.flatMap((kind) => {
    const day = countOn(kind, today) === undefined ? yesterday : today;
    const count = countOn(kind, day) ?? 0;
    const isGrown = count > (countOn(kind, day === today ? yesterday : before) ?? 0);
    return count > 0 ? [{ kind, count, isGrown }] : [];
  });
}

/**
 * Data of `/admin/dashboard`: open tasks, the trends of the last 30 days and the latest activity.
 */
export async function dashboardLoader(context: RequestContext) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "admin:enter");
  const { db, clock } = deps;
  const t = translatorFor(locale);
  const now = clock.now();
  const zone = context.timeZone ?? USUAL_ZONE;
  const [{ badges, others, oldest }, settings, found, recent] = await Promise.all([
    waitingWork(deps, signedIn),
    settingsOf(deps),
    db.batch([
      db
        .select({ count: sql<number>`count(*)` })
        .from(db.select({ id: deadLetters.id }).from(deadLetters).limit(COUNT_LIMIT).as("letters")),
      db
        .select({ createdAt: auditEntries.createdAt })
        .from(auditEntries)
        .where(isNull(auditEntries.sequence))
        .orderBy(asc(auditEntries.createdAt), asc(auditEntries.id))
        .limit(1),
      db
        .select({ upcoming: facetCounts.upcoming })
        .from(facetCounts)
        .where(eq(facetCounts.facet, "all")),
      db
        .select()
        .from(dailyCounts)
        .where(gte(dailyCounts.day, dayOf(now - (2 * DAYS - 1) * DAY))),
      pausesNow(deps),
      db.select({ count: alarms.count }).from(alarms).where(eq(alarms.name, "badRows")),
    ]),
    can(signedIn, "audit:read") ? listAuditEntries(deps, signedIn, {}, null, RECENT) : null,
  ]);
  const [[letters], [unsealed], [all], counts, pauses, [badRows]] = found;
  const paused = presentPause(pauses, { locale, timeZone: zone });
  const many = (count: number) =>
    count >= COUNT_LIMIT ? `${formatNumber(COUNT_LIMIT - 1, locale)}+` : count;
  const attention: Attention[] = [];
  const add = (
    key: string,
    tone: Attention["tone"],
    icon: IconName,
    text: string,
    href: string | null,
    note: string | null = null,
  ) => void attention.push({ key, tone, icon, text, note, href });
  if (oldest !== null)
    add(
      "inbox",
      "waiting",
      "inbox",
      t("moderation:inbox.title"),
      paths.adminInbox(),
      t("moderation:inbox.summary", {
        count: countText(badges.inbox, locale),
        wait: waitOf(oldest, deps, locale, "long"),
      }),
    );
  if (badges.pendingEvents > 0)
    add(
      "pending",
      "waiting",
      "hourglass",
      t("admin:dashboard.pending", { count: many(badges.pendingEvents) }),
      paths.adminPendingEvents(),
    );
  if (badges.flaggedEvents > 0)
    add(
      "flagged",
      "bad",
      "flag",
      t("admin:dashboard.flagged", { count: many(badges.flaggedEvents) }),
      paths.adminFlaggedEvents(),
    );
  if (paused)
    add("paused", "bad", "alert-triangle", paused, paths.adminFlaggedEvents({ tab: "public" }));
  if (badges.reportedEvents > 0)
    add(
      "reported",
      "waiting",
      "flag",
      t("admin:dashboard.reported", { count: many(badges.reportedEvents) }),
      paths.adminFlaggedEvents({ tab: "public" }),
    );
  if (badges.pendingCandidates > 0)
    add(
      "candidates",
      "waiting",
      "sparkles",
      t("admin:dashboard.candidates", { count: many(badges.pendingCandidates) }),
      paths.adminCandidates(),
    );
  if (others > 0)
    add(
      "others",
      "waiting",
      "copy",
      t("admin:dashboard.others", { count: many(others) }),
      paths.adminInbox(),
    );
  if (badges.pendingClaims > 0)
    add(
      "claims",
      "waiting",
      "shield-check",
      t("admin:dashboard.claims", { count: many(badges.pendingClaims) }),
      paths.adminClaims(),
    );
  if (badges.deadMails > 0)
    add(
      "mails",
      "bad",
      "mail",
      t("admin:dashboard.deadMails", { count: many(badges.deadMails) }),
      paths.adminOutbox(),
    );
  if (can(signedIn, "outbox:read") && (letters?.count ?? 0) > 0)
    add(
      "letters",
      "bad",
      "inbox",
      t("admin:dashboard.deadLetters", { count: many(letters?.count ?? 0) }),
      paths.adminDeadLetters(),
    );
  if (can(signedIn, "outbox:read") && badRows)
    add(
      "bad-rows",
      "bad",
      "alert-triangle",
      t("admin:dashboard.badRows", { count: badRows.count }),
      paths.adminOperations(),
    );
  if (can(signedIn, "outbox:read"))
    for (const { kind, count, isGrown } of backlogsOf(counts, now))
      add(
        `backlog-${kind}`,
        isGrown ? "bad" : "waiting",
        "history",
        t("admin:dashboard.backlog", {
          count,
          what: t(`admin:dashboard.backlogOf.${kind}` satisfies TextKey<"admin">),
        }),
        null,
        isGrown ? t("admin:dashboard.backlogGrown") : null,
      );
  if (settings.features.maintenanceMode)
    add(
      "maintenance",
      "bad",
      "tool",
      t("admin:dashboard.maintenance"),
      can(signedIn, "platform-settings:manage") ? paths.adminPlatformSettings("features") : null,
    );
  if (unsealed && unsealed.createdAt < now - SEALED_WITHIN)
    add(
      "unsealed",
      "bad",
      "history",
      t("admin:dashboard.unsealed"),
      can(signedIn, "audit:read") ? paths.adminAuditLog() : null,
    );

  const days = Array.from({ length: DAYS }, (_, index) => dayOf(now - (DAYS - 1 - index) * DAY));
  const first = days[0] ?? "";
  const trends = TRENDS.map(({ name, fits }) => {
    const byDay = new Map<string, number>();
    let before = 0;
    for (const row of counts)
      if (fits(row.name)) {
        if (row.day < first) before += row.count;
        else byDay.set(row.day, (byDay.get(row.day) ?? 0) + row.count);
      }
    const points = days.map((day) => {
      const count = byDay.get(day) ?? 0;
      return {
        day,
        label: formatDate(Date.parse(day), "UTC", context, { weekday: false, year: false }),
        count,
        text: formatNumber(count, locale),
      };
    });
    const total = points.reduce((sum, { count }) => sum + count, 0);
    return {
      name,
      title: t(`admin:dashboard.trend.${name}` satisfies TextKey<"admin">),
      total: formatNumber(total, locale),
      before: t("admin:dashboard.before", { count: before }),
      points,
    };
  });
  const routes = new Map<string, number>();
  for (const { name, day, count } of counts)
    if (name.startsWith(VIEW) && day >= first)
      routes.set(name.slice(VIEW.length), (routes.get(name.slice(VIEW.length)) ?? 0) + count);
  const done = recent?.items ?? [];
  const sentences = await auditSentences(deps, done, locale);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminDashboard(), {
      title: t("admin:dashboard.title"),
      description: t("admin:dashboard.lead"),
      noindex: true,
    }),
    attention,
    upcoming: t("admin:dashboard.upcoming", { count: all?.upcoming ?? 0 }),
    trends,
    isTracked: settings.analytics.enablePageTracking,
    routes: [...routes]
      .sort(([, one], [, other]) => other - one)
      .slice(0, ROUTES)
      .map(([route, count]) => ({ route, count: formatNumber(count, locale) })),
    recent: done.map((entry, index) => ({
      id: entry.id,
      href: paths.adminAuditLog({ entry: entry.id }),
      sentence: sentences[index] ?? entry.action,
      createdAt: new Date(entry.createdAt).toISOString(),
      ago: formatAgo(entry.createdAt, now, context, zone),
      when: `${formatDate(entry.createdAt, zone, context)} · ${formatTime(entry.createdAt, zone, locale)}`,
    })),
  };
}
