import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { redirect } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { heartAction } from "~/routes/resources/favourite-action.server";

export const handle = resourceRoute({ permission: null, budget: "item" });

/** The address of the form leads to its event. */
export function loader({ params }: LoaderFunctionArgs) {
  return redirect(paths.event(params.eventId ?? ""), 303);
}

/** Action of the heart on cards and event pages. */
export function action({ params, request, context }: ActionFunctionArgs) {
  return heartAction(context, request, params.eventId ?? "");
}
