import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { DeleteEvent } from "~/components/my-events/delete-event";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerDeletion } from "~/modules/authoring/answer-my-events.server";
import { deletePage } from "~/modules/authoring/delete-page.server";
import { asAccount } from "~/modules/users/account-context.server";

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
