import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { EventForm } from "~/routes/authoring/event-form/event-form";
import { editEventLoader } from "~/routes/authoring/event-form/event-form.server";
import { eventFormAction } from "~/routes/authoring/event-form/event-form-action.server";

export const handle = page({ permission: "event:create", budget: "write" });

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return editEventLoader(
    requireAccount(context),
    params.eventId ?? "",
    new URL(request.url).searchParams,
  );
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const answer = await eventFormAction(requireAccount(context), request, params.eventId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function EditEvent() {
  const page = useLoaderData<typeof loader>();
  return <EventForm key={page.id} page={page} answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
