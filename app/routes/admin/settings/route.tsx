import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { SettingsOverview } from "~/routes/admin/settings/settings-overview";
import { settingsOverview } from "~/routes/admin/settings/settings-overview.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return settingsOverview(context);
}

export default function SettingsOverviewRoute() {
  return <SettingsOverview page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
