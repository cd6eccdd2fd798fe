import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { badgeCounts } from "~/modules/operations/badge-counts.server";

export const handle = resourceRoute({ permission: "admin:enter", budget: "staff" });

/** Badge counts as JSON, polled by the sidebar every 30 s (product.md §9). */
export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await badgeCounts(context.deps, context.signedIn), {
    headers: { "Cache-Control": "private, no-store" },
  });
}
