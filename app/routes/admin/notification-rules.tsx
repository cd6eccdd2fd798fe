import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { NotificationRules } from "~/components/admin-news/notification-rules";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import type { RuleFailureView } from "~/lib/rule-views";
import { answerRules, rulesPage } from "~/modules/notification-rules/rules-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return rulesPage(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerRules(context, request);
}

export default function NotificationRulesRoute() {
  return <NotificationRules page={useLoaderData<typeof loader>().view} failure={useActionData<RuleFailureView>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
