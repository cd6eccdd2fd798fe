import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan } from "../../../lib/permissions";
import { getUserOrThrow } from "../users/queries.server";
import { isSettingUp } from "./begin-totp.server";
import { type FactorCaller, factorChange } from "./factor-change.server";
import { newRecoveryCodes } from "./recovery-codes.server";
import { countCode, matchingStep, wrongCode } from "./totp.server";

/**
 * Enables the authenticator app once a code proves that it works. Ends the other sessions.
 * @returns recovery codes, shown only once
 * @throws forbidden for an unverified account; invalid with an issue at `code`; conflict without a set-up from the last 10 minutes
 */
export async function confirmTotp(
  deps: Deps,
  actor: Actor,
  code: string,
  caller: FactorCaller,
): Promise<string[]> {
  assertCan(actor, "access:make");
  const user = await getUserOrThrow(deps, actor.id);
  if (!isSettingUp(deps, user))
    throw new AppError("conflict", [{ path: "", message: "errors:issue.setUpExpired" }]);
  const attempt = await countCode(deps, user);
  const step = await matchingStep(deps, user, code);
  if (step === null) throw wrongCode();
  const { codes, statements } = await newRecoveryCodes(deps, user.id);
  const change = await factorChange(deps, {
    user,
    change: "totpOn",
    sessionId: actor.sessionId,
    caller,
  });
  await deps.db.batch([
    deps.db
      .update(users)
      .set({ totpEnabledAt: deps.clock.now(), totpBegunAt: null, totpLastStep: step })
      .where(and(eq(users.id, user.id), isNull(users.totpEnabledAt))),
    ...statements,
    ...change.statements,
  ]);
  await attempt.takeBack();
  change.finish();
  return codes;
}
