import { and, eq, isNull, sql } from "drizzle-orm";
import { recoveryCodes } from "../../../../db/schema";
import type { Deps, Random } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { runGuarded } from "../../store/run-guarded.server";
import { hashToken } from "../tokens/user-tokens.server";
import { confirmIdentity } from "./confirm-identity.server";
import { type FactorCaller, factorChange } from "./factor-change.server";
import { requestSecondStep } from "./second-factor.server";
import { normalizeCode } from "./totp.server";

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
