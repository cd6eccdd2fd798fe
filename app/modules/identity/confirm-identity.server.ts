import { and, eq, gt, isNotNull } from "drizzle-orm";
import { sessions } from "../../../db/schema";
import { MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { settingsOf } from "../settings/platform-settings.server";
import { getUserOrThrow } from "../users/queries.server";
import type { UserRow } from "../users/user-json.server";
import { countAttempt } from "./attempts.server";
import { verifyPassword } from "./password.server";
import { PASSWORD_MAX_LENGTH } from "./password-policy.server";

/** How long a sign-in stands in for the password, ms (decisions.md §5). */
const RECENT_SIGN_IN = 10 * MINUTE;
const ATTEMPT_WINDOW = 15 * MINUTE;

/** Whether the account has a password to ask for. Where passwords are kept elsewhere, this deployment cannot tell. */
export const hasPassword = ({ passwordHash }: Pick<UserRow, "passwordHash">, remote: object | null): boolean =>
  remote !== null || passwordHash !== null;

/**
 * Whether the actor's session began less than 10 minutes ago. Sessions of the API do not count: a token of another
 * provider can be older than the session that it opened.
 */
export async function isSignInRecent({ db, clock }: Pick<Deps, "db" | "clock">, actor: Pick<Actor, "id" | "sessionId">): Promise<boolean> {
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

/** What a form must ask for before it changes something that a thief of the session wants. */
export type Confirmation = "password" | "sign-in" | "none";

/** @param isStrict whether a recent sign-in does not stand in for the password */
export function confirmationFor(user: UserRow, remote: object | null, isRecent: boolean, isStrict = false): Confirmation {
  if (hasPassword(user, remote)) return isRecent && !isStrict ? "none" : "password";
  return isRecent ? "none" : "sign-in";
}

/**
 * For a change of a factor: the password, or a sign-in younger than 10 minutes (decisions.md §5). A password that was
 * typed must be right all the same.
 * @throws AppError("invalid") with an issue at `currentPassword`, or for the whole form where only a new sign-in helps;
 * AppError("too-many-requests") after too many wrong passwords in this session
 */
export async function confirmIdentity(deps: Deps, actor: Actor, password: string): Promise<UserRow> {
  const user = await getUserOrThrow(deps, actor.id);
  const confirmation = confirmationFor(user, deps.identity.remote, await isSignInRecent(deps, actor));
  if (confirmation === "none" && (password === "" || !hasPassword(user, deps.identity.remote))) return user;
  return check(deps, actor, user, confirmation, password);
}

/**
 * For what is no factor but would give the account away or end it, such as another address: the password where there is
 * one (ASVS 7.5.1), else a sign-in younger than 10 minutes. @throws what `confirmIdentity` throws
 */
export async function confirmPassword(deps: Deps, actor: Actor, password: string): Promise<UserRow> {
  const user = await getUserOrThrow(deps, actor.id);
  const isRecent = hasPassword(user, deps.identity.remote) || (await isSignInRecent(deps, actor));
  const confirmation = confirmationFor(user, deps.identity.remote, isRecent, true);
  return confirmation === "none" ? user : check(deps, actor, user, confirmation, password);
}

async function check(deps: Deps, actor: Actor, user: UserRow, confirmation: Confirmation, password: string): Promise<UserRow> {
  if (confirmation === "sign-in") throw new AppError("invalid", [{ path: "", message: "errors:issue.signInAgain" }]);
  const wrong = new AppError("invalid", [{ path: "currentPassword", message: "errors:issue.currentPassword" }]);
  if (password === "") throw wrong;
  const { security } = await settingsOf(deps);
  // Per session: wrong guesses in a stolen one must not keep the owner waiting.
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
    : (await verifyPassword(deps, password.slice(0, PASSWORD_MAX_LENGTH * 4), user.passwordHash)).isRight;
  if (!isRight) throw wrong;
  await attempt.takeBack();
  return user;
}
