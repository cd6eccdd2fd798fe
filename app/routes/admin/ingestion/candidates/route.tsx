import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Candidates } from "~/routes/admin/ingestion/candidates/candidates";
import {
  candidateListAction,
  candidatesLoader,
} from "~/routes/admin/ingestion/candidates/candidates.server";

export const handle = page({
  permission: "ingestion:manage",
  crumb: "common:crumb.candidates",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return candidatesLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return candidateListAction(context, request);
}

export default function CandidatesRoute() {
  return (
    <Candidates
      view={useLoaderData<typeof loader>()}
      answer={useActionData<typeof action>() ?? null}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
