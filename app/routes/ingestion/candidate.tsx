import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { CandidateDetail } from "~/components/ingestion/candidate-detail";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerCandidate } from "~/modules/ingestion/answer-candidate.server";
import { candidatePage } from "~/modules/ingestion/candidate-page.server";

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
