import { eq } from "drizzle-orm";
import { users } from "../../../../db/schema";
import { DEFAULT_LOCALE } from "../../../i18n/locale";
import { formatDate, readerOf, USUAL_ZONE } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { describeError, log } from "../../../lib/runtime/log";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { runGuarded } from "../../store/run-guarded.server";
import { revokeAllAccess, SIGN_IN_WAYS } from "../access.server";
import { DELETION_DELAY } from "./delete-account.server";
import type { UserRow } from "./queries.server";
import { getManagedUser, ifUserUnchanged } from "./queries.server";
import { STALE_ACCOUNT } from "./user-commands.server";

/** Maximum number of accounts per form. */
export const BATCH_SIZE = 100;

/**
 * Deletes an account as staff: deactivates it at once; the nightly job empties it after 14 days,
 * within which `reactivateUser` restores it (docs/decisions/staff-directory.md). Notifies a
 * verified address by mail. Idempotent.
 * @throws as `getManagedUser`; conflict if the account changed meanwhile
 */
export async function removeUser(deps: Deps, by: Actor | null, id: string): Promise<void> {
  const { actor, user } = await getManagedUser(deps, by, id);
  if (!user.isActive && user.deleteAfter !== null) return;
  const deleteAfter = Math.min(
    user.deleteAfter ?? Number.MAX_SAFE_INTEGER,
    deps.clock.now() + DELETION_DELAY,
  );
  const notice = await noticeOf(deps, user, deleteAfter);
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({
          isActive: ifUserUnchanged(actor, user, 0),
          deleteAfter,
          updatedAt: deps.clock.now(),
        })
        .where(eq(users.id, user.id)),
      ...revokeAllAccess(deps, user.id, { keep: { kinds: SIGN_IN_WAYS } }),
      auditEntry(deps, {
        actorId: actor.id,
        action: "user.deletion-ordered",
        entity: "user",
        entityId: user.id,
        metadata: {
          before: { isActive: user.isActive, deleteAfter: user.deleteAfter },
          after: { isActive: false, deleteAfter },
        },
        severity: "warning",
        sessionId: actor.sessionId,
      }),
      ...(notice?.statements ?? []),
    ],
    STALE_ACCOUNT,
  );
  if (notice) enqueueMail(deps, notice.id);
  deps.later(deps.rooms.signedOut(user.id, null));
}

/**
 * Mail to the holder of the account, without a link since sign-in is closed; null without a
 * verified address.
 */
function noticeOf(deps: Deps, user: UserRow, deleteAfter: number) {
  if (user.email === null || user.emailVerifiedAt === null) return null;
  const locale = user.preferredLanguage ?? DEFAULT_LOCALE;
  return mailStatement(deps, {
    kind: "accountClosed",
    to: user.email,
    userId: user.id,
    locale,
    link: null,
    chosen: { name: user.displayName },
    values: {
      date: formatDate(deleteAfter, user.timeZone ?? USUAL_ZONE, readerOf(locale, user.calendar), {
        weekday: false,
      }),
    },
    isSecret: false,
  });
}

export interface UserRemoval {
  id: string;
  /** Null on success, otherwise the text key of the reason. */
  refusal: string | null;
}

/**
 * Deletes several accounts independently: a refusal does not affect the others (product.md §7).
 * @returns one result per account, in order
 */
export async function removeUsers(
  deps: Deps,
  actor: Actor | null,
  ids: readonly string[],
): Promise<UserRemoval[]> {
  assertCan(actor, "user:manage");
  const removals = await Promise.all(
    [...new Set(ids)].slice(0, BATCH_SIZE).map((id) =>
      removeUser(deps, actor, id).then(
        (): UserRemoval => ({ id, refusal: null }),
        (error: unknown): UserRemoval => ({ id, refusal: refusalOf(error, id) }),
      ),
    ),
  );
  if (removals.length === 0) return [];
  await auditEntry(deps, {
    actorId: actor.id,
    action: "user.bulk-deleted",
    entity: "user",
    metadata: {
      deleted: removals.filter(({ refusal }) => refusal === null).map(({ id }) => id),
      refused: removals.filter(({ refusal }) => refusal !== null).map(({ id }) => id),
    },
    severity: "warning",
    sessionId: actor.sessionId,
  });
  return removals;
}

function refusalOf(error: unknown, id: string): string {
  if (isRefusal(error)) return error.issues[0]?.message ?? `errors:${error.code}`;
  log("error", "user.removal-failed", { id, ...describeError(error) });
  return "errors:internal";
}
