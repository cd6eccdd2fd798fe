import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { PendingQueue } from "~/routes/admin/pending-events/pending-events";
import { queueLoader } from "~/routes/admin/pending-events/pending-events.server";
import { queueAction } from "~/routes/admin/pending-events/pending-events-action.server";

export const handle = page({
  permission: "event:moderate",
  crumb: "common:crumb.pending-events",
  nav: {
    group: "content",
    text: "admin:nav.pendingEvents",
    icon: "hourglass",
    badge: "pendingEvents",
  },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return queueLoader(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return queueAction(requireAccount(context), request);
}

export default function PendingEventsRoute() {
  return (
    <PendingQueue
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()?.failure ?? null}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
