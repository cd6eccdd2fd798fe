import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { finishFollow, followAction } from "~/routes/resources/follow-action.server";

export const handle = resourceRoute({ permission: null, budget: "item" });

/** Return path after the log-in. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return finishFollow(context, request);
}

/** Action of the follow buttons. */
export function action({ request, context }: ActionFunctionArgs) {
  return followAction(context, request);
}
