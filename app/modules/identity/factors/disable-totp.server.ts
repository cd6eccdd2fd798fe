import type { Deps } from "../../../lib/deps";
import type { Actor } from "../../../lib/permissions";
import { allBut, revokeAllAccess } from "../access.server";
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
    ...revokeAllAccess(deps, actor.id, {
      keep: { kinds: allBut("authenticator", "recoveryCodes") },
    }),
    ...change.statements,
  ]);
  change.finish();
}
