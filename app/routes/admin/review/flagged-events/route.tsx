import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PageFailure } from "~/components/admin/page-failure";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Review } from "~/routes/admin/review/review";
import { reviewPage } from "~/routes/admin/review/review.server";
import { reviewAction } from "~/routes/admin/review/review-action.server";

export const handle = page({
  permission: "event:moderate",
  crumb: "common:crumb.flagged-events",
  nav: { group: "content", text: "admin:nav.flaggedEvents", icon: "flag", badge: "flaggedEvents" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return reviewPage(requireAccount(context), "flagged", new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return reviewAction(requireAccount(context), "flagged", request);
}

export default function FlaggedEventsRoute() {
  return <Review page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <PageFailure title="moderation:flagged.failed" />;
}
