import { and, eq, isNull } from "drizzle-orm";
import { Secret } from "otpauth";
import { users } from "../../../db/schema";
import { MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { settingsOf } from "../settings/platform-settings.server";
import { getUserOrThrow } from "../users/queries.server";
import type { UserRow } from "../users/user-json.server";
import { confirmIdentity } from "./confirm-identity.server";
import { totpOf } from "./totp.server";

/** Bytes, as many as SHA-1 gives (RFC 4226 §4). */
const SECRET_LENGTH = 20;
/** How long a set-up may take, ms (decisions.md §5). */
const SET_UP_TIME = 10 * MINUTE;

export interface TotpSetup {
  /** For typing by hand, base32. */
  secret: string;
  /** otpauth: address that the QR code holds. */
  uri: string;
}

/**
 * Begins to set up an authenticator app, with a fresh secret each time. The secret is in this answer alone: a stolen
 * session cannot read it later.
 * @throws AppError("forbidden") while the setting is off, AppError("conflict") where an app is on, what `confirmIdentity` throws
 */
export async function beginTotp(deps: Deps, actor: Actor, password: string): Promise<TotpSetup> {
  const { security } = await settingsOf(deps);
  if (!security.enableTwoFactor) throw new AppError("forbidden");
  const user = await confirmIdentity(deps, actor, password);
  if (user.totpEnabledAt !== null) throw new AppError("conflict");
  const secret = new Secret({ buffer: new Uint8Array(deps.random.bytes(SECRET_LENGTH)).buffer }).base32;
  await deps.db
    .update(users)
    .set({ totpSecret: await deps.vault.seal(secret), totpBegunAt: deps.clock.now() })
    .where(and(eq(users.id, actor.id), isNull(users.totpEnabledAt)));
  return setupOf(deps, user, secret);
}

/** Whether a set-up waits for its first code, and for no longer than 10 minutes. */
export const isSettingUp = ({ clock }: Pick<Deps, "clock">, { totpSecret, totpEnabledAt, totpBegunAt }: UserRow): boolean =>
  totpSecret !== null && totpEnabledAt === null && totpBegunAt !== null && clock.now() - totpBegunAt < SET_UP_TIME;

/** The same set-up once more, after a wrong code, for whoever has its secret already; null for any other. */
export async function resumeTotp(deps: Deps, actor: Actor, secret: string): Promise<TotpSetup | null> {
  const user = await getUserOrThrow(deps, actor.id);
  if (user.totpSecret === null || !isSettingUp(deps, user)) return null;
  return (await deps.vault.open(user.totpSecret)) === secret ? setupOf(deps, user, secret) : null;
}

async function setupOf(deps: Deps, user: UserRow, secret: string): Promise<TotpSetup> {
  const { branding } = await settingsOf(deps);
  return { secret, uri: totpOf(secret, user.email ?? user.displayName, branding.companyName.en).toString() };
}

/** The statement that discards an unfinished set-up: a new password ends what was begun with the old one. */
export const setUpDiscarded = ({ db }: Pick<Deps, "db">, userId: string) =>
  db
    .update(users)
    .set({ totpSecret: null, totpBegunAt: null })
    .where(and(eq(users.id, userId), isNull(users.totpEnabledAt)));
