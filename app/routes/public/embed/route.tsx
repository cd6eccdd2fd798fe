import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { embedBuilder } from "~/routes/public/embed/embed.server";
import { EmbedBuilder } from "~/routes/public/embed/embed-builder";

export const handle = page({ permission: null, budget: "page" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  return data(await embedBuilder(context, new URL(request.url).searchParams), {
    headers: cacheHeaders("site"),
  });
}

export default function Embed() {
  return <EmbedBuilder page={useLoaderData<typeof loader>()} />;
}
