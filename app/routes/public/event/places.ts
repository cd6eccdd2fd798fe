import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { rsvpPlaces } from "~/routes/public/event/event.server";

export const handle = resourceRoute({ permission: null, budget: "page" });

export function loader({ params, request, context }: LoaderFunctionArgs) {
  return rsvpPlaces(context, params.eventId ?? "", request);
}
