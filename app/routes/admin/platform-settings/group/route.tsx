import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SettingsFailureView } from "~/components/settings/settings-view";
import { SettingsGroupPage } from "~/routes/admin/platform-settings/group/settings-group";
import { settingsGroupPage } from "~/routes/admin/platform-settings/group/settings-group.server";
import { answerSettingsGroup } from "~/routes/admin/settings-action.server";

export function loader({ params, context }: LoaderFunctionArgs) {
  return settingsGroupPage(context, params.group);
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return answerSettingsGroup(context, request, params.group);
}

export default function SettingsGroupRoute() {
  return <SettingsGroupPage page={useLoaderData<typeof loader>()} failure={useActionData<SettingsFailureView>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
