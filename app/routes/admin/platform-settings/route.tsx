import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { settingsGroupsLoader } from "~/routes/admin/platform-settings/platform-settings.server";
import { PlatformSettingsPage } from "./platform-settings";

export function loader({ context }: LoaderFunctionArgs) {
  return settingsGroupsLoader(context);
}

export default function PlatformSettingsRoute() {
  return <PlatformSettingsPage page={useLoaderData<typeof loader>()} />;
}
