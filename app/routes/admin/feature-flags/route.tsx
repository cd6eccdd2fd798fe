import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { FlagFormSchema } from "~/modules/settings/flags/known-flags";
import { FeatureFlags } from "~/routes/admin/feature-flags/feature-flags";
import { flagsAction, flagsLoader } from "~/routes/admin/feature-flags/feature-flags.server";
import type { FlagFailureView } from "./feature-flags.server";

export const handle = page({
  permission: "feature-flag:read",
  crumb: "common:crumb.feature-flags",
  nav: { group: "system", text: "admin:nav.featureFlags", icon: "toggle-right" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return flagsLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return flagsAction(context, request);
}

export default function FeatureFlagsRoute() {
  return (
    <FeatureFlags
      page={useLoaderData<typeof loader>()}
      failure={useActionData<FlagFailureView>()}
      schema={FlagFormSchema}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
