import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { EventForm } from "~/routes/authoring/event-form/event-form";
import { createEventPage } from "~/routes/authoring/event-form/event-form.server";
import { answerEventForm } from "~/routes/authoring/event-form/event-form-action.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return createEventPage(asAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await answerEventForm(asAccount(context), request, null);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function CreateEvent() {
  return <EventForm page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
