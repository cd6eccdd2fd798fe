import { and, eq, isNull, lt, or } from "drizzle-orm";
import { passkeys, recoveryCodes, users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { isStaffRole } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { hashToken } from "../tokens/user-tokens.server";
import type { UserRow } from "../users/queries.server";
import { countCode, matchingStep, normalizeCode, wrongCode } from "./totp.server";

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
