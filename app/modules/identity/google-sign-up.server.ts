import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { settingsOf } from "../settings/platform-settings.server";
import { createExternalUser, type ExternalClaims, findExternalUser } from "./external-user.server";
import { hashToken } from "./secret-token.server";
import { proceed, type SignInResult } from "./sign-in.server";
import type { Caller } from "./sign-up.server";
import { findToken, takeToken, tokenStatement, type UserToken } from "./user-tokens.server";

/** Keeps what Google has said of somebody new until they have said that they may have an account. @returns what the browser keeps */
export async function postponeSignUp(deps: Deps, claims: ExternalClaims, device: string): Promise<string> {
  const { token, statements } = await tokenStatement(deps, {
    purpose: "google-sign-up",
    userId: null,
    payload: await deps.vault.seal(JSON.stringify(claims)),
    browser: device,
  });
  await deps.db.batch([...statements]);
  return token;
}

const isOf = async ({ browserHash }: UserToken, { device }: Pick<Caller, "device">): Promise<boolean> =>
  device !== null && browserHash === (await hashToken(device));

const claimsIn = async ({ vault }: Deps, { payload }: UserToken) => JSON.parse(await vault.open(payload)) as ExternalClaims;

/** Who is about to have an account; null where it is too long ago, or another browser asks. */
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
 * Makes the account, now that its person is old enough and takes the terms, as at /signup (decisions.md §5).
 * @throws AppError("forbidden") while registration is off, AppError("invalid") with an issue at each box that is not
 * ticked, AppError("unauthorized") where it is too long ago or another browser asks
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
  const taken = await takeToken(deps, "google-sign-up", token);
  if (!taken) throw new AppError("unauthorized");
  const claims = await claimsIn(deps, taken);
  // In another tab, or by the form, they may have come into being since.
  const user = (await findExternalUser(deps, claims)) ?? (await createExternalUser(deps, claims, caller.locale));
  return proceed(deps, user, caller);
}
