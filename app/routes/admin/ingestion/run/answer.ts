import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { runAnswerFile } from "~/modules/intake/ingestion/run-answer.server";

/** The pasted answer of a run, as a file. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return runAnswerFile(context.deps, context.signedIn, params.runId ?? "");
}
