import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { NewSource } from "~/routes/admin/sources/new/new-source";
import { newSourceAction, newSourcePage } from "~/routes/admin/sources/new/new-source.server";

export const handle = page({
  permission: "ingestion:manage",
  crumb: "common:crumb.newSource",
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return newSourcePage(context);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const answer = await newSourceAction(context, request);
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function NewSourceRoute() {
  return (
    <NewSource page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
