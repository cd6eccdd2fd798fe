import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Rsvp } from "~/routes/public/rsvp/rsvp";
import { rsvpAction, rsvpLoader } from "~/routes/public/rsvp/rsvp.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return rsvpLoader(context, params.token ?? "");
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await rsvpAction(context, params.token ?? "", request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function RsvpRoute() {
  return <Rsvp page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
