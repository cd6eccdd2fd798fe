import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { AdminFindingsPage } from "~/routes/admin/search/findings";
import { adminSearchLoader } from "~/routes/admin/search/search.server";

export const handle = page({
  permission: "admin:enter",
  crumb: "common:crumb.search",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return adminSearchLoader(context, new URL(request.url).searchParams);
}

export default function AdminSearchRoute() {
  return <AdminFindingsPage page={useLoaderData<typeof loader>()} />;
}
