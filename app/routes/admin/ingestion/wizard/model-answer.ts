import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { modelAnswer } from "~/routes/admin/ingestion/wizard/model-answer.server";

/** For the wizard's script: the model's answer as it comes. */
export function action({ request, context }: ActionFunctionArgs) {
  return modelAnswer(context, request);
}
