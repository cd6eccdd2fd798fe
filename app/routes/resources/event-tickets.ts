import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { ticketUrlOf } from "~/modules/events/leave-event.server";
import { noteVisit } from "~/modules/events/visits/visits.server";

export const handle = resourceRoute({ permission: null, budget: "item" });

/** Counts the click and redirects to the ticket page. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = params.eventId ?? "";
  const url = await ticketUrlOf(context.deps, id, new URL(request.url).searchParams.get("at"));
  noteVisit(context.deps, request, id, "ticket");
  return redirect(url, {
    status: 302,
    headers: { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" },
  });
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
