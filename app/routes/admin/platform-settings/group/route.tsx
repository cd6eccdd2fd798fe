import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { SettingsGroupPage } from "~/routes/admin/platform-settings/group/settings-group";
import { settingsGroupLoader } from "~/routes/admin/platform-settings/group/settings-group.server";
import type { SettingsFailureView } from "~/routes/admin/settings-action.server";
import { settingsGroupAction } from "~/routes/admin/settings-action.server";

export const handle = page({ permission: "platform-settings:manage", budget: "staff" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return settingsGroupLoader(context, params.group);
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return settingsGroupAction(context, request, params.group);
}

export default function SettingsGroupRoute() {
  return (
    <SettingsGroupPage
      page={useLoaderData<typeof loader>()}
      failure={useActionData<SettingsFailureView>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
