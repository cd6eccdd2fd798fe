import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { AdminDashboard } from "~/routes/admin/dashboard/dashboard";
import { dashboardLoader } from "~/routes/admin/dashboard/dashboard.server";

export const handle = page({
  permission: "admin:enter",
  crumb: "common:crumb.dashboard",
  nav: { group: "overview", text: "admin:nav.dashboard", icon: "layout-dashboard" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return dashboardLoader(context);
}

export default function DashboardRoute() {
  return <AdminDashboard page={useLoaderData<typeof loader>()} />;
}
