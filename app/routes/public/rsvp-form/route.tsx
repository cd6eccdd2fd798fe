import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { RsvpForm } from "~/routes/public/rsvp-form/rsvp-form";
import { rsvpFormAction, rsvpFormLoader } from "~/routes/public/rsvp-form/rsvp-form.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return rsvpFormLoader(context, params.eventId ?? "", request);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await rsvpFormAction(context, params.eventId ?? "", request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function RsvpFormRoute() {
  return (
    <RsvpForm page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
