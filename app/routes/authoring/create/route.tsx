import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { EventForm } from "~/routes/authoring/event-form/event-form";
import { createEventLoader } from "~/routes/authoring/event-form/event-form.server";
import { eventFormAction } from "~/routes/authoring/event-form/event-form-action.server";

export const handle = page({ permission: "event:create", budget: "write" });

export function loader({ context }: LoaderFunctionArgs) {
  return createEventLoader(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await eventFormAction(requireAccount(context), request, null);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function CreateEvent() {
  return (
    <EventForm page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
