import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { paths } from "~/lib/paths";

/** The profile's former address (product.md §2). */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguageOf(request, paths.account()), 301);
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
