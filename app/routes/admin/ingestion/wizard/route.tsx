import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WizardPage } from "~/routes/admin/ingestion/wizard/wizard";
import { answerWizard } from "~/routes/admin/ingestion/wizard/wizard-action.server";
import { wizardPage } from "~/routes/admin/ingestion/wizard.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return wizardPage(context, new URL(request.url));
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerWizard(context, request);
}

export default function NewIngestionRoute() {
  const view = useLoaderData<typeof loader>();
  return <WizardPage key={`${view.id} ${view.step}`} view={view} refusal={useActionData<typeof action>() ?? null} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
