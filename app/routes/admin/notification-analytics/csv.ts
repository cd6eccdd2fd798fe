import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { analyticsFile } from "~/routes/admin/notification-analytics/notification-analytics.server";

/** What became of the news, as a file, for the range of the page. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return analyticsFile(context, new URL(request.url).searchParams);
}
