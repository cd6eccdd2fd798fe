import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { HostMessages } from "~/routes/my-events/messages/host-messages";
import {
  hostMessagesAction,
  hostMessagesLoader,
} from "~/routes/my-events/messages/host-messages.server";

export const handle = page({
  permission: "event:create",
  crumb: "guests:messages.title",
  budget: "page",
});

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return hostMessagesLoader(
    requireAccount(context),
    params.eventId ?? "",
    new URL(request.url).searchParams,
  );
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return hostMessagesAction(requireAccount(context), request, params.eventId ?? "");
}

export default function HostMessagesRoute() {
  return (
    <HostMessages page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
