import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import type { SettingsFailureView } from "~/components/settings/settings-view";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { UxSettings } from "~/routes/admin/ux-settings/ux-settings";
import { answerUxSettings, uxSettingsPage } from "~/routes/admin/ux-settings/ux-settings.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return uxSettingsPage(context);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerUxSettings(context, request);
}

export default function UxSettingsRoute() {
  return <UxSettings page={useLoaderData<typeof loader>()} failure={useActionData<SettingsFailureView>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
