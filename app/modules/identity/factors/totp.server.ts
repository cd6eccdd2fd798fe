import { Secret, TOTP } from "otpauth";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { foldDigits } from "../../../lib/text/digits";
import { auditEntry } from "../../audit/audit-entry.server";
import { countAttempt } from "../sign-in/attempts.server";
import type { UserRow } from "../users/queries.server";

/** RFC 6238: six digits, 30 s, SHA-1, which every authenticator app supports. */
const PERIOD = 30;
/** Accepted clock drift, steps (RFC 6238 §5.2). */
const WINDOW = 1;
/** Wrong codes per account before a lock-out, and its duration, ms. */
const ATTEMPTS = 5;
const ATTEMPT_WINDOW = 15 * MINUTE;

/** @param secret base32; @param label account name; @param issuer site name */
export const totpOf = (secret: string, label: string, issuer: string) =>
  new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD,
  });

/** Normalizes a code: any digits, without spaces and hyphens. */
export const normalizeCode = (code: string) =>
  foldDigits(code.normalize("NFKC")).replace(/[\s-]/g, "").toLowerCase();

/** Counts an attempt at a code. @throws too-many-requests after too many wrong codes */
export const countCode = (deps: Deps, user: UserRow) =>
  countAttempt(
    deps,
    [{ name: `totp ${user.id}`, limit: ATTEMPTS }],
    ATTEMPT_WINDOW,
    ATTEMPT_WINDOW,
    () =>
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

export const wrongCode = () =>
  new AppError("invalid", [{ path: "code", message: "errors:issue.code" }]);

/** The time step of a code; null for a wrong or used one. */
export async function matchingStep(
  { vault, clock }: Deps,
  user: UserRow,
  code: string,
): Promise<number | null> {
  if (user.totpSecret === null) return null;
  const now = clock.now();
  const token = normalizeCode(code);
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(await vault.open(user.totpSecret), "", "").validate({
    token,
    timestamp: now,
    window: WINDOW,
  });
  if (delta === null) return null;
  const step = Math.floor(now / 1_000 / PERIOD) + delta;
  return user.totpLastStep !== null && step <= user.totpLastStep ? null : step;
}
