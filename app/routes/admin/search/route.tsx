import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { AdminFindingsPage } from "~/routes/admin/search/findings";
import { adminSearchLoader } from "~/routes/admin/search/search.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return adminSearchLoader(context, new URL(request.url).searchParams);
}

export default function AdminSearchRoute() {
  return <AdminFindingsPage page={useLoaderData<typeof loader>()} />;
}
