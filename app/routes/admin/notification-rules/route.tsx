import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { NotificationRules } from "~/routes/admin/notification-rules/notification-rules";
import {
  rulesAction,
  rulesLoader,
} from "~/routes/admin/notification-rules/notification-rules.server";
import type { RuleFailure } from "./notification-rules.server";

export const handle = page({
  permission: "notification-rule:manage",
  crumb: "common:crumb.notification-rules",
  nav: { group: "notifications", text: "admin:nav.notificationRules", icon: "bell-cog" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return rulesLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return rulesAction(context, request);
}

export default function NotificationRulesRoute() {
  return (
    <NotificationRules
      page={useLoaderData<typeof loader>().view}
      failure={useActionData<RuleFailure>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
