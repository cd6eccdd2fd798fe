import { eq } from "drizzle-orm";
import { users } from "../../../db/schema";
import { HOUR } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Caller } from "../../lib/http/request-context";
import { paths } from "../../lib/paths";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../mail/enqueue-mail.server";
import { settingsOf } from "../settings/platform-settings.server";
import { runGuarded } from "../store/run-guarded.server";
import { allBut, revokeAllAccess } from "./access.server";
import { normalizeEmail } from "./email-address";
import { confirmIdentity } from "./factors/confirm-identity.server";
import { type FactorCaller, factorChange } from "./factors/factor-change.server";
import { firstProof } from "./first-proof.server";
import { networkOf } from "./network";
import { hashPassword, passwordIssue } from "./password.server";
import { takeFromBucket, tooMany } from "./sign-in/attempts.server";
import { knownDeviceOf } from "./sign-in/known-device.server";
import { mayMailLink, refillLinkMails } from "./sign-in/link-mails.server";
import { consumeLink, dropOldLinks, findToken, tokenStatement } from "./tokens/user-tokens.server";
import type { UserRow } from "./users/queries.server";
import { findUserByEmail, getUserOrThrow } from "./users/queries.server";

/** Reset requests per network: many users share an IPv4 address. */
const RESETS = { capacity: 60, period: HOUR };

/**
 * Payload of a reset link that an operator received instead of the mailbox: it does not prove the
 * address.
 */
export const OPERATORS_LINK = "operator";

/** @throws invalid with an issue at `path` for a password that the settings do not allow */
export async function assertGoodPassword(
  deps: Deps,
  path: string,
  password: string,
): Promise<void> {
  const weakness = await passwordIssue(deps, password, (await settingsOf(deps)).security);
  if (weakness)
    throw new AppError("invalid", [{ path, message: `errors:issue.password.${weakness}` }]);
}

/**
 * Changes the actor's password, or sets the first one. Ends all other sessions. @throws invalid
 * with issues; conflict if access to the account ended meanwhile
 */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  caller: FactorCaller,
): Promise<void> {
  await assertGoodPassword(deps, "newPassword", newPassword);
  const user = await confirmIdentity(deps, actor, currentPassword);
  const { remote } = deps.identity;
  if (remote) {
    const answer = user.email === null ? null : await remote.signIn(user.email, currentPassword);
    if (!answer) throw new AppError("conflict");
    await remote.changePassword(answer.idToken, newPassword);
  }
  const passwordHash = remote ? null : await hashPassword(deps, newPassword);
  const change = await factorChange(deps, {
    user,
    change: "passwordChanged",
    sessionId: actor.sessionId,
    caller,
  });
  await runGuarded(deps, [
    deps.db
      .update(users)
      .set({ passwordHash, updatedAt: deps.clock.now() })
      .where(eq(users.id, user.id)),
    ...revokeAllAccess(deps, user.id, { keep: { kinds: allBut("pendingSteps") } }),
    ...change.statements,
  ]);
  change.finish();
}

/**
 * Mails a link to set a new password if the account exists. Neither the answer nor its time reveals
 * that, since the work runs after the response (ASVS 6.3.8). Strangers cannot block a reset:
 * accounts limit only the number of mails, and the last three links all work.
 * @throws too-many-requests per network, except for known devices
 */
export async function requestPasswordReset(
  deps: Deps,
  input: string,
  caller: Caller,
): Promise<void> {
  const email = normalizeEmail(input);
  const user = email === null ? null : await findUserByEmail(deps, email);
  const device = await knownDeviceOf(deps, user?.id ?? null, caller);
  if (device === null) {
    const { wait } = await takeFromBucket(deps, {
      name: `reset network ${networkOf(caller.address)}`,
      ...RESETS,
    });
    if (wait > 0) throw tooMany(wait);
  }
  if (email !== null)
    deps.later(
      deps.identity.remote
        ? sendRemoteReset(deps, email, device)
        : sendReset(deps, user, device, caller),
    );
}

/** `sendReset` for passwords kept by a remote provider. */
export async function sendRemoteReset(
  deps: Deps,
  email: string,
  device: string | null,
): Promise<void> {
  if (await mayMailLink(deps, email, device)) await deps.identity.remote?.sendReset(email);
}

/**
 * Mails a link to set a new password. An unconfirmed address gets the link that confirms it,
 * which asks for the password or a new one: it works for a day, as long as the budget of such an
 * address may be used up (`mailAllowance`). @param device known device that asks, or null
 */
export async function sendReset(
  deps: Deps,
  user: UserRow | null,
  device: string | null,
  { locale, origin }: Caller,
): Promise<void> {
  if (!user?.isActive || user.email === null || !(await mayMailLink(deps, user.email, device)))
    return;
  const isNew = user.emailProvedAt === null && user.emailVerifiedAt === null;
  const purpose = isNew ? "verify-email" : "reset-password";
  // Of no browser: one that asks for a new password has not shown that it signed up.
  const token = await tokenStatement(deps, {
    purpose,
    userId: user.id,
    ...(isNew ? { payload: user.email } : null),
  });
  const mail = await mailStatement(deps, {
    kind: isNew ? "verifyEmail" : "resetPassword",
    to: user.email,
    userId: user.id,
    locale: user.preferredLanguage ?? locale,
    link: origin + (isNew ? paths.verifyEmail(token.token) : paths.resetPassword(token.token)),
    chosen: { name: user.displayName },
    isSecret: true,
  });
  if (mail.wait > 0) return;
  await deps.db.batch([
    dropOldLinks(deps, user.id, purpose),
    ...token.statements,
    ...mail.statements,
    auditEntry(deps, {
      actorId: null,
      action: "user.reset-requested",
      entity: "user",
      entityId: user.id,
    }),
  ]);
  enqueueMail(deps, mail.id);
}

/** Whether a reset link is valid. */
export const isResetLinkGood = async (deps: Deps, token: string | null): Promise<boolean> =>
  (await findToken(deps, "reset-password", token)) !== null;

/**
 * Sets a new password by a reset link. The link works once and invalidates the others; all sessions
 * end. A mailed link proves the address; on the first proof, all other credentials are removed.
 * @throws not-found for an invalid link; invalid with an issue at `password`
 */
export async function resetPassword(
  deps: Deps,
  token: string | null,
  password: string,
  caller: FactorCaller,
): Promise<void> {
  if (!(await isResetLinkGood(deps, token))) throw new AppError("not-found");
  await assertGoodPassword(deps, "password", password);
  const passwordHash = await hashPassword(deps, password);
  const taken = await consumeLink(deps, "reset-password", token);
  if (!taken?.userId) throw new AppError("not-found");
  const user = await getUserOrThrow(deps, taken.userId);
  const now = deps.clock.now();
  const isByMail = taken.payload !== OPERATORS_LINK;
  const isFirstProof = isByMail && user.emailProvedAt === null;
  const change = await factorChange(deps, {
    user,
    change: "passwordReset",
    sessionId: null,
    caller,
  });
  await deps.db.batch([
    // Ends the pending steps too.
    ...(isFirstProof
      ? firstProof(deps, user.id, false)
      : revokeAllAccess(deps, user.id, { keep: { kinds: allBut("pendingSteps") } })),
    deps.db
      .update(users)
      .set({ passwordHash, emailVerifiedAt: user.emailVerifiedAt ?? now, updatedAt: now })
      .where(eq(users.id, user.id)),
    ...(user.email === null ? [] : await refillLinkMails(deps, user.email)),
    ...change.statements,
  ]);
  change.finish();
}
