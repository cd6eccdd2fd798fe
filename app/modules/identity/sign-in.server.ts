import { eq } from "drizzle-orm";
import { knownDevices, users } from "../../../db/schema";
import { MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { paths } from "../../lib/paths";
import { auditEntry } from "../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../mail/enqueue-mail.server";
import { settingsOf } from "../settings/platform-settings.server";
import { findUserByEmail, getUserOrThrow } from "../users/queries.server";
import type { UserRow } from "../users/user-json.server";
import { countAttempt } from "./attempts.server";
import { normalizeEmail } from "./email-address";
import { userOfClaims } from "./external-user.server";
import { knownDeviceOf } from "./known-device.server";
import { networkOf } from "./network";
import { hashPassword, verifyPassword } from "./password.server";
import { PASSWORD_MAX_LENGTH } from "./password-policy.server";
import { takeFromBucket, tooMany } from "./refilling-bucket.server";
import { asksSecondStep } from "./second-step.server";
import { createSecretToken, hashToken } from "./secret-token.server";
import { type NewSession, openSession } from "./sessions.server";
import type { Caller } from "./sign-up.server";
import { tokenStatement } from "./user-tokens.server";

/** How long failures count, and how long one waits after too many, ms (decisions.md §5). */
const ATTEMPT_WINDOW = 15 * MINUTE;
/** Failures of one network over all accounts, which come back one by one: many people share an IPv4 address. */
const FAILURES = { capacity: 20, period: ATTEMPT_WINDOW };

/** Signed in; or first the second factor, for which the token stands in. */
export type SignInResult =
  | { kind: "signed-in"; session: NewSession; device: string; user: UserRow }
  | { kind: "second-factor"; token: string };

/**
 * Checks address and password. What is wrong is never told apart, in words or in time: unknown address, wrong
 * password, or an account that has none (decisions.md §5). Failures count for the account from one network, and take from
 * what that network has for all accounts; a known device counts by itself alone, since strangers may share its network, so
 * nobody can lock somebody else out.
 * @throws AppError("unauthorized"), AppError("too-many-requests") with the wait, AppError("forbidden") for the deactivated
 */
export async function checkPassword(deps: Deps, input: { email: string; password: string }, caller: Caller): Promise<UserRow> {
  const { security } = await settingsOf(deps);
  const account = normalizeEmail(input.email);
  const user = account === null ? null : await findUserByEmail(deps, account);
  const network = networkOf(caller.address);
  const device = await knownDeviceOf(deps, user?.id ?? null, caller);
  const name = account ?? input.email.slice(0, 300);
  const attempt = await countAttempt(
    deps,
    [{ name: `sign-in ${name} ${device === null ? network : `device ${device}`}`, limit: security.maxLoginAttempts }],
    ATTEMPT_WINDOW,
    ATTEMPT_WINDOW,
    () => deps.later(auditLockOut(deps, user?.id ?? null, "account")),
  );
  const shared = device === null ? await takeFromBucket(deps, { name: `sign-in network ${network}`, ...FAILURES }) : null;
  if (shared && shared.wait > 0) {
    await attempt.uncount();
    deps.later(auditNetwork(deps, network));
    throw tooMany(shared.wait);
  }
  const right = deps.identity.remote
    ? await checkRemotely(deps, account, input.password, caller)
    : await checkHere(deps, user, input.password);
  if (!right) {
    // After the answer: known addresses must not take longer.
    if (user)
      deps.later(
        auditEntry(deps, { actorId: null, action: "user.sign-in-failed", entity: "user", entityId: user.id, severity: "warning" }).run(),
      );
    throw new AppError("unauthorized");
  }
  await attempt.takeBack();
  await shared?.giveBack();
  if (!right.isActive) throw new AppError("forbidden");
  return right;
}

/** For unknown addresses too, after the answer: neither words nor time may tell them apart. */
async function auditLockOut(deps: Deps, userId: string | null, by: "account" | "network"): Promise<void> {
  await auditEntry(deps, {
    actorId: null,
    action: "user.locked-out",
    entity: "user",
    entityId: userId,
    metadata: { step: "password", by },
    severity: "warning",
  });
}

/** Once in a while for each network that keeps trying. */
async function auditNetwork(deps: Deps, network: string): Promise<void> {
  const { wait } = await takeFromBucket(deps, { name: `locked-out network ${network}`, capacity: 1, period: ATTEMPT_WINDOW });
  if (wait === 0) await auditLockOut(deps, null, "network");
}

async function checkHere(deps: Deps, user: UserRow | null, password: string): Promise<UserRow | null> {
  // What is longer than any password cannot be one, and need not be hashed; of how long it takes, nobody learns more.
  const { isRight, isOutdated } = await verifyPassword(deps, password.slice(0, PASSWORD_MAX_LENGTH * 4), user?.passwordHash ?? null);
  if (!user || !isRight) return null;
  if (isOutdated)
    await deps.db
      .update(users)
      .set({ passwordHash: await hashPassword(deps, password) })
      .where(eq(users.id, user.id));
  return user;
}

async function checkRemotely(deps: Deps, email: string | null, password: string, caller: Caller): Promise<UserRow | null> {
  const { remote } = deps.identity;
  const answer = email === null ? null : await remote?.signIn(email, password);
  const claims = answer ? await remote?.verify(answer.idToken) : null;
  return claims ? userOfClaims(deps, claims, caller.locale) : null;
}

/** Signs in on a page by address and password. @throws what `checkPassword` throws */
export async function signIn(deps: Deps, input: { email: string; password: string }, caller: Caller): Promise<SignInResult> {
  return proceed(deps, await checkPassword(deps, input, caller), caller);
}

/** What follows once somebody has shown who they are: the second factor where there is one, else a session. */
export async function proceed(deps: Deps, user: UserRow, caller: Caller): Promise<SignInResult> {
  if (!user.isActive) throw new AppError("forbidden");
  if (!(await asksSecondStep(deps, user))) return enter(deps, user, caller);
  const { token, statements } = await tokenStatement(deps, { purpose: "second-factor", userId: user.id, browser: null });
  await deps.db.batch([...statements]);
  return { kind: "second-factor", token };
}

/** Opens the page session. A browser that this person has not used before is told to them by mail. */
export async function enter(deps: Deps, user: UserRow, caller: Caller): Promise<SignInResult & { kind: "signed-in" }> {
  const now = deps.clock.now();
  const device = caller.device ?? createSecretToken(deps.random);
  const known = await deps.db.select({ hash: knownDevices.deviceHash }).from(knownDevices).where(eq(knownDevices.userId, user.id));
  const deviceHash = await hashToken(device);
  const isStrange = known.length > 0 && !known.some(({ hash }) => hash === deviceHash);
  const { session, statements } = await openSession(deps, { userId: user.id, userAgent: caller.userAgent, kind: "page" });
  const notice =
    isStrange && user.email !== null
      ? await mailStatement(deps, {
          kind: "newDevice",
          to: user.email,
          userId: user.id,
          locale: user.preferredLanguage ?? caller.locale,
          link: caller.origin + paths.accountSecurity(),
          values: { name: user.displayName, agent: caller.userAgent.slice(0, 120) || "?" },
          isSecret: false,
        })
      : null;
  await deps.db.batch([
    ...statements,
    deps.db
      .insert(knownDevices)
      .values({ userId: user.id, deviceHash, createdAt: now, lastSeenAt: now })
      .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.deviceHash], set: { lastSeenAt: now } }),
    auditEntry(deps, { actorId: user.id, action: "user.signed-in", entity: "user", entityId: user.id, sessionId: session.id }),
    ...(notice?.statements ?? []),
  ]);
  if (notice) enqueueMail(deps, notice.id);
  return { kind: "signed-in", session, device, user };
}

/** Signs in a person whose link has shown who they are. @throws AppError("forbidden") for the deactivated */
export async function enterById(deps: Deps, userId: string, caller: Caller): Promise<SignInResult> {
  return proceed(deps, await getUserOrThrow(deps, userId), caller);
}
