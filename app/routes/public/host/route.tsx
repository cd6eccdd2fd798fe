import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { hostPage } from "~/routes/public/host/host.server";
import { HostPage } from "~/routes/public/host/host-page";

export const handle = page({ permission: null, budget: "page" });

/** `/venues/{city}/{slug}` and `/organizers/{slug}`. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const address = { citySlug: params.citySlug ?? null, slug: params.hostSlug ?? "" };
  const { scope, ...page } = await hostPage(context, address, new URL(request.url).searchParams);
  return data(page, { headers: cacheHeaders(scope) });
}

export default function HostRoute() {
  const page = useLoaderData<typeof loader>();
  return <HostPage key={page.id} page={page} />;
}
