import { aliasedTable, and, desc, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { TextKey } from "~/i18n/translate";
import { formatDate, formatTime, USUAL_ZONE } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { parseInput } from "~/lib/http/parse-input";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { initialsOf } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { assertCan, canAssignRole, canManageUser, isUpgrade, ROLES } from "~/lib/permissions";
import { formatNumber } from "~/lib/text/money";
import { isOwnRecord, wholeMetadata } from "~/modules/audit/audit-entry.server";
import { describeAgent } from "~/modules/identity/describe-device.server";
import type { UserRow } from "~/modules/identity/users/queries.server";
import { removeUser } from "~/modules/identity/users/remove-users.server";
import { tierOf } from "~/modules/identity/users/schema";
import {
  changeRole,
  deactivateUser,
  endUserSessions,
  reactivateUser,
  UserUpdate,
  updateUser,
} from "~/modules/identity/users/user-commands.server";
import { quotaOf } from "~/modules/media/storage-limits.server";
import {
  auditEntries,
  eventDrafts,
  events,
  sessions,
  trustEntries,
  users,
} from "../../../../../db/schema/index";
import { TIERS } from "../users.server";

const MB = 1_048_576;

/** Actions of a user's page: role, state, profile, sessions and deletion. */
export async function userAction(context: RequestContext, request: Request, id: string) {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  const done = (text: TextKey<"admin-users">) =>
    redirectWithToast(request, paths.adminUser(id), { kind: "success", text });
  const failed = "admin-users:failed.account" as const;
  switch (form.get("intent")) {
    case "change-role": {
      const typed = fieldOf(form, "role");
      return formAnswer(
        context,
        { form: "role", values: { role: typed }, failed: "admin-users:failed.role" },
        async () => {
          const role = ROLES.find((known) => known === typed);
          if (!role)
            throw new AppError("invalid", [{ path: "role", message: "errors:issue.role" }]);
          await changeRole(deps, signedIn, id, role);
          return done("admin-users:done.role");
        },
      );
    }
    case "deactivate":
      return formAnswer(context, { form: "account", failed }, async () => {
        await deactivateUser(deps, signedIn, id);
        return done("admin-users:done.deactivated");
      });
    case "reactivate":
      return formAnswer(context, { form: "account", failed }, async () => {
        await reactivateUser(deps, signedIn, id);
        return done("admin-users:done.reactivated");
      });
    case "delete":
      return formAnswer(context, { form: "account", failed }, async () => {
        await removeUser(deps, signedIn, id);
        return done("admin-users:done.deleted");
      });
    case "end-sessions":
      return formAnswer(context, { form: "account", failed }, async () => {
        await endUserSessions(deps, signedIn, id);
        return done("admin-users:done.sessions");
      });
    case "correct": {
      const displayName = fieldOf(form, "displayName");
      return formAnswer(
        context,
        { form: "profile", values: { displayName }, failed: "admin-users:failed.profile" },
        async () => {
          const update = parseInput(UserUpdate, {
            displayName,
            ...(form.get("removePicture") === "1" && { photoURL: null }),
          });
          await updateUser(deps, signedIn, id, update);
          return done("admin-users:done.profile");
        },
      );
    }
    default:
      throw new AppError("bad-request");
  }
}

export type UserDetailView = Awaited<ReturnType<typeof userLoader>>;
export type AuditView = UserDetailView["audit"]["about"][number];

/** Entries per list. The audit log and `/admin/events` list the rest. */
const SHOWN = 12;
const LEDGER = 30;
const ENTRY = { ...getTableColumns(auditEntries), metadata: wholeMetadata };
const EVENT_STATUSES = ["pending", "approved", "flagged", "rejected"] as const;
const ASKED = ["deactivate", "delete"] as const;

/** Data of `/admin/users/{id}`. @throws AppError("not-found") also for a deleted account */
export async function userLoader(context: RequestContext, id: string, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "user:manage");
  const t = translatorFor(locale);
  const found = await readUser(context, id.toLowerCase());
  const { user } = found;
  const now = deps.clock.now();
  const zone = context.timeZone ?? USUAL_ZONE;
  const date = (at: number) => formatDate(at, zone, context, { weekday: false });
  const moment = (at: number) => ({
    ago: formatAgo(at, now, context, zone),
    when: `${formatDate(at, zone, context)} · ${formatTime(at, zone, locale)}`,
    iso: new Date(at).toISOString(),
  });
  const drafts = found.drafts[0]?.count ?? 0;
  return {
    head: pageHead({ origin, locale, seo }, paths.adminUser(user.id), {
      title: user.displayName || t("admin-users:detail.title"),
      description: t("admin-users:detail.title"),
      noindex: true,
    }),
    id: user.id,
    name: user.displayName,
    initials: initialsOf(user.displayName),
    photoUrl: user.photoUrl,
    email: user.email ?? "",
    role: { value: user.role, label: t(`admin-users:role.${user.role}`) },
    isActive: user.isActive,
    deletion: user.deleteAfter === null ? null : date(user.deleteAfter),
    /** Whether the viewer may manage this account. */
    canManage: canManageUser(signedIn, user),
    /** Reason, valid only if not. */
    outOfReach:
      user.role === "owner"
        ? t("admin-users:detail.owner")
        : user.id === signedIn.id
          ? t("admin-users:detail.own")
          : t("admin-users:detail.outranked"),
    facts: factsOf(user, context, {
      date,
      quota: await quotaOf(deps),
      lastSeen: found.sessions[0] ? moment(found.sessions[0].lastSeenAt).ago : null,
    }),
    events: {
      counts: [
        ...EVENT_STATUSES.map((status) => ({
          status,
          label: t(`admin-users:status.${status}`),
          count: formatNumber(
            found.counts.find((row) => row.status === status)?.count ?? 0,
            locale,
          ),
        })),
        {
          status: "draft" as const,
          label: t("admin-users:status.draft"),
          count: formatNumber(drafts, locale),
        },
      ],
      latest: found.latest.map((event) => ({
        id: event.id,
        href: paths.adminEvents({ event: event.id }),
        title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
        status: event.status,
        label: t(`admin-users:status.${event.status}`),
        starts: date(event.startsAt),
      })),
    },
    trust: {
      score: formatNumber(user.trustScore, locale),
      tier: t(`admin-users:tier.${TIERS[tierOf(user.trustScore)]}`),
      entries: found.ledger.map((entry) => ({
        key: `${entry.kind} ${entry.subject}`,
        label: t(`authoring:trust.${entry.kind}`),
        points: formatNumber(entry.points, locale, { signDisplay: "exceptZero" }),
        date: date(entry.createdAt),
      })),
    },
    sessions: found.sessions.map((session) => {
      const { browser, system } = describeAgent(session.userAgent);
      const name = browser ?? t("account:access.unknown");
      return {
        id: session.id,
        name: system ? t("account:access.on", { browser: name, system }) : name,
        lastUsed: moment(session.lastSeenAt).ago,
        since: date(session.createdAt),
      };
    }),
    audit: {
      about: found.about.map(({ entry, actor }) => ({
        id: entry.id,
        action: entry.action,
        who:
          entry.actorId === null
            ? t("admin-users:audit.system")
            : (actor ?? t("admin-users:audit.gone")),
        change: changeOf(entry.metadata),
        ...moment(entry.createdAt),
      })),
      by: found.by.map((entry) => ({
        id: entry.id,
        action: entry.action,
        who: `${entry.entity}${entry.entityId ? ` ${entry.entityId.slice(0, 8)}` : ""}`,
        change: changeOf(entry.metadata),
        ...moment(entry.createdAt),
      })),
    },
    asked: ASKED.find((action) => params.get("ask") === action) ?? null,
    isChangingRole: params.has("change-role"),
    roles: ROLES.filter((role) => role !== "owner").map((role) => ({
      value: role,
      label: t(`admin-users:role.${role}`),
      lead: t(`admin-users:role.lead.${role}`),
      isPresent: role === user.role,
      warning:
        role === user.role
          ? t("admin-users:role.present")
          : !canAssignRole(signedIn, { ...user, isVerified: true }, role)
            ? t("admin-users:role.outOfReach")
            : !canAssignRole(signedIn, { ...user, isVerified: user.emailVerifiedAt !== null }, role)
              ? t("admin-users:role.unverified")
              : t(
                  isUpgrade(user.role, role)
                    ? "admin-users:role.upgrade"
                    : "admin-users:role.downgrade",
                ),
    })),
  };
}

/** Reads all data of an account in one round trip. */
async function readUser({ deps: { db, clock } }: RequestContext, id: string) {
  const acting = aliasedTable(users, "acting");
  const theirs = and(eq(events.creatorId, id), isNull(events.deletedAt));
  const [found, counts, drafts, latest, ledger, open, about, by] = await db.batch([
    db.select().from(users).where(eq(users.id, id)),
    db
      .select({ status: events.status, count: sql<number>`count(*)` })
      .from(events)
      .where(theirs)
      .groupBy(events.status),
    db
      .select({ count: sql<number>`count(*)` })
      .from(eventDrafts)
      .where(eq(eventDrafts.creatorId, id)),
    db
      .select({
        id: events.id,
        titleEn: events.titleEn,
        titleFa: events.titleFa,
        status: events.status,
        startsAt: events.startsAt,
      })
      .from(events)
      .where(theirs)
      .orderBy(desc(events.updatedAt))
      .limit(SHOWN),
    db
      .select()
      .from(trustEntries)
      .where(eq(trustEntries.userId, id))
      .orderBy(desc(trustEntries.createdAt))
      .limit(LEDGER),
    db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, clock.now())))
      .orderBy(desc(sessions.lastSeenAt))
      .limit(SHOWN),
    db
      .select({ entry: ENTRY, actor: acting.displayName })
      .from(auditEntries)
      .leftJoin(acting, eq(acting.id, auditEntries.actorId))
      .where(and(eq(auditEntries.entity, "user"), eq(auditEntries.entityId, id), isOwnRecord))
      .orderBy(desc(auditEntries.createdAt))
      .limit(SHOWN),
    db
      .select(ENTRY)
      .from(auditEntries)
      .where(eq(auditEntries.actorId, id))
      .orderBy(desc(auditEntries.createdAt))
      .limit(SHOWN),
  ]);
  const [user] = found;
  if (!user || user.deletedAt !== null) throw new AppError("not-found");
  return { user, counts, drafts, latest, ledger, sessions: open, about, by };
}

interface FactWords {
  /** How much room the person has, bytes. */
  quota: number;
  date: (at: number) => string;
  lastSeen: string | null;
}

function factsOf(user: UserRow, { locale }: RequestContext, { date, lastSeen, quota }: FactWords) {
  const t = translatorFor(locale);
  const megabytes = (bytes: number) =>
    formatNumber(bytes / MB, locale, { maximumFractionDigits: 1 });
  const language =
    user.preferredLanguage === null
      ? t("admin-users:fact.browser")
      : t(`admin-users:language.${user.preferredLanguage}`);
  return [
    { name: "joined", value: date(user.createdAt) },
    { name: "lastSeen", value: lastSeen ?? t("admin-users:fact.never") },
    {
      name: "email",
      value:
        user.emailVerifiedAt === null
          ? t("admin-users:fact.unverified")
          : t("admin-users:fact.verified", { date: date(user.emailVerifiedAt) }),
    },
    {
      name: "twoFactor",
      value: t(user.totpEnabledAt === null ? "admin-users:fact.off" : "admin-users:fact.on"),
    },
    {
      name: "password",
      value: t(user.passwordHash === null ? "admin-users:fact.elsewhere" : "admin-users:fact.here"),
    },
    { name: "language", value: language },
    { name: "timeZone", value: user.timeZone ?? t("admin-users:fact.unknown") },
    { name: "cities", value: formatNumber(user.cities.length, locale) },
    {
      name: "storage",
      value: t("admin-users:fact.used", {
        used: megabytes(user.mediaBytes),
        quota: megabytes(quota),
      }),
    },
  ].map(({ name, value }) => ({ name, label: t(`admin-users:fact.${name as "joined"}`), value }));
}

/** Short form of a change, such as "role: user → moderator". */
function changeOf({ before, after }: Record<string, unknown>): string {
  if (typeof before !== "object" || typeof after !== "object" || !before || !after) return "";
  const values = (from: object, key: string) =>
    String((from as Record<string, unknown>)[key] ?? "–").slice(0, 40);
  return Object.keys(after)
    .slice(0, 3)
    .map((key) => `${key}: ${values(before, key)} → ${values(after, key)}`)
    .join("; ");
}
