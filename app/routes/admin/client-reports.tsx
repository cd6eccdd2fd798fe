import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ClientReports } from "~/components/admin/client-reports";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { clientReportsPage } from "~/modules/audit/client-reports-page.server";

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
