import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { runLogFile } from "~/routes/admin/ingestion/run.server";

/** A run's log as a text file. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return runLogFile(context, params.runId ?? "", "txt");
}
