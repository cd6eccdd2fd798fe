import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import type { SettingsFailureView } from "~/components/settings/settings-view";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { SettingsGroup } from "~/routes/admin/platform-settings/group/settings-group";
import { settingsGroupPage } from "~/routes/admin/platform-settings/group/settings-group.server";
import { answerSettingsGroup } from "~/routes/admin/settings-action.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ params, context }: LoaderFunctionArgs) {
  return settingsGroupPage(context, params.group);
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return answerSettingsGroup(context, request, params.group);
}

export default function SettingsGroupRoute() {
  return <SettingsGroup page={useLoaderData<typeof loader>()} failure={useActionData<SettingsFailureView>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
