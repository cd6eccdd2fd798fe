import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { readHelp } from "~/routes/public/help/help.server";
import { HelpCenter } from "~/routes/public/help/help-center";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await readHelp(context, new URL(request.url).searchParams), {
    headers: cacheHeaders("site"),
  });
}

export default function HelpPage() {
  return <HelpCenter {...useLoaderData<typeof loader>()} />;
}
