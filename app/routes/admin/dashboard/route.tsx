import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AdminDashboard } from "~/routes/admin/dashboard/dashboard";
import { dashboardLoader } from "~/routes/admin/dashboard/dashboard.server";

export function loader({ context }: LoaderFunctionArgs) {
  return dashboardLoader(context);
}

export default function DashboardRoute() {
  return <AdminDashboard page={useLoaderData<typeof loader>()} />;
}
