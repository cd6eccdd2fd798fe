import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { modelAnswer } from "~/routes/admin/ingestion/wizard/model-answer.server";

/** The model's answer as a stream, for the wizard's script. */
export function action({ request, context }: ActionFunctionArgs) {
  return modelAnswer(context, request);
}
