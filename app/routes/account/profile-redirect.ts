import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";

export const handle = resourceRoute({ permission: "account:manage", budget: "page" });

/** Redirects the former path of the profile (product.md §2). */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.account()), 301);
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
