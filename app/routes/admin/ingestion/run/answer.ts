import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { runAnswerFile } from "~/modules/intake/ingestion/run-answer.server";

export const handle = resourceRoute({ permission: "ingestion:manage", budget: "staff" });

/** The pasted answer of a run, as a file. */
export function loader({ context, params }: LoaderFunctionArgs) {
  return runAnswerFile(context.deps, context.signedIn, params.runId ?? "");
}
