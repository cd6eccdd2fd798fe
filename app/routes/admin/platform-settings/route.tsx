import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { SettingsGroups } from "~/components/settings/settings-groups";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { settingsGroupsPage } from "~/routes/admin/platform-settings/platform-settings.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return settingsGroupsPage(context);
}

export default function SettingsGroupsRoute() {
  return <SettingsGroups page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
