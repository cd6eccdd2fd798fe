import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { HostPage } from "~/routes/my-events/guests/host-page";
import { hostPageAction, hostPageLoader } from "~/routes/my-events/guests/host-page.server";

export const handle = page({
  permission: "event:create",
  crumb: "common:crumb.guests",
  budget: "page",
});

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return hostPageLoader(
    requireAccount(context),
    params.eventId ?? "",
    new URL(request.url).searchParams,
  );
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return hostPageAction(requireAccount(context), request, params.eventId ?? "");
}

export default function HostPageRoute() {
  return <HostPage page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
