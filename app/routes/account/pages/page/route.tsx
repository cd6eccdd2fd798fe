import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { OwnPage } from "~/routes/account/pages/page/own-page";
import { ownPageAction, ownPageLoader } from "~/routes/account/pages/page/own-page.server";

export const handle = page({ permission: "account:manage", budget: "page" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return ownPageLoader(requireAccount(context), params.hostId ?? "");
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await ownPageAction(requireAccount(context), request, params.hostId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountPageRoute() {
  return <OwnPage page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
