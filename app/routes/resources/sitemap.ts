import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { textStream } from "~/lib/text/text-stream";
import { writeSitemap } from "~/modules/syndication/sitemap/write-sitemap.server";

export const handle = resourceRoute({ permission: null, budget: "export" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const pieces = await writeSitemap(context, new URL(request.url).searchParams.get("part"));
  return new Response(await textStream(pieces), {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=600",
    },
  });
}
