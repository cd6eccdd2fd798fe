import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { PendingQueue } from "~/routes/admin/pending-events/pending-events";
import { queuePage } from "~/routes/admin/pending-events/pending-events.server";
import { answerQueue } from "~/routes/admin/pending-events/pending-events-action.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return queuePage(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerQueue(requireAccount(context), request);
}

export default function PendingEventsRoute() {
  return <PendingQueue page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure ?? null} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
