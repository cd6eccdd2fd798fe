import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PageFailure } from "~/components/admin/page-failure";
import { NotificationAnalytics } from "~/components/admin-news/notification-analytics";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { analyticsPage, answerAnalytics } from "~/modules/notification-analytics/analytics-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

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
  return <PageFailure title="admin-news:analytics.failed" />;
}
