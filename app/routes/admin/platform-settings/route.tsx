import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SettingsGroups } from "~/components/settings/settings-groups";
import { settingsGroupsPage } from "~/routes/admin/platform-settings/platform-settings.server";

export function loader({ context }: LoaderFunctionArgs) {
  return settingsGroupsPage(context);
}

export default function SettingsGroupsRoute() {
  return <SettingsGroups page={useLoaderData<typeof loader>()} />;
}
