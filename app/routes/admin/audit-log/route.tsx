import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { AuditLogPage } from "~/routes/admin/audit-log/audit-log";
import { auditAction, auditLoader } from "~/routes/admin/audit-log/audit-log.server";

export const handle = page({
  permission: "audit:read",
  crumb: "common:crumb.audit-log",
  nav: { group: "system", text: "admin:nav.auditLog", icon: "history" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return auditLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return auditAction(context, request);
}

export default function AuditLogRoute() {
  return <AuditLogPage page={useLoaderData<typeof loader>()} />;
}
