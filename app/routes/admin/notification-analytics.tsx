import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AnalyticsFailure, NotificationAnalytics } from "~/components/admin-news/notification-analytics";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { analyticsPage, answerAnalytics } from "~/modules/notification-analytics/analytics-page.server";

/** Between two looks of a page that refreshes by itself, s. */
const AUTO = "60";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => [
  ...(metaTags(data?.head, location) ?? []),
  // Only where its reader has asked for it.
  ...(data?.view.isAuto ? [{ httpEquiv: "refresh", content: AUTO }] : []),
];

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return analyticsPage(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerAnalytics(context, request);
}

export default function NotificationAnalyticsRoute() {
  return <NotificationAnalytics page={useLoaderData<typeof loader>().view} />;
}

export function ErrorBoundary() {
  return <AnalyticsFailure />;
}
