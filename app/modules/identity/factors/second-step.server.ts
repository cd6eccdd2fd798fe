import { eq } from "drizzle-orm";
import { passkeys } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { isStaffRole } from "../../../lib/permissions";
import { settingsOf } from "../../settings/platform-settings.server";
import type { UserRow } from "../users/queries.server";

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
