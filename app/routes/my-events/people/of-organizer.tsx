import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { People } from "~/routes/my-events/people/people";
import { peopleAction, peopleLoader } from "~/routes/my-events/people/people.server";

export const handle = page({
  permission: "account:manage",
  crumb: "people:title",
  budget: "page",
});

export function loader({ params, context }: LoaderFunctionArgs) {
  return peopleLoader(requireAccount(context), { kind: "organizer", id: params.hostId ?? "" });
}

export function action({ request, params, context }: ActionFunctionArgs) {
  const subject = { kind: "organizer", id: params.hostId ?? "" } as const;
  return peopleAction(requireAccount(context), request, subject);
}

export default function PagePeopleRoute() {
  return <People page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
