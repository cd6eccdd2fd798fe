import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { RunList } from "~/routes/admin/ingestion/runs/run-list";
import { runsAction, runsLoader } from "~/routes/admin/ingestion/runs.server";

export const handle = page({
  permission: "ingestion:manage",
  crumb: "common:crumb.ai-ingestion",
  nav: {
    group: "content",
    text: "admin:nav.ingestion",
    icon: "sparkles",
    badge: "pendingCandidates",
  },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return runsLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return runsAction(context, request);
}

export default function IngestionRoute() {
  return <RunList view={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
