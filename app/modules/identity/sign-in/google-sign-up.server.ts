import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import type { Caller } from "../../../lib/http/request-context";
import { settingsOf } from "../../settings/platform-settings.server";
import { hashToken } from "../tokens/secret-token.server";
import {
  consumeToken,
  findToken,
  tokenStatement,
  type UserToken,
} from "../tokens/user-tokens.server";
import { createExternalUser, type ExternalClaims, findExternalUser } from "./external-user.server";
import { continueSignIn, type SignInResult } from "./sign-in.server";

/**
 * Stores the claims of a new Google user until they accept age and terms. @returns token for the
 * browser's cookie
 */
export async function postponeGoogleSignUp(
  deps: Deps,
  claims: ExternalClaims,
  device: string,
): Promise<string> {
  const { token, statements } = await tokenStatement(deps, {
    purpose: "google-sign-up",
    userId: null,
    payload: await deps.vault.seal(JSON.stringify(claims)),
    browser: device,
  });
  await deps.db.batch([...statements]);
  return token;
}

const isOf = async (
  { browserHash }: UserToken,
  { device }: Pick<Caller, "device">,
): Promise<boolean> => device !== null && browserHash === (await hashToken(device));

const claimsIn = async ({ vault }: Deps, { payload }: UserToken) =>
  JSON.parse(await vault.open(payload)) as ExternalClaims;

/** The user about to sign up; null if expired or in another browser. */
export async function findPostponed(
  deps: Deps,
  token: string | null,
  caller: Pick<Caller, "device">,
): Promise<Pick<ExternalClaims, "name" | "email"> | null> {
  const found = await findToken(deps, "google-sign-up", token);
  if (!found || !(await isOf(found, caller))) return null;
  const { name, email } = await claimsIn(deps, found);
  return { name, email };
}

/**
 * Creates the account once age and terms are accepted, as at /signup (decisions.md §5).
 * @throws forbidden while registration is off; invalid with an issue per unticked box; unauthorized
 * if expired or in another browser
 */
export async function signUpWithGoogle(
  deps: Deps,
  token: string | null,
  boxes: { isAdult16: boolean; acceptsTerms: boolean },
  caller: Caller,
): Promise<SignInResult> {
  if (!(await settingsOf(deps)).features.enableUserRegistration) throw new AppError("forbidden");
  const issues = [
    ...(boxes.isAdult16 ? [] : [{ path: "isAdult16", message: "errors:issue.age" }]),
    ...(boxes.acceptsTerms ? [] : [{ path: "acceptsTerms", message: "errors:issue.terms" }]),
  ];
  const found = await findToken(deps, "google-sign-up", token);
  if (!found || !(await isOf(found, caller))) throw new AppError("unauthorized");
  if (issues.length > 0) throw new AppError("invalid", issues);
  const taken = await consumeToken(deps, "google-sign-up", token);
  if (!taken) throw new AppError("unauthorized");
  const claims = await claimsIn(deps, taken);
  // The account may have been created meanwhile, in another tab or by the form.
  const user =
    (await findExternalUser(deps, claims)) ??
    (await createExternalUser(deps, claims, caller.locale));
  return continueSignIn(deps, user, caller);
}
