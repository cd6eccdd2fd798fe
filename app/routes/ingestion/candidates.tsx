import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { Candidates } from "~/components/ingestion/candidates";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerCandidatesPage, candidatesPage } from "~/modules/ingestion/candidates-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return candidatesPage(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerCandidatesPage(context, request);
}

export default function CandidatesRoute() {
  return <Candidates view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
