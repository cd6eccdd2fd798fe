import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { Developers } from "~/routes/public/developers/developers";
import { developersPage } from "~/routes/public/developers/developers.server";

export const handle = page({ permission: null, budget: "page" });

export function loader({ context }: LoaderFunctionArgs) {
  return data(developersPage(context), { headers: cacheHeaders("site") });
}

export default function DevelopersRoute() {
  return <Developers page={useLoaderData<typeof loader>()} />;
}
