import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { RunList } from "~/routes/admin/ingestion/runs/run-list";
import { answerRuns, runsPage } from "~/routes/admin/ingestion/runs.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return runsPage(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerRuns(context, request);
}

export default function IngestionRoute() {
  return <RunList view={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
