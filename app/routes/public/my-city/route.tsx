import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { MyCity } from "~/routes/public/my-city/my-city";
import { myCityLoader } from "~/routes/public/my-city/my-city.server";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  // The network's suggestion is the reader's own.
  return data(await myCityLoader(context, new URL(request.url).searchParams), {
    headers: { "Cache-Control": "private, no-store" },
  });
}

export default function MyCityRoute() {
  return <MyCity page={useLoaderData<typeof loader>()} />;
}
