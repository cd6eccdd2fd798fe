import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { eventFile } from "~/modules/events/ics/event-ics.server";
import { noteVisit } from "~/modules/events/visits/visits.server";

export const handle = resourceRoute({ permission: null, budget: "item" });

/**
 * The event as an iCalendar file. Counts a calendar entry, except for conditional requests that
 * still match.
 */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = params.eventId ?? "";
  const file = await eventFile(context, request, id);
  if (file.status === 200) noteVisit(context.deps, request, id, "calendar");
  return file;
}
