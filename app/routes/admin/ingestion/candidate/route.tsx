import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { candidatePage } from "~/routes/admin/ingestion/candidate/candidate.server";
import { answerCandidate } from "~/routes/admin/ingestion/candidate/candidate-action.server";
import { CandidateDetail } from "~/routes/admin/ingestion/candidate/candidate-detail";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

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

export function ErrorBoundary() {
  return <ErrorPage />;
}
