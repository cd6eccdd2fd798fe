import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SettingsOverview } from "~/routes/admin/settings/settings-overview";
import { settingsOverview } from "~/routes/admin/settings/settings-overview.server";

export function loader({ context }: LoaderFunctionArgs) {
  return settingsOverview(context);
}

export default function SettingsOverviewRoute() {
  return <SettingsOverview page={useLoaderData<typeof loader>()} />;
}
