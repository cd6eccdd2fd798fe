import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Follows } from "~/routes/account/follows/follows";
import { followsAction, followsLoader } from "~/routes/account/follows/follows.server";

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.follows",
  budget: "page",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return followsLoader(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return followsAction(requireAccount(context), request);
}

export default function FollowsRoute() {
  return <Follows page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
