import { data } from "@remix-run/cloudflare";
import { eventPage } from "~/components/event-page/event-page.server";
import { withEventFollows } from "~/components/follow/follow-forms.server";
import type { RequestContext } from "~/lib/http/request-context";
import { cacheHeaders } from "~/lib/pages/content-scope";

export type EventPageView = Awaited<ReturnType<typeof showEvent>>["data"];
export type ShowingsView = NonNullable<EventPageView["showings"]>;
export type ShowingTime = ShowingsView["weeks"][number]["days"][number]["times"][number];
export type HostCardView = EventPageView["hosts"][number];
export type EventBadge = NonNullable<EventPageView["badge"]>["kind"];

/** Data of `/events/{id}` with its follow buttons. Pages with private data are not cached. */
export async function showEvent(context: RequestContext, id: string, request: Request) {
  const { pathname, search, searchParams } = new URL(request.url);
  const { scope, ...view } = await eventPage(context, id, searchParams.get("at"));
  const { own, place } = view;
  const isPrivate = own || (place.online?.isForSavers && place.online.href !== null);
  return data(
    { ...view, ...(await withEventFollows(context, view, pathname + search)) },
    { headers: isPrivate ? { "Cache-Control": "private, no-store" } : cacheHeaders(scope) },
  );
}
