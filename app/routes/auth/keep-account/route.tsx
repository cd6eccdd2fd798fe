import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { KeepAccount } from "~/routes/auth/keep-account/keep-account";
import {
  keepAccountAction,
  keepAccountLoader,
} from "~/routes/auth/keep-account/keep-account.server";

export const handle = page({ permission: "account:manage", budget: "page" });

export function loader({ request, context }: LoaderFunctionArgs) {
  return keepAccountLoader(context, request);
}

export function action({ request, context }: ActionFunctionArgs) {
  return keepAccountAction(context, request);
}

export default function KeepAccountRoute() {
  return <KeepAccount page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
