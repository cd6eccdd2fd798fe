import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { auditCsv } from "~/routes/admin/audit-log/audit-log.server";

export const handle = resourceRoute({ permission: "audit:read", budget: "export" });

/** CSV download of the filtered audit log. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return auditCsv(context, new URL(request.url).searchParams);
}
