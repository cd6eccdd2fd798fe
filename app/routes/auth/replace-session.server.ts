import type { Deps } from "~/lib/deps";
import type { Actor } from "~/lib/permissions";
import type { SignInResult } from "~/modules/identity/sign-in/sign-in.server";
import { signOut } from "~/modules/identity/sign-out.server";
import { signInResponse } from "./sign-in-response.server";

/** Response after a log-in. Ends the browser's previous session (ASVS 7.2.4). */
export async function replaceSession(
  { deps, signedIn }: { deps: Deps; signedIn: Actor | null },
  request: Request,
  result: SignInResult,
  returnTo: unknown,
): Promise<Response> {
  if (signedIn && result.kind === "signed-in") await signOut(deps, signedIn);
  return signInResponse(request, result, returnTo);
}
