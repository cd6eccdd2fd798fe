import { Secret, TOTP } from "otpauth";
import { MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { foldDigits } from "../../lib/text/digits";
import { auditEntry } from "../audit/audit-entry.server";
import type { UserRow } from "../users/user-json.server";
import { countAttempt } from "./attempts.server";

/** RFC 6238: six digits, 30 s, SHA-1, since that is what every authenticator app knows. */
const PERIOD = 30;
/** Clocks may be one step apart (RFC 6238 §5.2). */
const WINDOW = 1;
/** Wrong codes of one account before one waits, and for how long, ms. */
const ATTEMPTS = 5;
const ATTEMPT_WINDOW = 15 * MINUTE;

/** @param secret base32; @param label whose account it is; @param issuer where */
export const totpOf = (secret: string, label: string, issuer: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD });

/** A code as it is compared, in whichever digits and with whichever spaces it was typed. */
export const normalizeCode = (code: string) => foldDigits(code.normalize("NFKC")).replace(/[\s-]/g, "").toLowerCase();

/** Counts a try at a code of somebody's. @throws AppError("too-many-requests") after too many wrong ones */
export const countCode = (deps: Deps, user: UserRow) =>
  countAttempt(deps, [{ name: `totp ${user.id}`, limit: ATTEMPTS }], ATTEMPT_WINDOW, ATTEMPT_WINDOW, () =>
    deps.later(
      auditEntry(deps, {
        actorId: null,
        action: "user.locked-out",
        entity: "user",
        entityId: user.id,
        metadata: { step: "second-factor", by: "account" },
        severity: "warning",
      }).run(),
    ),
  );

export const wrongCode = () => new AppError("invalid", [{ path: "code", message: "errors:issue.code" }]);

/** The time step that a code belongs to; null for a wrong one, or for one that has been used. */
export async function matchingStep({ vault, clock }: Deps, user: UserRow, code: string): Promise<number | null> {
  if (user.totpSecret === null) return null;
  const now = clock.now();
  const token = normalizeCode(code);
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(await vault.open(user.totpSecret), "", "").validate({ token, timestamp: now, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now / 1_000 / PERIOD) + delta;
  return user.totpLastStep !== null && step <= user.totpLastStep ? null : step;
}
