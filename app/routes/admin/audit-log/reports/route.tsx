import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { ClientReports } from "~/routes/admin/audit-log/reports/client-reports";
import { clientReportsLoader } from "~/routes/admin/audit-log/reports/client-reports.server";

export const handle = page({
  permission: "audit:read",
  crumb: "common:crumb.clientReports",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return clientReportsLoader(context, new URL(request.url).searchParams);
}

export default function ClientReportsRoute() {
  return <ClientReports page={useLoaderData<typeof loader>()} />;
}
