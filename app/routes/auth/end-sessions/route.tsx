import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { WITHOUT_REFERRER } from "~/lib/http/page-headers.server";
import { page } from "~/lib/pages/page";
import { EndSessions } from "~/routes/auth/end-sessions/end-sessions";
import {
  endSessionsAction,
  endSessionsLoader,
} from "~/routes/auth/end-sessions/end-sessions.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await endSessionsLoader(context, request), { headers: WITHOUT_REFERRER });
}

export function action({ request, context }: ActionFunctionArgs) {
  return endSessionsAction(context, request);
}

export default function EndSessionsRoute() {
  return <EndSessions page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
