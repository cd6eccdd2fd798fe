import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { RsvpSettings } from "~/routes/my-events/rsvp/rsvp-settings";
import {
  rsvpSettingsAction,
  rsvpSettingsLoader,
} from "~/routes/my-events/rsvp/rsvp-settings.server";

export const handle = page({
  permission: "event:create",
  crumb: "hosting:settings.title",
  budget: "write",
});

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return rsvpSettingsLoader(requireAccount(context), params.eventId ?? "", request);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await rsvpSettingsAction(requireAccount(context), params.eventId ?? "", request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function RsvpSettingsRoute() {
  return (
    <RsvpSettings page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
