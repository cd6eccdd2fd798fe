import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { getListedEvent } from "~/modules/events/get-event.server";
import { noteVisit } from "~/modules/events/visits/visits.server";

export const handle = resourceRoute({ permission: null, budget: "item" });

/** Counts a share, sent as a beacon. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const event = await getListedEvent(context.deps, params.eventId ?? "");
  noteVisit(context.deps, request, event.id, "share");
  return new Response(null, { status: 204 });
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const event = await getListedEvent(context.deps, params.eventId ?? "");
  return redirect(inLanguageOf(request, paths.event(event.id)));
}
