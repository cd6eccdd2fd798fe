import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { auditCsv } from "~/routes/admin/audit-log/audit-log.server";

/** The audit log as a file, narrowed as the page is. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return auditCsv(context, new URL(request.url).searchParams);
}
