import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { settingsGroupsLoader } from "~/routes/admin/platform-settings/platform-settings.server";
import { PlatformSettingsPage } from "./platform-settings";

export const handle = page({
  permission: "platform-settings:manage",
  crumb: "common:crumb.platform-settings",
  nav: { group: "system", text: "admin:nav.platformSettings", icon: "server-cog" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return settingsGroupsLoader(context);
}

export default function PlatformSettingsRoute() {
  return <PlatformSettingsPage page={useLoaderData<typeof loader>()} />;
}
