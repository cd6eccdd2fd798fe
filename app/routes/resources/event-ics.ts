import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { eventFile } from "~/modules/events/event-file.server";
import { noteVisit } from "~/modules/events/note-visit.server";

/** The event as a calendar file. Who asks for it anew counts as one more calendar; who has it already does not. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = params.eventId ?? "";
  const file = await eventFile(context, request, id);
  if (file.status === 200) noteVisit(context.deps, request, id, "calendar");
  return file;
}
