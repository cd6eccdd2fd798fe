import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { placesTextAt } from "~/components/event-page/event-showings.server";
import { resourceRoute } from "~/lib/pages/page";
import { getListedEvent } from "~/modules/events/get-event.server";

export const handle = resourceRoute({ permission: null, budget: "page" });

/** How many places are left, in a few words, for the button; no cache keeps it. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const event = await getListedEvent(context.deps, params.eventId ?? "");
  const at = new URL(request.url).searchParams.get("at");
  return Response.json(
    { text: await placesTextAt(context, event, at) },
    { headers: { "Cache-Control": "private, no-store" } },
  );
}
