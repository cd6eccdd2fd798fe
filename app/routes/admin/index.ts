import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";

export const handle = resourceRoute({
  permission: "admin:enter",
  crumb: "common:crumb.admin",
  budget: "staff",
});

/** Redirects `/admin` to the events (product.md §2). */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.adminEvents()));
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
