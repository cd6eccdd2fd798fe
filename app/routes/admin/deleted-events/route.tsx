import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { DeletedEvents } from "~/routes/admin/deleted-events/deleted-events";
import {
  deletedEventsPage,
  restoreAction,
} from "~/routes/admin/deleted-events/deleted-events.server";

export const handle = page({
  permission: "event:manage-all",
  crumb: "common:crumb.deleted-events",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return deletedEventsPage(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return restoreAction(requireAccount(context), request);
}

export default function DeletedEventsRoute() {
  return <DeletedEvents page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
