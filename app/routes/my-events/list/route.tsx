import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { MyEvents } from "~/routes/my-events/list/my-events";
import { myEventsLoader } from "~/routes/my-events/list/my-events.server";
import { myEventsAction } from "~/routes/my-events/my-events-action.server";

export const handle = page({
  permission: "event:create",
  crumb: "common:crumb.my-events",
  budget: "page",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return myEventsLoader(requireAccount(context), new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { deps, signedIn } = requireAccount(context);
  throw await myEventsAction(deps, signedIn, request);
}

export default function MyEventsRoute() {
  return <MyEvents page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
