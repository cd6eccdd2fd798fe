import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import {
  candidateAction,
  candidateLoader,
} from "~/routes/admin/ingestion/candidate/candidate.server";
import { CandidateDetail } from "~/routes/admin/ingestion/candidate/candidate-detail";

export const handle = page({ permission: "ingestion:manage", budget: "staff" });

export function loader({ context, params }: LoaderFunctionArgs) {
  return candidateLoader(context, params.candidateId ?? "");
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return candidateAction(context, request, params.candidateId ?? "");
}

export default function CandidateRoute() {
  const view = useLoaderData<typeof loader>();
  return (
    <CandidateDetail
      key={view.candidate.id}
      view={view}
      refusal={useActionData<typeof action>() ?? null}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
