import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { secretCookie } from "~/modules/identity/sessions.server";
import { finishGoogle, GoogleRefused } from "~/modules/identity/sign-in/google.server";
import { replaceSession } from "~/routes/auth/auth-answer.server";

export const handle = resourceRoute({ permission: null, budget: "page" });

const SAID = {
  failed: "auth:failure.google",
  closed: "auth:failure.googleClosed",
  deactivated: "auth:failure.deactivated",
} as const;

/**
 * Callback of the provider. GET is safe: the `state` parameter is single-use and bound to this
 * browser.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  assertSecure(request);
  const refused = (error: AppError) => {
    if (error.code === "not-found") throw error;
    const { returnTo, reason } =
      error instanceof GoogleRefused ? error : { returnTo: undefined, reason: "failed" as const };
    return redirectWithToast(request, paths.login(returnTo), { kind: "error", text: SAID[reason] });
  };
  return expecting({ any: refused }, async () => {
    const { result, returnTo } = await finishGoogle(
      context.deps,
      new URL(request.url),
      context.caller,
    );
    if (result.kind !== "new") return replaceSession(context, request, result, returnTo);
    const headers = {
      "Set-Cookie": secretCookie("googleSignUp", request, result.token),
      "Cache-Control": "private, no-store",
    };
    return redirect(paths.signUpGoogle(returnTo), { status: 303, headers });
  });
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
