import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { EventGuests } from "~/routes/my-events/guests/event-guests";
import {
  eventGuestsAction,
  eventGuestsLoader,
} from "~/routes/my-events/guests/event-guests.server";

export const handle = page({
  permission: "event:create",
  budget: "page",
});

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return eventGuestsLoader(
    requireAccount(context),
    params.eventId ?? "",
    new URL(request.url).searchParams,
  );
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return eventGuestsAction(requireAccount(context), request, params.eventId ?? "");
}

export default function EventGuestsRoute() {
  return (
    <EventGuests page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
