import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { DeleteEvent } from "~/routes/my-events/delete/delete-event";
import { deletePage } from "~/routes/my-events/delete/delete-event.server";
import { answerDeletion } from "~/routes/my-events/my-events-action.server";

export function loader({ params, context }: LoaderFunctionArgs) {
  return deletePage(requireAccount(context), params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { deps, signedIn } = requireAccount(context);
  throw await answerDeletion(deps, signedIn, request, params.eventId ?? "");
}

export default function DeleteEventRoute() {
  return <DeleteEvent page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
