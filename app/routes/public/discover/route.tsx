import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { discoverLoader } from "~/routes/public/discover/discover.server";
import { DiscoverPage } from "~/routes/public/discover/discover-page";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await discoverLoader(context, new URL(request.url).searchParams), {
    headers: cacheHeaders("listing"),
  });
}

export default function Discover() {
  return <DiscoverPage page={useLoaderData<typeof loader>()} />;
}
