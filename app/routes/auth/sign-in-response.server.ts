import { addressedLanguage, inLanguage } from "~/i18n/addressed-language";
import { redirectWithToast } from "~/lib/http/flash.server";
import { safePath } from "~/lib/http/safe-path";
import { paths } from "~/lib/paths";
import { secretCookie } from "~/modules/identity/session-cookies.server";
import type { SignInResult } from "~/modules/identity/sign-in/sign-in.server";

/**
 * Response to a successful log-in by any method: the session, or a redirect to the second factor.
 */
export function signInResponse(
  request: Request,
  result: SignInResult,
  returnTo: unknown,
): Response {
  const target = safePath(returnTo);
  if (result.kind === "second-factor") {
    const language = addressedLanguage(new URL(request.url).search);
    const headers = new Headers({
      Location: inLanguage(paths.loginSecondFactor(target), language),
    });
    headers.append("Set-Cookie", secretCookie("secondFactor", request, result.token));
    return new Response(null, { status: 303, headers });
  }
  // Accounts with a scheduled deletion choose first whether to keep it.
  const next = result.user.deleteAfter === null ? target : paths.keepAccount(target);
  const response = redirectWithToast(request, next, {
    kind: "success",
    text: "common:account.welcome",
    values: { name: result.user.displayName },
  });
  // The account may use another language or theme than this document.
  response.headers.set("X-Remix-Reload-Document", "true");
  response.headers.append("Set-Cookie", secretCookie("session", request, result.session.token));
  response.headers.append("Set-Cookie", secretCookie("device", request, result.device));
  response.headers.append("Set-Cookie", secretCookie("secondFactor", request, null));
  return response;
}
