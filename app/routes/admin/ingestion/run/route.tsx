import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { RunDetail } from "~/routes/admin/ingestion/run/run-detail";
import { runAction, runLoader } from "~/routes/admin/ingestion/run.server";

export const handle = page({ permission: "ingestion:manage", budget: "staff" });

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return runLoader(context, params.runId ?? "", new URL(request.url).searchParams);
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return runAction(context, request, params.runId ?? "");
}

export default function IngestionRunRoute() {
  return <RunDetail view={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
