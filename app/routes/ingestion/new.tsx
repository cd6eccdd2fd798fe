import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { Wizard } from "~/components/ingestion/wizard";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerWizard } from "~/modules/ingestion/answer-wizard.server";
import { wizardPage } from "~/modules/ingestion/wizard-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return wizardPage(context, new URL(request.url));
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerWizard(context, request);
}

export default function NewIngestionRoute() {
  const view = useLoaderData<typeof loader>();
  return <Wizard key={`${view.id} ${view.step}`} view={view} refusal={useActionData<typeof action>() ?? null} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
