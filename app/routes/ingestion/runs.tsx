import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { RunList } from "~/components/ingestion/run-list";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerRuns, runsPage } from "~/modules/ingestion/runs-page.server";

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
