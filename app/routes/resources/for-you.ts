import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { seeAllAgain, seeLess } from "~/modules/discovery/for-you.server";

export const handle = resourceRoute({ permission: null, budget: "page" });

/** Shows the account less of a topic on its home page, or all of it again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { deps, signedIn } = context;
  // The session has ended since the page was drawn.
  if (!signedIn) return redirect(inLanguageOf(request, paths.login(paths.home())), 303);
  const form = await readForm(request);
  const back = `${paths.home()}#for-you`;
  if (form.has("again")) {
    await seeAllAgain(deps, signedIn);
    return redirectWithToast(request, back, { kind: "success", text: "weeks:forYou.backAgain" });
  }
  await seeLess(deps, signedIn, fieldOf(form, "less"));
  return redirectWithToast(request, back, { kind: "info", text: "weeks:forYou.lessDone" });
}

/** GET redirects to the home page, in the requested language. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.home()));
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
