import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asAccount } from "~/modules/users/account-context.server";
import { Queue } from "~/routes/admin/pending-events/pending-events";
import { queuePage } from "~/routes/admin/pending-events/pending-events.server";
import { answerQueue } from "~/routes/admin/pending-events/pending-events-action.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return queuePage(asAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerQueue(asAccount(context), request);
}

export default function PendingEventsRoute() {
  return <Queue page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure ?? null} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
