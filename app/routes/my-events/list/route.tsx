import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { MyEvents } from "~/routes/my-events/list/my-events";
import { myEventsPage } from "~/routes/my-events/list/my-events.server";
import { answerMyEvents } from "~/routes/my-events/my-events-action.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return myEventsPage(asAccount(context), new URL(request.url).searchParams);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { deps, signedIn } = asAccount(context);
  throw await answerMyEvents(deps, signedIn, request);
}

export default function MyEventsRoute() {
  return <MyEvents page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
