import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AuditLogPage } from "~/routes/admin/audit-log/audit-log";
import { auditLoader } from "~/routes/admin/audit-log/audit-log.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return auditLoader(context, new URL(request.url).searchParams);
}

export default function AuditLogRoute() {
  return <AuditLogPage page={useLoaderData<typeof loader>()} />;
}
