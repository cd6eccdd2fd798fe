import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { finishHeart, heartAction } from "~/routes/resources/favourite-action.server";

export const handle = resourceRoute({ permission: null, budget: "item" });

/** Return path after the log-in. */
export function loader({ params, request, context }: LoaderFunctionArgs) {
  return finishHeart(context, request, params.eventId ?? "");
}

/** Action of the heart on cards and event pages. */
export function action({ params, request, context }: ActionFunctionArgs) {
  return heartAction(context, request, params.eventId ?? "");
}
