import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { AdminFindings } from "~/routes/admin/search/findings";
import { adminSearchPage } from "~/routes/admin/search/search.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return adminSearchPage(context, new URL(request.url).searchParams);
}

export default function AdminSearchRoute() {
  return <AdminFindings page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
