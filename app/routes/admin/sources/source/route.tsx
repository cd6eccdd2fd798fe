import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { SourceView } from "~/routes/admin/sources/source/source";
import { sourceAction, sourcePage } from "~/routes/admin/sources/source/source.server";

export const handle = page({ permission: "ingestion:manage", budget: "staff" });

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return sourcePage(context, params.sourceId ?? "", new URL(request.url).searchParams);
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await sourceAction(context, request, params.sourceId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function SourceRoute() {
  return (
    <SourceView page={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
