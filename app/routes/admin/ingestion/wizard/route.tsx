import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { Wizard } from "~/routes/admin/ingestion/wizard/wizard";
import { answerWizard } from "~/routes/admin/ingestion/wizard/wizard-action.server";
import { wizardPage } from "~/routes/admin/ingestion/wizard.server";

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
