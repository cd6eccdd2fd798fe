import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { passkeys, recoveryCodes, users } from "../../../../db/schema";
import { MINUTE } from "../../../lib/dates/durations";
import type { Deps, Random } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan, isStaffRole } from "../../../lib/permissions";
import { foldDigits } from "../../../lib/text/digits";
import { auditEntry } from "../../audit/audit-entry.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { runGuarded } from "../../store/run-guarded.server";
import { countAttempt } from "../sign-in/attempts.server";
import { hashToken } from "../tokens/user-tokens.server";
import type { UserRow } from "../users/queries.server";
import { confirmIdentity } from "./confirm-identity.server";
import { type FactorCaller, factorChange } from "./factor-change.server";

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
const normalizeCode = (code: string) =>
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

/**
 * Consumes a code of the app or a recovery code, each once, also under concurrency. An empty code
 * is refused without counting: clients learn this way that a code is needed.
 * @throws invalid with an issue at `code`; too-many-requests after too many wrong codes
 */
export async function checkSecondFactor(deps: Deps, user: UserRow, code: string): Promise<void> {
  if (code.trim() === "") throw wrongCode();
  const attempt = await countCode(deps, user);
  const step = await matchingStep(deps, user, code);
  const taken =
    step !== null
      ? await deps.db
          .update(users)
          .set({ totpLastStep: step })
          .where(
            and(
              eq(users.id, user.id),
              or(isNull(users.totpLastStep), lt(users.totpLastStep, step)),
            ),
          )
          .returning({ id: users.id })
      : await deps.db
          .update(recoveryCodes)
          .set({ usedAt: deps.clock.now() })
          .where(
            and(
              eq(recoveryCodes.userId, user.id),
              eq(recoveryCodes.codeHash, await hashToken(normalizeCode(code))),
              isNull(recoveryCodes.usedAt),
            ),
          )
          .returning({ id: recoveryCodes.userId });
  if (taken.length === 0) {
    deps.later(
      auditEntry(deps, {
        actorId: null,
        action: "user.second-factor-failed",
        entity: "user",
        entityId: user.id,
        severity: "warning",
      }).run(),
    );
    throw wrongCode();
  }
  await attempt.takeBack();
}

/** Whether the account has a passkey. */
async function hasPasskey({ db }: Pick<Deps, "db">, userId: string): Promise<boolean> {
  return (
    (await db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .limit(1)
      .get()) !== undefined
  );
}

/**
 * Whether a password or Google sign-in needs a second step: the user has an authenticator app, or
 * is staff with a passkey while staff must have a second factor; otherwise the password alone would
 * open the administration (docs/decisions/identity.md).
 */
export async function requestSecondStep(
  deps: Pick<Deps, "db" | "memo">,
  user: Pick<UserRow, "id" | "role" | "totpEnabledAt">,
): Promise<boolean> {
  if (user.totpEnabledAt !== null) return true;
  if (!isStaffRole(user.role) || !(await settingsOf(deps)).security.requireStaffSecondFactor)
    return false;
  return hasPasskey(deps, user.id);
}

const CODES = 10;

/** Ten codes of 50 random bits in Crockford's base32, which avoids look-alike characters. */
function createRecoveryCodes(random: Random): string[] {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  return Array.from({ length: CODES }, () => {
    const letters = [...random.bytes(10)].map((byte) => alphabet[byte % 32]).join("");
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** Ten new codes and the statements that replace the old ones. */
export async function newRecoveryCodes(
  { db, random }: Pick<Deps, "db" | "random">,
  userId: string,
) {
  const codes = createRecoveryCodes(random);
  const hashes = await Promise.all(codes.map((text) => hashToken(normalizeCode(text))));
  return {
    codes,
    statements: [
      db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
      db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash }))),
    ] as const,
  };
}

/**
 * Replaces all recovery codes. Ends the other sessions.
 * @returns the new codes, shown only once
 * @throws forbidden for an unverified account; conflict if the sign-in has no second step; as `confirmIdentity`
 */
export async function renewRecoveryCodes(
  deps: Deps,
  actor: Actor,
  password: string,
  caller: FactorCaller,
): Promise<string[]> {
  assertCan(actor, "access:make");
  const user = await confirmIdentity(deps, actor, password);
  if (!(await requestSecondStep(deps, user))) throw new AppError("conflict");
  const { codes, statements } = await newRecoveryCodes(deps, user.id);
  const change = await factorChange(deps, {
    user,
    change: "codesRenewed",
    sessionId: actor.sessionId,
    caller,
  });
  await runGuarded(deps, [...statements, ...change.statements]);
  change.finish();
  return codes;
}

/** Number of unused recovery codes. */
export async function countRecoveryCodes(
  { db }: Pick<Deps, "db">,
  userId: string,
): Promise<number> {
  const row = await db
    .select({ left: sql<number>`count(*)` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .get();
  return row?.left ?? 0;
}
