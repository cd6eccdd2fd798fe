import { eq } from "drizzle-orm";
import { users } from "../../../db/schema";
import { DEFAULT_LOCALE } from "../../i18n/locale";
import { formatDate, readerOf, USUAL_ZONE } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, assertCan } from "../../lib/permissions";
import { describeError, log } from "../../lib/runtime/log";
import { auditEntry } from "../audit/audit-entry.server";
import { runGuarded } from "../guarded-batch/run-guarded.server";
import { closeSessions } from "../identity/sessions.server";
import { enqueueMail, mailStatement } from "../mail/enqueue-mail.server";
import { DELETION_DELAY } from "./delete-account.server";
import { getManagedUser, whileAsFound } from "./managed-user.server";
import { STALE_ACCOUNT } from "./set-active.server";
import type { UserRow } from "./user-json.server";

/** Accounts that one form may name. */
export const REMOVED_AT_ONCE = 100;

/**
 * Deletes somebody's account as staff: it is closed at once and emptied by the nightly job after the same 14 days that its
 * own person would have, within which reactivating takes it back (docs/decisions/staff-directory.md). Their person is told
 * by mail, where the address is confirmed to be theirs. Safe to ask twice.
 * @throws AppError as `getManagedUser`; AppError("conflict") where the account has changed in the meantime
 */
export async function removeUser(deps: Deps, by: Actor | null, id: string): Promise<void> {
  const { actor, user } = await getManagedUser(deps, by, id);
  if (!user.isActive && user.deleteAfter !== null) return;
  const deleteAfter = Math.min(user.deleteAfter ?? Number.MAX_SAFE_INTEGER, deps.clock.now() + DELETION_DELAY);
  const notice = await noticeOf(deps, user, deleteAfter);
  await runGuarded(
    deps,
    [
      deps.db
        .update(users)
        .set({ isActive: whileAsFound(actor, user, 0), deleteAfter, updatedAt: deps.clock.now() })
        .where(eq(users.id, user.id)),
      ...closeSessions(deps, user.id, null),
      auditEntry(deps, {
        actorId: actor.id,
        action: "user.deletion-ordered",
        entity: "user",
        entityId: user.id,
        metadata: { before: { isActive: user.isActive, deleteAfter: user.deleteAfter }, after: { isActive: false, deleteAfter } },
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

/** What the person is told; null where no address is known to be theirs. Nobody can sign in any more, so no link leads anywhere. */
function noticeOf(deps: Deps, user: UserRow, deleteAfter: number) {
  if (user.email === null || user.emailVerifiedAt === null) return null;
  const locale = user.preferredLanguage ?? DEFAULT_LOCALE;
  return mailStatement(deps, {
    kind: "accountClosed",
    to: user.email,
    userId: user.id,
    locale,
    link: null,
    values: {
      name: user.displayName,
      date: formatDate(deleteAfter, user.timeZone ?? USUAL_ZONE, readerOf(locale, user.calendar), { weekday: false }),
    },
    isSecret: false,
  });
}

export interface Removal {
  id: string;
  /** Null where it went through; else the key of the sentence that says why not. */
  refusal: string | null;
}

/**
 * Deletes several accounts side by side, each for itself: what keeps one does not keep the others (product.md §7).
 * @returns what became of each, in their order
 */
export async function removeUsers(deps: Deps, actor: Actor | null, ids: readonly string[]): Promise<Removal[]> {
  assertCan(actor, "user:manage");
  const removals = await Promise.all(
    [...new Set(ids)].slice(0, REMOVED_AT_ONCE).map((id) =>
      removeUser(deps, actor, id).then(
        (): Removal => ({ id, refusal: null }),
        (error: unknown): Removal => ({ id, refusal: refusalOf(error, id) }),
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
  if (error instanceof AppError) return error.issues[0]?.message ?? `errors:${error.code}`;
  log("error", "user.removal-failed", { id, ...describeError(error) });
  return "errors:internal";
}
