import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { runLogFile } from "~/modules/ingestion/run-page.server";

/** A run's log as a text file. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return runLogFile(context, params.runId ?? "", "txt");
}
