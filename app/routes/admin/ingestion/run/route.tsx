import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { RunDetail } from "~/routes/admin/ingestion/run/run-detail";
import { answerRun, runPage } from "~/routes/admin/ingestion/run.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return runPage(context, params.runId ?? "", new URL(request.url).searchParams);
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return answerRun(context, request, params.runId ?? "");
}

export default function IngestionRunRoute() {
  return <RunDetail view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
