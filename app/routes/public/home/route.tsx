import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import type { Site } from "~/lib/pages/views";
import { homeLoader } from "~/routes/public/home/home.server";
import { HomePage } from "~/routes/public/home/home-page";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ context }: LoaderFunctionArgs) {
  return data(await homeLoader(context), { headers: cacheHeaders("listing") });
}

export default function Home() {
  return (
    <HomePage
      page={useLoaderData<typeof loader>()}
      site={useRouteLoaderData<{ site: Site }>("root")?.site}
    />
  );
}
