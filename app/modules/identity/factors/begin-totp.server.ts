import { and, eq, isNull } from "drizzle-orm";
import { Secret } from "otpauth";
import { users } from "../../../../db/schema";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { settingsOf } from "../../settings/platform-settings.server";
import { getUserOrThrow } from "../users/queries.server";
import type { UserRow } from "../users/user-json.server";
import { confirmIdentity } from "./confirm-identity.server";
import { totpOf } from "./totp.server";

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
  await deps.db
    .update(users)
    .set({ totpSecret: await deps.vault.seal(secret), totpBegunAt: deps.clock.now() })
    .where(and(eq(users.id, actor.id), isNull(users.totpEnabledAt)));
  return setupOf(deps, user, secret);
}

/** Whether a set-up from the last 10 minutes waits for its first code. */
export const isSettingUp = (
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
