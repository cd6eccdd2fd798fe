import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { runLogFile } from "~/routes/admin/ingestion/run.server";

export const handle = resourceRoute({ permission: "ingestion:manage", budget: "export" });

/** CSV download of a run's log. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return runLogFile(context, params.runId ?? "", "csv");
}
