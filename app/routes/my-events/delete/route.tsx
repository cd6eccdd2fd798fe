import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { DeleteEvent } from "~/routes/my-events/delete/delete-event";
import { deleteLoader } from "~/routes/my-events/delete/delete-event.server";
import { deletionAction } from "~/routes/my-events/my-events-action.server";

export const handle = page({
  permission: "event:create",
  crumb: "common:crumb.delete",
  budget: "page",
});

export function loader({ params, context }: LoaderFunctionArgs) {
  return deleteLoader(requireAccount(context), params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { deps, signedIn } = requireAccount(context);
  throw await deletionAction(deps, signedIn, request, params.eventId ?? "");
}

export default function DeleteEventRoute() {
  return <DeleteEvent page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
