import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { HostEditor } from "~/routes/admin/venues/venue/host-editor";
import { hostAction, hostEditPage } from "~/routes/admin/venues/venue/venue.server";

export const handle = page({ permission: "host:manage", budget: "staff" });

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return hostEditPage(context, params.hostId ?? "", new URL(request.url).searchParams);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await hostAction(context, request, params.hostId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function VenueRoute() {
  return (
    <HostEditor page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
