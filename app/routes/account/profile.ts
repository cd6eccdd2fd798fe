import { redirect } from "@remix-run/cloudflare";
import { paths } from "~/lib/paths";

/** The profile's former address (product.md §2). */
export function loader() {
  return redirect(paths.account(), 301);
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
