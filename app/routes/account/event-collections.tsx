import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EventCollections } from "~/components/collections/event-collections";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerEventCollections } from "~/modules/collections/answer-collection.server";
import { eventCollectionsPage } from "~/modules/collections/event-collections-page.server";
import { asAccount } from "~/modules/users/account-context.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ params, context }: LoaderFunctionArgs) {
  return eventCollectionsPage(asAccount(context), params.eventId ?? "");
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await answerEventCollections(asAccount(context), request, params.eventId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function EventCollectionsPage() {
  return <EventCollections page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
