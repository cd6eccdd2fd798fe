import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { SettingsGroup } from "~/components/settings/settings-group";
import type { SettingsFailureView } from "~/components/settings/settings-view";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerSettingsGroup } from "~/modules/settings/answer-group.server";
import { settingsGroupPage } from "~/modules/settings/group-page.server";

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
