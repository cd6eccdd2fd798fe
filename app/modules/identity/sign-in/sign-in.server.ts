import { and, eq } from "drizzle-orm";
import { knownDevices, users } from "../../../../db/schema";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { paths } from "../../../lib/paths";
import { auditEntry } from "../../audit/audit-entry.server";
import { enqueueMail, mailStatement } from "../../mail/enqueue-mail.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { runGuarded } from "../../store/run-guarded.server";
import { ifAccessStays } from "../access.server";
import { deviceText } from "../describe-device.server";
import { normalizeEmail } from "../email-address";
import { requestSecondStep } from "../factors/second-factor.server";
import { networkOf } from "../network";
import { hashPassword, PASSWORD_MAX_LENGTH, verifyPassword } from "../password.server";
import { type NewSession, openSession } from "../sessions.server";
import { createSecretToken, hashToken, tokenStatement } from "../tokens/user-tokens.server";
import type { UserRow } from "../users/queries.server";
import { findUserByEmail, getUserOrThrow } from "../users/queries.server";
import { countAttempt, takeFromBucket, tooMany } from "./attempts.server";
import { userOfClaims } from "./external-user.server";
import { knownDeviceOf } from "./known-device.server";

/** Window of failures, and lock-out after too many, ms (decisions.md §5). */
const ATTEMPT_WINDOW = 15 * MINUTE;
/** Failures per network over all accounts, refilled gradually: many users share an IPv4 address. */
const FAILURES = { capacity: 20, period: ATTEMPT_WINDOW };

/** Signed in, or at the second step, for which the token stands. */
export type SignInResult =
  | { kind: "signed-in"; session: NewSession; device: string; user: UserRow }
  | { kind: "second-factor"; token: string };

/**
 * Checks address and password. Unknown address, wrong password and missing password are
 * indistinguishable in message and time (decisions.md §5). Failures count per account and network,
 * and per network over all accounts. A known device has its own counter, so strangers on its
 * network cannot lock it out.
 * @throws unauthorized; too-many-requests with the wait; forbidden for a deactivated account
 */
export async function checkPassword(
  deps: Deps,
  input: { email: string; password: string },
  caller: Caller,
): Promise<UserRow> {
  const { security } = await settingsOf(deps);
  const account = normalizeEmail(input.email);
  const user = account === null ? null : await findUserByEmail(deps, account);
  const network = networkOf(caller.address);
  const device = await knownDeviceOf(deps, user?.id ?? null, caller);
  const name = account ?? input.email.slice(0, 300);
  const attempt = await countAttempt(
    deps,
    [
      {
        name: `sign-in ${name} ${device === null ? network : `device ${device}`}`,
        limit: security.maxLoginAttempts,
      },
    ],
    ATTEMPT_WINDOW,
    ATTEMPT_WINDOW,
    () => deps.later(auditLockOut(deps, user?.id ?? null, "account")),
  );
  const shared =
    device === null
      ? await takeFromBucket(deps, { name: `sign-in network ${network}`, ...FAILURES })
      : null;
  if (shared && shared.wait > 0) {
    await attempt.uncount();
    deps.later(auditNetwork(deps, network));
    throw tooMany(shared.wait);
  }
  const right = deps.identity.remote
    ? await checkRemotely(deps, account, input.password, caller)
    : await checkHere(deps, user, input.password);
  if (!right) {
    // After the response, for equal timing of known and unknown addresses.
    if (user)
      deps.later(
        auditEntry(deps, {
          actorId: null,
          action: "user.sign-in-failed",
          entity: "user",
          entityId: user.id,
          severity: "warning",
        }).run(),
      );
    throw new AppError("unauthorized");
  }
  await attempt.takeBack();
  await shared?.giveBack();
  if (!right.isActive) throw new AppError("forbidden");
  return right;
}

/** Runs for unknown addresses too, after the response, for equal timing. */
async function auditLockOut(
  deps: Deps,
  userId: string | null,
  by: "account" | "network",
): Promise<void> {
  await auditEntry(deps, {
    actorId: null,
    action: "user.locked-out",
    entity: "user",
    entityId: userId,
    metadata: { step: "password", by },
    severity: "warning",
  });
}

/** Once per window and network. */
async function auditNetwork(deps: Deps, network: string): Promise<void> {
  const { wait } = await takeFromBucket(deps, {
    name: `locked-out network ${network}`,
    capacity: 1,
    period: ATTEMPT_WINDOW,
  });
  if (wait === 0) await auditLockOut(deps, null, "network");
}

async function checkHere(
  deps: Deps,
  user: UserRow | null,
  password: string,
): Promise<UserRow | null> {
  // Truncated: a longer text is not a valid password, and hashing it would waste time.
  const { isRight, isOutdated } = await verifyPassword(
    deps,
    password.slice(0, PASSWORD_MAX_LENGTH * 4),
    user?.passwordHash ?? null,
  );
  if (!user || !isRight) return null;
  if (isOutdated)
    await deps.db
      .update(users)
      .set({ passwordHash: await hashPassword(deps, password) })
      // Not over a password that was set meanwhile.
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash ?? "")));
  return user;
}

async function checkRemotely(
  deps: Deps,
  email: string | null,
  password: string,
  caller: Caller,
): Promise<UserRow | null> {
  const { remote } = deps.identity;
  const answer = email === null ? null : await remote?.signIn(email, password);
  const claims = answer ? await remote?.verify(answer.idToken) : null;
  return claims ? userOfClaims(deps, claims, caller.locale) : null;
}

/** Signs in on a page with address and password. @throws as `checkPassword` */
export async function signIn(
  deps: Deps,
  input: { email: string; password: string },
  caller: Caller,
): Promise<SignInResult> {
  return continueSignIn(deps, await checkPassword(deps, input, caller), caller);
}

/**
 * Continues after the first factor: the second step if required, else a session. @throws forbidden
 * for a deactivated account; unauthorized if access to it ended meanwhile
 */
export async function continueSignIn(
  deps: Deps,
  user: UserRow,
  caller: Caller,
): Promise<SignInResult> {
  if (!user.isActive) throw new AppError("forbidden");
  if (!(await requestSecondStep(deps, user))) return completeSignIn(deps, user, caller);
  const { token, statements } = await tokenStatement(deps, {
    purpose: "second-factor",
    userId: user.id,
    browser: null,
  });
  await runGuarded(deps, [ifAccessStays(deps, user), ...statements], {
    "users.display_name": () => new AppError("unauthorized"),
  });
  return { kind: "second-factor", token };
}

/** Opens the page session. Mails the user about a device they have not used before. */
export async function completeSignIn(
  deps: Deps,
  user: UserRow,
  caller: Caller,
): Promise<SignInResult & { kind: "signed-in" }> {
  const now = deps.clock.now();
  const locale = user.preferredLanguage ?? caller.locale;
  const device = caller.device ?? createSecretToken(deps.random);
  const known = await deps.db
    .select({ hash: knownDevices.deviceHash })
    .from(knownDevices)
    .where(eq(knownDevices.userId, user.id));
  const deviceHash = await hashToken(device);
  const isNewDevice = known.length > 0 && !known.some(({ hash }) => hash === deviceHash);
  const { session, statements } = await openSession(deps, {
    userId: user.id,
    userAgent: caller.userAgent,
    kind: "page",
    tokensValidFrom: user.tokensValidFrom,
  });
  const notice =
    isNewDevice && user.email !== null
      ? await mailStatement(deps, {
          kind: "newDevice",
          to: user.email,
          userId: user.id,
          locale,
          link: caller.origin + paths.accountSecurity(),
          chosen: { name: user.displayName },
          values: { device: deviceText(caller.userAgent, locale) },
          isSecret: false,
        })
      : null;
  const batch = [
    ...statements,
    deps.db
      .insert(knownDevices)
      .values({ userId: user.id, deviceHash, createdAt: now, lastSeenAt: now })
      .onConflictDoUpdate({
        target: [knownDevices.userId, knownDevices.deviceHash],
        set: { lastSeenAt: now },
      }),
    auditEntry(deps, {
      actorId: user.id,
      action: "user.signed-in",
      entity: "user",
      entityId: user.id,
      sessionId: session.id,
    }),
    ...(notice?.statements ?? []),
  ] as const;
  await runGuarded(deps, batch, { "sessions.user_id": () => new AppError("unauthorized") });
  if (notice) enqueueMail(deps, notice.id);
  return { kind: "signed-in", session, device, user };
}

/** Signs in the user of a verified link. @throws forbidden for a deactivated account */
export async function signInById(
  deps: Deps,
  userId: string,
  caller: Caller,
): Promise<SignInResult> {
  return continueSignIn(deps, await getUserOrThrow(deps, userId), caller);
}
