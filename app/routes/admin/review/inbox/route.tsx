import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Inbox } from "~/routes/admin/review/review";
import { inboxPage } from "~/routes/admin/review/review.server";
import { inboxAction } from "~/routes/admin/review/review-action.server";

export const handle = page({
  permission: "event:moderate",
  crumb: "common:crumb.inbox",
  nav: { group: "content", text: "admin:nav.inbox", icon: "inbox" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return inboxPage(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return inboxAction(requireAccount(context), request);
}

export default function InboxRoute() {
  const answer = useActionData<typeof action>();
  const found = answer && "found" in answer ? answer.found : null;
  return (
    <Inbox page={useLoaderData<typeof loader>()} failure={answer?.failure ?? null} found={found} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
