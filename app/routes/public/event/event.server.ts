import { data } from "@remix-run/cloudflare";
import { eventPage } from "~/components/event-page/event-page.server";
import { placesText } from "~/components/event-page/event-showings.server";
import { withEventFollows } from "~/components/follow/follow-list.server";
import { translatorFor } from "~/i18n/messages.server";
import { orNull } from "~/lib/errors";
import type { RequestContext } from "~/lib/http/request-context";
import { cacheHeaders } from "~/lib/pages/content-scope";
import { paths } from "~/lib/paths";
import type { EventRow } from "~/modules/events/event-columns.server";
import { getListedEvent } from "~/modules/events/get-event.server";
import { chosenShowing, getHosting, hostedShowingsOf } from "~/modules/hosting/showings.server";

export type EventPageView = Awaited<ReturnType<typeof showEvent>>["data"];
export type ShowingsView = NonNullable<EventPageView["showings"]>;
export type ShowingTime = ShowingsView["weeks"][number]["days"][number]["times"][number];
export type HostCardView = EventPageView["hosts"][number];
export type EventBadge = NonNullable<EventPageView["badge"]>["kind"];

/** Data of `/events/{id}` with its follow buttons. Pages with private data are not cached. */
export async function showEvent(context: RequestContext, id: string, request: Request) {
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

/**
 * The way to a place at the event; null where it takes no RSVPs. How many are left is as old as the
 * page, which is kept for everyone: with a script the button asks again.
 */
async function rsvpOf(context: RequestContext, id: string, at: string | null) {
  const { deps, locale } = context;
  const { isOn, needsApproval } = await getHosting(deps, id);
  if (!isOn) return null;
  const event = await orNull(getListedEvent(deps, id));
  return {
    href: paths.rsvpForm(id, { at }),
    places: paths.rsvpPlaces(id, { at }),
    label: translatorFor(locale)(needsApproval ? "hosting:box.ask" : "hosting:box.going"),
    left: event && (await placesOf(context, event, at)),
  };
}

async function placesOf(
  { deps, locale, calendar }: RequestContext,
  { id, timeZone }: Pick<EventRow, "id" | "timeZone">,
  at: string | null,
): Promise<string | null> {
  const showing = chosenShowing(await hostedShowingsOf(deps, id), at);
  return showing ? placesText(showing, timeZone, { locale, calendar }) : null;
}

/** How many places are left, in a few words, for the button; no cache keeps it. */
export async function rsvpPlaces(context: RequestContext, id: string, request: Request) {
  const event = await getListedEvent(context.deps, id);
  const at = new URL(request.url).searchParams.get("at");
  return Response.json(
    { text: await placesOf(context, event, at) },
    { headers: { "Cache-Control": "private, no-store" } },
  );
}
