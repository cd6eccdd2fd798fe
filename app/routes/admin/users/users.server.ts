import { data } from "@remix-run/cloudflare";
import { and, eq, sql } from "drizzle-orm";
import { errorTranslatorFor } from "~/i18n/error-messages.server";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, USUAL_ZONE } from "~/lib/dates/dates.server";
import type { Deps } from "~/lib/deps";
import { AppError } from "~/lib/errors";
import { readForm } from "~/lib/http/read-form.server";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { pageTrail } from "~/lib/pages/page-trail";
import { initialsOf } from "~/lib/pages/viewer.server";
import { paths } from "~/lib/paths";
import { type Actor, assertCan, canManageUser, ROLES, type Role } from "~/lib/permissions";
import { isUuid } from "~/lib/runtime/ids";
import { formatNumber } from "~/lib/text/money";
import { MAX_COUNTED_ROWS, totalText } from "~/lib/text/total-text.server";
import { listUsers } from "~/modules/identity/users/find-users.server";
import type { UserRow } from "~/modules/identity/users/queries.server";
import { BATCH_SIZE, removeUsers } from "~/modules/identity/users/remove-users.server";
import { tierOf } from "~/modules/identity/users/schema";
import { users } from "../../../../db/schema/index";

export type UserListView = Awaited<ReturnType<typeof usersLoader>>;
export type RemovalView = Awaited<ReturnType<typeof usersAction>>["data"];

const STATES = ["active", "inactive"] as const;
const WORDS_LENGTH = 100;

const oneOf = <T extends string>(known: readonly T[], asked: string | null): T | null =>
  known.find((value) => value === asked) ?? null;

/** Query of the list's URL. Ignores invalid values. */
function queryOf(params: URLSearchParams) {
  return {
    q: (params.get("q") ?? "").trim().slice(0, WORDS_LENGTH),
    role: oneOf<Role>(ROLES, params.get("role")),
    state: oneOf(STATES, params.get("state")),
    after: isUuid(params.get("after") ?? "") ? params.get("after") : null,
  };
}

/**
 * Data of `/admin/users`: accounts by name, email, role and state, 25 per page (product.md §9), and
 * the delete dialog.
 */
export async function usersLoader(context: RequestContext, params: URLSearchParams) {
  const { deps, locale, origin, seo, signedIn } = context;
  assertCan(signedIn, "user:manage");
  const t = translatorFor(locale);
  const query = queryOf(params);
  const { q, role, state, after } = query;
  const trail = pageTrail(params);
  const [list, asked, total] = await Promise.all([
    listUsers(deps, signedIn, {
      q,
      ...(role && { role }),
      ...(state && { isActive: state === "active" }),
      ...(after && { startAfter: after }),
    }),
    usersOf(deps, params.getAll("delete")),
    q === "" ? countUsers(deps, role, state) : null,
  ]);
  return {
    head: pageHead({ origin, locale, seo }, paths.adminUsers(), {
      title: t("admin-users:list.title"),
      description: t("admin-users:list.lead"),
      noindex: true,
    }),
    query,
    roles: ROLES.map((value) => ({ value, label: t(`admin-users:role.${value}`) })),
    states: STATES.map((value) => ({ value, label: t(`admin-users:state.${value}`) })),
    rows: list.users.map((user) => presentRow(user, context, signedIn)),
    here: paths.adminUsers({ ...query, ...trail.here }),
    start: paths.adminUsers({ ...query, after: null }),
    next:
      list.hasMore && list.lastDoc
        ? paths.adminUsers({ ...query, ...trail.nextTo(list.lastDoc) })
        : null,
    previous: trail.previous && paths.adminUsers({ ...query, ...trail.previous }),
    total: total === null ? undefined : totalText(total, locale),
    /** Selected accounts that can be deleted. Null if the dialog is closed. */
    asked:
      asked.length === 0
        ? null
        : asked
            .filter((user) => canManageUser(signedIn, user))
            .map(({ id, displayName, email }) => ({ id, name: displayName, email: email ?? "" })),
  };
}

/** Number of accounts with a role and state, up to 1,001. */
async function countUsers(
  { db }: Pick<Deps, "db">,
  role: Role | null,
  state: (typeof STATES)[number] | null,
): Promise<number> {
  const among = db
    .select({ role: users.role, isActive: users.isActive })
    .from(users)
    .where(sql`${users.deletedAt} IS NULL`)
    .limit(MAX_COUNTED_ROWS + 1)
    .as("among");
  const row = await db
    .select({ count: sql<number>`count(*)` })
    .from(among)
    .where(
      and(
        role ? eq(among.role, role) : undefined,
        state ? eq(among.isActive, state === "active") : undefined,
      ),
    )
    .get();
  return row?.count ?? 0;
}

function presentRow(
  user: UserRow,
  { deps, locale, calendar, timeZone }: RequestContext,
  actor: Actor,
) {
  const t = translatorFor(locale);
  const zone = timeZone ?? USUAL_ZONE;
  return {
    id: user.id,
    href: paths.adminUser(user.id),
    name: user.displayName,
    initials: initialsOf(user.displayName),
    photoUrl: user.photoUrl,
    email: user.email ?? "",
    role: user.role,
    roleLabel: t(`admin-users:role.${user.role}`),
    isActive: user.isActive,
    deletion:
      user.deleteAfter === null || user.deleteAfter < deps.clock.now()
        ? null
        : formatDate(user.deleteAfter, zone, { locale, calendar }, { weekday: false }),
    trust: t("admin-users:list.standing", {
      tier: t(`admin-users:tier.${TIERS[tierOf(user.trustScore)]}`),
      score: formatNumber(user.trustScore, locale),
    }),
    joined: formatDate(user.createdAt, zone, { locale, calendar }, { weekday: false }),
    joinedAt: new Date(user.createdAt).toISOString(),
    canManage: canManageUser(actor, user),
  };
}

/** Text keys of tiers. */
export const TIERS = {
  "low trust": "low",
  "new user": "new",
  regular: "regular",
  trusted: "trusted",
} as const;

function usersOf({ db }: Pick<Deps, "db">, ids: readonly string[]): Promise<UserRow[]> {
  const wanted = [...new Set(ids)].filter((id) => isUuid(id)).slice(0, BATCH_SIZE);
  if (wanted.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(users)
    .where(
      sql`${users.id} IN (SELECT value FROM json_each(${JSON.stringify(wanted)})) AND ${users.deletedAt} IS NULL`,
    );
}

/** Deletes the selected accounts and reports each result. */
export async function usersAction({ deps, locale, signedIn }: RequestContext, request: Request) {
  assertCan(signedIn, "user:manage");
  const form = await readForm(request);
  if (form.get("intent") !== "delete") throw new AppError("bad-request");
  const ids = form
    .getAll("user")
    .filter((id): id is string => typeof id === "string" && isUuid(id));
  const named = new Map((await usersOf(deps, ids)).map((user) => [user.id, user.displayName]));
  const removals = await removeUsers(deps, signedIn, ids);
  const say = errorTranslatorFor(locale);
  const t = translatorFor(locale);
  const deleted = removals.filter(({ refusal }) => refusal === null).length;
  return data({
    summary:
      removals.length === 0
        ? t("admin-users:bulk.nobody")
        : t("admin-users:bulk.summary", {
            deleted: formatNumber(deleted, locale),
            all: formatNumber(removals.length, locale),
          }),
    results: removals.map(({ id, refusal }) => ({
      id,
      name: named.get(id) ?? id,
      href: paths.adminUser(id),
      refusal: refusal === null ? null : say(refusal),
    })),
  });
}
