import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { AllEvents } from "~/routes/admin/events/events";
import { allEventsLoader } from "~/routes/admin/events/events.server";
import { allEventsAction } from "~/routes/admin/events/events-action.server";

export const handle = page({
  permission: "event:manage-all",
  crumb: "common:nav.events",
  nav: { group: "content", text: "admin:nav.events", icon: "calendar-event" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return allEventsLoader(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return allEventsAction(requireAccount(context), request);
}

export default function AllEventsRoute() {
  return (
    <AllEvents
      page={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>() ?? null}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
