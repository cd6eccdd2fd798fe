import { and, eq, isNull } from "drizzle-orm";
import { Secret } from "otpauth";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { settingsOf } from "../settings/platform-settings.server";
import { getUserOrThrow } from "../users/queries.server";
import { totpOf } from "./totp.server";

/** Bytes, as many as SHA-1 gives (RFC 4226 §4). */
const SECRET_LENGTH = 20;

export interface TotpSetup {
  /** For typing by hand, base32. */
  secret: string;
  /** otpauth: address that the QR code holds. */
  uri: string;
}

/** Begins to set up an authenticator app; nothing is asked for until a code has confirmed it. */
export async function beginTotp(deps: Deps, actor: Actor): Promise<TotpSetup> {
  const { security, branding } = await settingsOf(deps);
  if (!security.enableTwoFactor) throw new AppError("forbidden");
  const user = await getUserOrThrow(deps, actor.id);
  if (user.totpEnabledAt !== null) throw new AppError("conflict");
  // An unfinished set-up goes on: a second tab or a reload must not make the scanned code useless.
  const secret = user.totpSecret
    ? await deps.vault.open(user.totpSecret)
    : new Secret({ buffer: new Uint8Array(deps.random.bytes(SECRET_LENGTH)).buffer }).base32;
  if (!user.totpSecret)
    await deps.db
      .update(users)
      .set({ totpSecret: await deps.vault.seal(secret) })
      .where(and(eq(users.id, actor.id), isNull(users.totpEnabledAt)));
  return { secret, uri: totpOf(secret, user.email ?? user.displayName, branding.companyName.en).toString() };
}
