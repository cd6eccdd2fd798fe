import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import type { SettingsFailureView } from "~/routes/admin/settings-action.server";
import { UxSettingsPage } from "~/routes/admin/ux-settings/ux-settings";
import { uxSettingsAction, uxSettingsLoader } from "~/routes/admin/ux-settings/ux-settings.server";

export const handle = page({
  permission: "ux-settings:read",
  crumb: "common:crumb.ux-settings",
  nav: { group: "system", text: "admin:nav.uxSettings", icon: "wand" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return uxSettingsLoader(context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return uxSettingsAction(context, request);
}

export default function UxSettingsRoute() {
  return (
    <UxSettingsPage
      page={useLoaderData<typeof loader>()}
      failure={useActionData<SettingsFailureView>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
