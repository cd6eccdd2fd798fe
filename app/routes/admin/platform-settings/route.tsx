import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { settingsGroupsPage } from "~/routes/admin/platform-settings/platform-settings.server";
import { PlatformSettingsPage } from "./platform-settings";

export function loader({ context }: LoaderFunctionArgs) {
  return settingsGroupsPage(context);
}

export default function PlatformSettingsRoute() {
  return <PlatformSettingsPage page={useLoaderData<typeof loader>()} />;
}
