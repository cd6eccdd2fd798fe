import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { eventPage } from "~/components/event-page/event-page.server";
import { rsvpOf } from "~/components/event-page/event-showings.server";
import { withEventFollows } from "~/components/follow/follow-list.server";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { page } from "~/lib/pages/page";
import { EventPage } from "~/routes/public/event/event-page";

export type EventPageView = Awaited<ReturnType<typeof loader>>["data"];
export type ShowingsView = NonNullable<EventPageView["showings"]>;
export type ShowingTime = ShowingsView["weeks"][number]["days"][number]["times"][number];
export type HostCardView = EventPageView["hosts"][number];
export type EventBadge = NonNullable<EventPageView["badge"]>["kind"];

export const handle = page({ permission: null, budget: "page" });

/** An event with its follow buttons. Pages with private data are not cached. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = params.eventId ?? "";
  const { pathname, search, searchParams } = new URL(request.url);
  const at = searchParams.get("at");
  const [{ scope, ...view }, rsvp] = await Promise.all([
    eventPage(context, id, at),
    rsvpOf(context, id, at),
  ]);
  const { own, place } = view;
  const isPrivate = own || (place.online?.isForSavers && place.online.href !== null);
  return data(
    {
      ...view,
      rsvp: view.main === null ? null : rsvp,
      ...(await withEventFollows(context, view, pathname + search)),
    },
    { headers: isPrivate ? { "Cache-Control": "private, no-store" } : cacheHeaders(scope) },
  );
}

export default function Event() {
  return <EventPage page={useLoaderData<typeof loader>()} />;
}
