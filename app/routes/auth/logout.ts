import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { redirectWithToast } from "~/lib/http/flash.server";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { secretCookie } from "~/modules/identity/sessions.server";
import { signOut } from "~/modules/identity/sign-out.server";

export const handle = resourceRoute({ permission: null, budget: "page" });

/** GET does not log out, because any site could link to it. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.home()));
}

export async function action({ request, context }: ActionFunctionArgs) {
  if (context.signedIn) await signOut(context.deps, context.signedIn);
  const response = redirectWithToast(request, paths.login(), {
    kind: "success",
    text: "common:account.loggedOut",
  });
  response.headers.append("Set-Cookie", secretCookie("session", request, null));
  return response;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
