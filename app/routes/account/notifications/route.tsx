import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Notifications } from "~/routes/account/notifications/notifications";
import {
  notificationsAction,
  notificationsLoader,
} from "~/routes/account/notifications/notifications.server";

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.notifications",
  budget: "page",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return notificationsLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return notificationsAction(context, request);
}

export default function NotificationsRoute() {
  return <Notifications page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
