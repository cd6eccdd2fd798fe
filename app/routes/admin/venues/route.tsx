import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { HostDirectory } from "~/routes/admin/venues/host-directory";
import { hostDirectoryPage } from "~/routes/admin/venues/venues.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return hostDirectoryPage(context, new URL(request.url).searchParams);
}

export default function VenuesRoute() {
  return <HostDirectory page={useLoaderData<typeof loader>()} />;
}
