import { and, eq, gt, isNotNull } from "drizzle-orm";
import { sessions } from "../../../../db/schema";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Actor } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { PASSWORD_MAX_LENGTH, verifyPassword } from "../password.server";
import { countAttempt } from "../sign-in/attempts.server";
import type { UserRow } from "../users/queries.server";
import { getUserOrThrow } from "../users/queries.server";

/** Time within which a sign-in replaces the password, ms (decisions.md §5). */
const RECENT_SIGN_IN = 10 * MINUTE;
const ATTEMPT_WINDOW = 15 * MINUTE;

/**
 * Whether the account has a password. With a remote provider, this deployment cannot tell and
 * assumes one.
 */
export const hasPassword = (
  { passwordHash }: Pick<UserRow, "passwordHash">,
  remote: object | null,
): boolean => remote !== null || passwordHash !== null;

/**
 * Whether the actor's session is less than 10 minutes old. API sessions do not count: a token of
 * another provider can be older than the session it opened.
 */
export async function isSignInRecent(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Pick<Actor, "id" | "sessionId">,
): Promise<boolean> {
  const row = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, actor.sessionId),
        eq(sessions.userId, actor.id),
        isNotNull(sessions.tokenHash),
        gt(sessions.createdAt, clock.now() - RECENT_SIGN_IN),
      ),
    )
    .get();
  return row !== undefined;
}

/** Confirmation that a form must ask for before a sensitive change. */
export type Confirmation = "password" | "sign-in" | "none";

/** @param isStrict whether the password is required even after a recent sign-in */
export function confirmationFor(
  user: UserRow,
  remote: object | null,
  isRecent: boolean,
  isStrict = false,
): Confirmation {
  if (hasPassword(user, remote)) return isRecent && !isStrict ? "none" : "password";
  return isRecent ? "none" : "sign-in";
}

/**
 * Confirms the actor before a factor changes: by password, or by a sign-in within 10 minutes
 * (decisions.md §5). A given password must always be correct.
 * @throws invalid with an issue at `currentPassword`, or for the whole form if only a new sign-in
 * helps; too-many-requests after too many wrong passwords in this session
 */
export async function confirmIdentity(
  deps: Deps,
  actor: Actor,
  password: string,
): Promise<UserRow> {
  const user = await getUserOrThrow(deps, actor.id);
  const confirmation = confirmationFor(
    user,
    deps.identity.remote,
    await isSignInRecent(deps, actor),
  );
  if (confirmation === "none" && (password === "" || !hasPassword(user, deps.identity.remote)))
    return user;
  return check(deps, actor, user, confirmation, password);
}

/**
 * Confirms the actor before changes that could transfer or end the account, such as another
 * address: by password if there is one (ASVS 7.5.1), else by a sign-in within 10 minutes. @throws
 * as `confirmIdentity`
 */
export async function confirmPassword(
  deps: Deps,
  actor: Actor,
  password: string,
): Promise<UserRow> {
  const user = await getUserOrThrow(deps, actor.id);
  const isRecent = hasPassword(user, deps.identity.remote) || (await isSignInRecent(deps, actor));
  const confirmation = confirmationFor(user, deps.identity.remote, isRecent, true);
  return confirmation === "none" ? user : check(deps, actor, user, confirmation, password);
}

async function check(
  deps: Deps,
  actor: Actor,
  user: UserRow,
  confirmation: Confirmation,
  password: string,
): Promise<UserRow> {
  if (confirmation === "sign-in")
    throw new AppError("invalid", [{ path: "", message: "errors:issue.signInAgain" }]);
  const wrong = new AppError("invalid", [
    { path: "currentPassword", message: "errors:issue.currentPassword" },
  ]);
  if (password === "") throw wrong;
  const { security } = await settingsOf(deps);
  // Per session: wrong guesses in a stolen session must not lock out the owner.
  const attempt = await countAttempt(
    deps,
    [{ name: `confirm ${user.id} ${actor.sessionId}`, limit: security.maxLoginAttempts }],
    ATTEMPT_WINDOW,
    ATTEMPT_WINDOW,
    () =>
      deps.later(
        auditEntry(deps, {
          actorId: actor.id,
          action: "user.locked-out",
          entity: "user",
          entityId: user.id,
          metadata: { step: "confirmation", by: "session" },
          severity: "warning",
          sessionId: actor.sessionId,
        }).run(),
      ),
  );
  const { remote } = deps.identity;
  const isRight = remote
    ? user.email !== null && (await remote.signIn(user.email, password)) !== null
    : (await verifyPassword(deps, password.slice(0, PASSWORD_MAX_LENGTH * 4), user.passwordHash))
        .isRight;
  if (!isRight) throw wrong;
  await attempt.takeBack();
  return user;
}
