import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { candidatePage } from "~/routes/admin/ingestion/candidate/candidate.server";
import { answerCandidate } from "~/routes/admin/ingestion/candidate/candidate-action.server";
import { CandidateDetail } from "~/routes/admin/ingestion/candidate/candidate-detail";

export function loader({ context, params }: LoaderFunctionArgs) {
  return candidatePage(context, params.candidateId ?? "");
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return answerCandidate(context, request, params.candidateId ?? "");
}

export default function CandidateRoute() {
  const view = useLoaderData<typeof loader>();
  return <CandidateDetail key={view.candidate.id} view={view} refusal={useActionData<typeof action>() ?? null} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
