import { and, eq, isNull } from "drizzle-orm";
import { Secret } from "otpauth";
import { users } from "../../../../db/schema";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { settingsOf } from "../../settings/platform-settings.server";
import { ifSessionStays, runGuarded } from "../../store/run-guarded.server";
import { allBut, revokeAllAccess } from "../access.server";
import type { UserRow } from "../users/queries.server";
import { getUserOrThrow } from "../users/queries.server";
import { confirmIdentity } from "./confirm-identity.server";
import { type FactorCaller, factorChange } from "./factor-change.server";
import {
  countCode,
  matchingStep,
  newRecoveryCodes,
  totpOf,
  wrongCode,
} from "./second-factor.server";

/** Bytes; the output length of SHA-1 (RFC 4226 §4). */
const SECRET_LENGTH = 20;
/** Time limit of a set-up, ms (decisions.md §5). */
const SET_UP_TIME = 10 * MINUTE;

export interface TotpSetup {
  /** Base32, for manual entry. */
  secret: string;
  /** otpauth URI of the QR code. */
  uri: string;
}

/**
 * Starts the set-up of an authenticator app with a new secret. Only this answer contains the
 * secret: a stolen session cannot read it later.
 * @throws forbidden for an unverified account and while the setting is off; conflict if an app is enabled; as `confirmIdentity`
 */
export async function beginTotp(deps: Deps, actor: Actor, password: string): Promise<TotpSetup> {
  assertCan(actor, "access:make");
  const { security } = await settingsOf(deps);
  if (!security.enableTwoFactor) throw new AppError("forbidden");
  const user = await confirmIdentity(deps, actor, password);
  if (user.totpEnabledAt !== null) throw new AppError("conflict");
  const secret = new Secret({ buffer: new Uint8Array(deps.random.bytes(SECRET_LENGTH)).buffer })
    .base32;
  await runGuarded(deps, [
    ifSessionStays(deps, actor),
    deps.db
      .update(users)
      .set({ totpSecret: await deps.vault.seal(secret), totpBegunAt: deps.clock.now() })
      .where(and(eq(users.id, actor.id), isNull(users.totpEnabledAt))),
  ]);
  return setupOf(deps, user, secret);
}

/** Whether a set-up from the last 10 minutes waits for its first code. */
const isSettingUp = (
  { clock }: Pick<Deps, "clock">,
  { totpSecret, totpEnabledAt, totpBegunAt }: UserRow,
): boolean =>
  totpSecret !== null &&
  totpEnabledAt === null &&
  totpBegunAt !== null &&
  clock.now() - totpBegunAt < SET_UP_TIME;

/** The same set-up again after a wrong code, if the caller has its secret; null otherwise. */
export async function resumeTotp(
  deps: Deps,
  actor: Actor,
  secret: string,
): Promise<TotpSetup | null> {
  const user = await getUserOrThrow(deps, actor.id);
  if (user.totpSecret === null || !isSettingUp(deps, user)) return null;
  return (await deps.vault.open(user.totpSecret)) === secret ? setupOf(deps, user, secret) : null;
}

async function setupOf(deps: Deps, user: UserRow, secret: string): Promise<TotpSetup> {
  const { branding } = await settingsOf(deps);
  return {
    secret,
    uri: totpOf(secret, user.email ?? user.displayName, branding.companyName.en).toString(),
  };
}

/**
 * Enables the authenticator app once a code proves that it works. Ends the other sessions.
 * @returns recovery codes, shown only once
 * @throws forbidden for an unverified account; invalid with an issue at `code`; conflict without a set-up from the last 10 minutes
 */
export async function confirmTotp(
  deps: Deps,
  actor: Actor,
  code: string,
  caller: FactorCaller,
): Promise<string[]> {
  assertCan(actor, "access:make");
  const user = await getUserOrThrow(deps, actor.id);
  if (!isSettingUp(deps, user))
    throw new AppError("conflict", [{ path: "", message: "errors:issue.setUpExpired" }]);
  const attempt = await countCode(deps, user);
  const step = await matchingStep(deps, user, code);
  if (step === null) throw wrongCode();
  const { codes, statements } = await newRecoveryCodes(deps, user.id);
  const change = await factorChange(deps, {
    user,
    change: "totpOn",
    sessionId: actor.sessionId,
    caller,
  });
  await runGuarded(deps, [
    deps.db
      .update(users)
      .set({ totpEnabledAt: deps.clock.now(), totpBegunAt: null, totpLastStep: step })
      .where(and(eq(users.id, user.id), isNull(users.totpEnabledAt))),
    ...statements,
    ...change.statements,
  ]);
  await attempt.takeBack();
  change.finish();
  return codes;
}

/**
 * Disables the authenticator app and deletes its recovery codes. Ends the other sessions. @throws
 * as `confirmIdentity`
 */
export async function disableTotp(
  deps: Deps,
  actor: Actor,
  password: string,
  caller: FactorCaller,
): Promise<void> {
  const user = await confirmIdentity(deps, actor, password);
  const change = await factorChange(deps, {
    user,
    change: "totpOff",
    sessionId: actor.sessionId,
    caller,
  });
  await runGuarded(deps, [
    ...revokeAllAccess(deps, actor.id, {
      keep: { kinds: allBut("authenticator", "recoveryCodes") },
    }),
    ...change.statements,
  ]);
  change.finish();
}
