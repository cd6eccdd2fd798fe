import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { runAnswerFile } from "~/modules/ingestion/run-answer.server";

/** The answer that a run was started with, as it was pasted. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return runAnswerFile(context.deps, context.signedIn, params.runId ?? "");
}
