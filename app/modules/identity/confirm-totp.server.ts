import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { Actor } from "../../lib/permissions";
import { getUserOrThrow } from "../users/queries.server";
import { isSettingUp } from "./begin-totp.server";
import { type FactorCaller, factorChange } from "./factor-change.server";
import { newRecoveryCodes } from "./recovery-codes.server";
import { countCode, matchingStep, wrongCode } from "./totp.server";

/**
 * Turns the authenticator app on, once a code shows that it works. Other sessions end.
 * @returns the recovery codes, which are shown this once
 * @throws AppError("invalid") with an issue at `code`; AppError("conflict") where no set-up of the last 10 minutes waits
 */
export async function confirmTotp(deps: Deps, actor: Actor, code: string, caller: FactorCaller): Promise<string[]> {
  const user = await getUserOrThrow(deps, actor.id);
  if (!isSettingUp(deps, user)) throw new AppError("conflict", [{ path: "", message: "errors:issue.setUpExpired" }]);
  const attempt = await countCode(deps, user);
  const step = await matchingStep(deps, user, code);
  if (step === null) throw wrongCode();
  const { codes, statements } = await newRecoveryCodes(deps, user.id);
  const change = await factorChange(deps, { user, change: "totpOn", sessionId: actor.sessionId, caller });
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
