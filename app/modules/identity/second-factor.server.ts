import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { recoveryCodes, users } from "../../../db/schema";
import type { Deps, Random } from "../../lib/deps";
import { MINUTE } from "../../lib/durations";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { auditEntry } from "../audit/audit-entry.server";
import { settingsOf } from "../settings/platform-settings.server";
import { getUserOrThrow } from "../users/queries.server";
import type { UserRow } from "../users/user-json.server";
import { countAttempt } from "./attempts.server";
import { confirmPassword } from "./change-password.server";
import { hashToken } from "./secret-token.server";
import { closeSessions } from "./sessions.server";
import { enter, type SignInResult } from "./sign-in.server";
import type { Caller } from "./sign-up.server";
import { findToken, takeToken } from "./user-tokens.server";

/** RFC 6238: six digits, 30 s, SHA-1, since that is what every authenticator app knows. */
const PERIOD = 30;
const SECRET_LENGTH = 20;
/** Clocks may be one step apart (RFC 6238 §5.2). */
const WINDOW = 1;
const CODES = 10;
/** Wrong codes of one account before one waits, and for how long, ms. */
const ATTEMPTS = 5;
const ATTEMPT_WINDOW = 15 * MINUTE;

const totpOf = (secret: string, label: string, issuer: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: PERIOD });

const normalizeCode = (code: string) =>
  code
    .normalize("NFKC")
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[\s-]/g, "")
    .toLowerCase();

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

/** Ten codes of 50 random bits, in Crockford's alphabet, which has no look-alikes. */
function createRecoveryCodes(random: Random): string[] {
  const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
  return Array.from({ length: CODES }, () => {
    const letters = [...random.bytes(10)].map((byte) => alphabet[byte % 32]).join("");
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

const countCode = (deps: Deps, user: UserRow) =>
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

/**
 * Turns the second factor on, once a code shows that the app works. Other sessions end.
 * @returns the recovery codes, which are shown this once
 * @throws AppError("invalid") with an issue at `code`
 */
export async function confirmTotp(deps: Deps, actor: Actor, code: string): Promise<string[]> {
  const user = await getUserOrThrow(deps, actor.id);
  if (user.totpSecret === null || user.totpEnabledAt !== null) throw new AppError("conflict");
  const attempt = await countCode(deps, user);
  const step = await matchingStep(deps, user, code);
  if (step === null) throw wrongCode();
  const codes = createRecoveryCodes(deps.random);
  const hashes = await Promise.all(codes.map((text) => hashToken(normalizeCode(text))));
  await deps.db.batch([
    deps.db.update(users).set({ totpEnabledAt: deps.clock.now(), totpLastStep: step }).where(eq(users.id, user.id)),
    deps.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
    ...hashes.map((codeHash) => deps.db.insert(recoveryCodes).values({ userId: user.id, codeHash })),
    ...closeSessions(deps, user.id, actor.sessionId),
    auditEntry(deps, { actorId: actor.id, action: "user.two-factor-on", entity: "user", entityId: user.id, sessionId: actor.sessionId }),
  ]);
  await attempt.takeBack();
  // The room asks which sessions go on, so the present one's sockets stay.
  deps.later(deps.rooms.signedOut(user.id, null));
  return codes;
}

/** Turns it off again. @param password the present one, where the account has one */
export async function disableTotp(deps: Deps, actor: Actor, password: string): Promise<void> {
  await confirmPassword(deps, actor, password);
  await deps.db.batch([
    deps.db.update(users).set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null }).where(eq(users.id, actor.id)),
    deps.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.id)),
    auditEntry(deps, {
      actorId: actor.id,
      action: "user.two-factor-off",
      entity: "user",
      entityId: actor.id,
      severity: "warning",
      sessionId: actor.sessionId,
    }),
  ]);
}

const wrongCode = () => new AppError("invalid", [{ path: "code", message: "errors:issue.code" }]);

/** The time step that a code belongs to; null for a wrong one, or for one that has been used. */
async function matchingStep({ vault, clock }: Deps, user: UserRow, code: string): Promise<number | null> {
  if (user.totpSecret === null) return null;
  const now = clock.now();
  const token = normalizeCode(code);
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(await vault.open(user.totpSecret), "", "").validate({ token, timestamp: now, window: WINDOW });
  if (delta === null) return null;
  const step = Math.floor(now / 1_000 / PERIOD) + delta;
  return user.totpLastStep !== null && step <= user.totpLastStep ? null : step;
}

/**
 * Takes a code of the app or a recovery code, each once, and of two at the same time only one. None at all is refused
 * like a wrong one, but does not count: that is how a client learns that it has to ask for one.
 * @throws AppError("invalid") with an issue at `code`, AppError("too-many-requests") after too many wrong ones
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
          .where(and(eq(users.id, user.id), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
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

/** Whether the first step has been done, not too long ago. */
export const isSecondFactorPending = async (deps: Pick<Deps, "db" | "clock">, token: string | null): Promise<boolean> =>
  (await findToken(deps, "second-factor", token)) !== null;

/**
 * The second step of signing in.
 * @param token what the first step has left with the browser
 * @throws AppError("unauthorized") where the first step is too long ago, else what `checkSecondFactor` throws
 */
export async function signInWithCode(deps: Deps, token: string | null, code: string, caller: Caller): Promise<SignInResult> {
  const pending = await findToken(deps, "second-factor", token);
  if (!pending?.userId) throw new AppError("unauthorized");
  const user = await getUserOrThrow(deps, pending.userId);
  if (!user.isActive) throw new AppError("forbidden");
  await checkSecondFactor(deps, user, code);
  if (!(await takeToken(deps, "second-factor", token))) throw new AppError("unauthorized");
  return enter(deps, user, caller);
}

/** How many recovery codes are left. */
export async function countRecoveryCodes({ db }: Pick<Deps, "db">, userId: string): Promise<number> {
  const row = await db
    .select({ left: sql<number>`count(*)` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
    .get();
  return row?.left ?? 0;
}
