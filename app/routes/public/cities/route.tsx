import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { Cities } from "~/routes/public/cities/cities";
import { browseCities } from "~/routes/public/cities/cities.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await browseCities(context, new URL(request.url).searchParams), {
    headers: cacheHeaders("listing"),
  });
}

export default function CitiesRoute() {
  return <Cities page={useLoaderData<typeof loader>()} />;
}
