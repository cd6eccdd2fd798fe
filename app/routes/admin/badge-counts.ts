import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { badgeCounts } from "~/modules/administration/badge-counts.server";

/** For the sidebar's script, which asks every 30 s (product.md §9). */
export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json(await badgeCounts(context.deps, context.signedIn), { headers: { "Cache-Control": "private, no-store" } });
}
