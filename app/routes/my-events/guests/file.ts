import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccount } from "~/lib/http/request-context";
import { resourceRoute } from "~/lib/pages/page";
import { guestFile } from "~/routes/my-events/guests/guest-file.server";

export const handle = resourceRoute({ permission: "event:create", budget: "export" });

/** All guests of an event as CSV or JSON, for its hosts. */
export function loader({ params, context }: LoaderFunctionArgs) {
  return guestFile(requireAccount(context), params.eventId ?? "", params.file ?? "");
}
