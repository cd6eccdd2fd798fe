import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "~/components/admin/page-failure";
import { page } from "~/lib/pages/page";
import { NotificationAnalyticsPage } from "~/routes/admin/notification-analytics/notification-analytics";
import {
  analyticsAction,
  analyticsLoader,
} from "~/routes/admin/notification-analytics/notification-analytics.server";

export const handle = page({
  permission: "analytics:read",
  crumb: "common:crumb.notification-analytics",
  nav: { group: "notifications", text: "admin:nav.notificationAnalytics", icon: "chart-bar" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return analyticsLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return analyticsAction(context, request);
}

export default function NotificationAnalyticsRoute() {
  return <NotificationAnalyticsPage page={useLoaderData<typeof loader>().view} />;
}

export function ErrorBoundary() {
  return <PageFailure title="notification-admin:analytics.failed" />;
}
