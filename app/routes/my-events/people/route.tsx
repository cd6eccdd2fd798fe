import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { People } from "~/routes/my-events/people/people";
import { peopleAction, peopleLoader } from "~/routes/my-events/people/people.server";

export const handle = page({
  permission: "event:create",
  crumb: "people:title",
  budget: "page",
});

export function loader({ params, context }: LoaderFunctionArgs) {
  return peopleLoader(requireAccount(context), { kind: "event", id: params.eventId ?? "" });
}

export function action({ request, params, context }: ActionFunctionArgs) {
  const subject = { kind: "event", id: params.eventId ?? "" } as const;
  return peopleAction(requireAccount(context), request, subject);
}

export default function EventPeopleRoute() {
  return <People page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
