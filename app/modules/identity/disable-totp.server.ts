import { eq } from "drizzle-orm";
import { recoveryCodes, users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import { confirmIdentity } from "./confirm-identity.server";
import { type FactorCaller, factorChange } from "./factor-change.server";

/**
 * Disables the authenticator app and deletes its recovery codes. Ends the other sessions. @throws
 * as `confirmIdentity`
 */
export async function disableTotp(
  deps: Deps,
  actor: Actor,
  password: string,
  caller: FactorCaller,
): Promise<void> {
  const user = await confirmIdentity(deps, actor, password);
  const change = await factorChange(deps, {
    user,
    change: "totpOff",
    sessionId: actor.sessionId,
    caller,
  });
  await deps.db.batch([
    deps.db
      .update(users)
      .set({ totpSecret: null, totpEnabledAt: null, totpBegunAt: null, totpLastStep: null })
      .where(eq(users.id, actor.id)),
    deps.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, actor.id)),
    ...change.statements,
  ]);
  change.finish();
}
