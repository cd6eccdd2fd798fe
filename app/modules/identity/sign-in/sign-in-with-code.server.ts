import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { checkSecondFactor } from "../factors/second-factor.server";
import { consumeToken, findToken } from "../tokens/user-tokens.server";
import { getUserOrThrow } from "../users/queries.server";
import { completeSignIn, type SignInResult } from "./sign-in.server";

/** Whether the first step was done and has not expired. */
export const isSecondFactorPending = async (
  deps: Pick<Deps, "db" | "clock">,
  token: string | null,
): Promise<boolean> => (await findToken(deps, "second-factor", token)) !== null;

/**
 * The second step of signing in.
 * @param token token that the first step left in the browser
 * @throws unauthorized if the first step expired; as `checkSecondFactor`
 */
export async function signInWithCode(
  deps: Deps,
  token: string | null,
  code: string,
  caller: Caller,
): Promise<SignInResult> {
  const pending = await findToken(deps, "second-factor", token);
  if (!pending?.userId) throw new AppError("unauthorized");
  const user = await getUserOrThrow(deps, pending.userId);
  if (!user.isActive) throw new AppError("forbidden");
  await checkSecondFactor(deps, user, code);
  if (!(await consumeToken(deps, "second-factor", token))) throw new AppError("unauthorized");
  return completeSignIn(deps, user, caller);
}
