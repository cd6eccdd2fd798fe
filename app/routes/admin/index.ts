import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { paths } from "~/lib/paths";

/** Redirects `/admin` to the events (product.md §2). */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.adminEvents()));
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
