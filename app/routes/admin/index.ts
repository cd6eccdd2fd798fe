import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { addressedLanguage, inLanguage } from "~/lib/addressed-language";
import { paths } from "~/lib/paths";

/** /admin leads to the events (product.md §2). */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(inLanguage(paths.adminEvents(), addressedLanguage(new URL(request.url).search)));
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
