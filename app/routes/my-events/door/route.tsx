import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { EventDoor } from "~/routes/my-events/door/event-door";
import { eventDoorAction, eventDoorLoader } from "~/routes/my-events/door/event-door.server";

export const handle = page({
  permission: "event:submit",
  crumb: "door:devices.title",
  budget: "page",
});

export function loader({ params, context }: LoaderFunctionArgs) {
  return eventDoorLoader(requireAccount(context), params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const answer = await eventDoorAction(requireAccount(context), request, params.eventId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function EventDoorRoute() {
  const answer = useActionData<typeof action>();
  return (
    <EventDoor
      page={useLoaderData<typeof loader>()}
      failure={answer && "form" in answer ? answer : undefined}
      made={answer && "made" in answer ? answer.made : undefined}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
