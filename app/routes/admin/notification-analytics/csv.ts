import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { analyticsFile } from "~/routes/admin/notification-analytics/notification-analytics.server";

export const handle = resourceRoute({ permission: "analytics:read", budget: "export" });

/** CSV download of the notification analytics for the page's range. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return analyticsFile(context, new URL(request.url).searchParams);
}
