import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { runLogFile } from "~/routes/admin/ingestion/run.server";

/** CSV download of a run's log. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return runLogFile(context, params.runId ?? "", "csv");
}
