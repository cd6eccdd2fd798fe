import { addressedLanguage, inLanguage } from "~/i18n/addressed-language";
import type { Locale } from "~/i18n/locale";
import type { TextKey } from "~/i18n/translate";
import type { Deps } from "~/lib/deps";
import type { ErrorCode } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { safePath } from "~/lib/http/web-url";
import { paths } from "~/lib/paths";
import type { Actor } from "~/lib/permissions";
import { secretCookie } from "~/modules/identity/sessions.server";
import type { SignInResult } from "~/modules/identity/sign-in/sign-in.server";
import { signOut } from "~/modules/identity/sign-out.server";

interface AuthAnswerOptions {
  values?: Record<string, string>;
  sentences?: Partial<Record<ErrorCode, TextKey<"auth">>>;
}

/** `formAnswer` with the error messages of authentication. */
export const authAnswer = (
  context: { locale: Locale },
  { values = {}, sentences }: AuthAnswerOptions,
  command: () => Promise<Response>,
) =>
  formAnswer(
    context,
    {
      values,
      check: "auth:failure.check",
      sentences: { "too-many-requests": "auth:failure.tooMany", ...sentences },
    },
    command,
  );

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

/** Redirects to the log-in page after a later step has expired. */
export const stepExpired = (request: Request, returnTo: string): Response =>
  redirectWithToast(request, paths.login(returnTo), {
    kind: "info",
    text: "auth:failure.stepExpired",
  });
