import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { auditCsv } from "~/routes/admin/audit-log/audit-log.server";

/** CSV download of the filtered audit log. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return auditCsv(context, new URL(request.url).searchParams);
}
