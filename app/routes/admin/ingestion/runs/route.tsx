import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { RunList } from "~/routes/admin/ingestion/runs/run-list";
import { answerRuns, runsPage } from "~/routes/admin/ingestion/runs.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return runsPage(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerRuns(context, request);
}

export default function IngestionRoute() {
  return <RunList view={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
