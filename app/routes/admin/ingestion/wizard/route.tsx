import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { WizardPage } from "~/routes/admin/ingestion/wizard/wizard";
import { wizardAction } from "~/routes/admin/ingestion/wizard/wizard-action.server";
import { wizardLoader } from "~/routes/admin/ingestion/wizard.server";

export const handle = page({
  permission: "ingestion:manage",
  crumb: "common:crumb.newIngestion",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return wizardLoader(context, new URL(request.url));
}

export function action({ request, context }: ActionFunctionArgs) {
  return wizardAction(context, request);
}

export default function NewIngestionRoute() {
  const view = useLoaderData<typeof loader>();
  return (
    <WizardPage
      key={`${view.id} ${view.step}`}
      view={view}
      refusal={useActionData<typeof action>() ?? null}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
