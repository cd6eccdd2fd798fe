import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { readRunUpdate } from "~/routes/admin/ingestion/run.server";

export const handle = resourceRoute({ permission: "ingestion:manage", budget: "export" });

/** Changes of a run as JSON, polled by its page every few seconds. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const update = await readRunUpdate(
    context,
    params.runId ?? "",
    new URL(request.url).searchParams.get("after"),
  );
  return Response.json(update, { headers: { "Cache-Control": "private, no-store" } });
}
