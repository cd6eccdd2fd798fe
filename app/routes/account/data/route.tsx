import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { dataLoader } from "~/routes/account/data/data.server";
import { dataAction } from "~/routes/account/data/data-action.server";
import { DataSettings } from "~/routes/account/data/data-settings";

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.data",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return dataLoader(requireAccount(context));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await dataAction(requireAccount(context), request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function AccountData() {
  return (
    <DataSettings page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
