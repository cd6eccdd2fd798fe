import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { modelAnswer } from "~/routes/admin/ingestion/wizard/model-answer.server";

export const handle = resourceRoute({ permission: "ingestion:manage", budget: "staff" });

/** The model's answer as a stream, for the wizard's script. */
export function action({ request, context }: ActionFunctionArgs) {
  return modelAnswer(context, request);
}
