import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { eventCollectionsAction } from "~/routes/collections/collection-action.server";
import { EventCollections } from "~/routes/collections/event/event-collections";
import { eventCollectionsLoader } from "~/routes/collections/event/event-collections.server";

export const handle = page({
  permission: "collection:manage",
  crumb: "common:crumb.collections",
  budget: "page",
});

export function loader({ params, context }: LoaderFunctionArgs) {
  return eventCollectionsLoader(requireAccount(context), params.eventId ?? "");
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await eventCollectionsAction(
    requireAccount(context),
    request,
    params.eventId ?? "",
  );
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function EventCollectionsPage() {
  return (
    <EventCollections
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
