import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { rsvpDataFile } from "~/routes/public/rsvp/rsvp.server";

export const handle = resourceRoute({ permission: null, budget: "page" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return rsvpDataFile(context, params.token ?? "");
}
