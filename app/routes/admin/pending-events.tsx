import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { Queue } from "~/components/moderation/queue";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerQueue } from "~/modules/moderation/answer-queue.server";
import { queuePage } from "~/modules/moderation/queue-page.server";
import { asAccount } from "~/modules/users/account-context.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return queuePage(asAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerQueue(asAccount(context), request);
}

export default function PendingEventsRoute() {
  return <Queue page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()?.failure ?? null} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
