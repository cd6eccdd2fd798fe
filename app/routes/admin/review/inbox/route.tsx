import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Review } from "~/routes/admin/review/review";
import { reviewPage } from "~/routes/admin/review/review.server";
import { reviewAction } from "~/routes/admin/review/review-action.server";

export const handle = page({
  permission: "event:moderate",
  crumb: "common:crumb.inbox",
  nav: { group: "content", text: "admin:nav.inbox", icon: "inbox", badge: "inbox" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return reviewPage(requireAccount(context), "inbox", new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return reviewAction(requireAccount(context), "inbox", request);
}

export default function InboxRoute() {
  return <Review page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
