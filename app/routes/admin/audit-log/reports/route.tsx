import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { ClientReports } from "~/routes/admin/audit-log/reports/client-reports";
import { clientReportsPage } from "~/routes/admin/audit-log/reports/client-reports.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return clientReportsPage(context, new URL(request.url).searchParams);
}

export default function ClientReportsRoute() {
  return <ClientReports page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
