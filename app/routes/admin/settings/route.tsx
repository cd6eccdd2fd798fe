import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { SettingsOverview } from "~/routes/admin/settings/settings-overview";
import { settingsOverview } from "~/routes/admin/settings/settings-overview.server";

export const handle = page({
  permission: "admin:enter",
  crumb: "common:crumb.settings",
  nav: { group: "system", text: "admin:nav.settings", icon: "settings" },
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return settingsOverview(context);
}

export default function SettingsOverviewRoute() {
  return <SettingsOverview page={useLoaderData<typeof loader>()} />;
}
