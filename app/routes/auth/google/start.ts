import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting } from "~/lib/http/form-answer.server";
import { safePath } from "~/lib/http/web-url";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { assertSecure } from "~/modules/identity/assert-secure.server";
import { beginGoogle } from "~/modules/identity/sign-in/google.server";
import { withDevice } from "~/modules/identity/sign-in/known-device.server";

export const handle = resourceRoute({ permission: null, budget: "page" });

/** Redirects to the provider. GET is safe: it only sets a cookie in this browser. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  assertSecure(request);
  const { searchParams } = new URL(request.url);
  const returnTo = safePath(searchParams.get("returnTo"));
  if (context.signedIn && !context.isClosed && !searchParams.has("again"))
    return redirect(returnTo);
  const { caller, cookie } = withDevice(context.deps.random, request, context.caller);
  const unreachable = () =>
    redirectWithToast(request, paths.login(returnTo), {
      kind: "error",
      text: "auth:failure.googleUnreachable",
    });
  return expecting({ unavailable: unreachable }, async () => {
    const location = await beginGoogle(context.deps, caller, returnTo);
    return redirect(location, {
      headers: { "Set-Cookie": cookie, "Cache-Control": "private, no-store" },
    });
  });
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
