import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { DeleteEvent } from "~/routes/my-events/delete/delete-event";
import { deletePage } from "~/routes/my-events/delete/delete-event.server";
import { answerDeletion } from "~/routes/my-events/my-events-action.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ params, context }: LoaderFunctionArgs) {
  return deletePage(asAccount(context), params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { deps, signedIn } = asAccount(context);
  throw await answerDeletion(deps, signedIn, request, params.eventId ?? "");
}

export default function DeleteEventRoute() {
  return <DeleteEvent page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
