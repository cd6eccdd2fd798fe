import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { HostDirectory } from "~/routes/admin/venues/host-directory";
import { hostDirectoryPage } from "~/routes/admin/venues/venues.server";

export const handle = page({
  permission: "host:manage",
  crumb: "common:crumb.venues",
  nav: { group: "content", text: "admin:nav.hosts", icon: "map-pin" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return hostDirectoryPage(context, new URL(request.url).searchParams);
}

export default function VenuesRoute() {
  return <HostDirectory page={useLoaderData<typeof loader>()} />;
}
