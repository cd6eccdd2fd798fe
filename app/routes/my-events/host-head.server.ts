import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import type { EventRow } from "~/modules/events/event-columns.server";
import { getVisibleEvent } from "~/modules/events/get-event.server";
import { formatDatedWhen } from "~/modules/events/present/event-times.server";
import { coverOf } from "~/modules/events/present/present-event.server";
import { type HostRole, hostRole, mayHost } from "~/modules/hosting/host-access.server";

const TABS = ["overview", "guests", "messages", "rsvp", "door", "people"] as const;
type HostTab = (typeof TABS)[number];

/** The head of an event's pages for its hosts. @param role null for staff, who see the numbers */
export function presentHostHead(
  { locale, calendar }: SignedInContext,
  event: EventRow,
  role: HostRole | null,
  current: HostTab,
) {
  const t = translatorFor(locale);
  const { id, status, lifecycle } = event;
  const isStaff = role === null;
  const tabs: Record<HostTab, string | null> = {
    overview: isStaff || mayHost(role, "numbers") ? paths.hostPage(id) : null,
    guests: isStaff || mayHost(role, "guests") ? paths.hostPage(id, { tab: "going" }) : null,
    messages: mayHost(role, "guests") ? paths.hostMessages(id) : null,
    rsvp: mayHost(role, "settings") ? paths.hostSettings(id) : null,
    door: mayHost(role, "door") ? paths.eventDoors(id) : null,
    people: mayHost(role, "people") ? paths.eventPeople(id) : null,
  };
  return {
    title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
    titleLang: locale === "fa" && !event.titleFa ? ("en" as const) : undefined,
    cover: coverOf(event),
    focus: event.imageFocus,
    badge:
      status === "approved" && lifecycle !== "scheduled"
        ? { status: lifecycle, label: t(`events:${lifecycle}`) }
        : { status, label: t(`authoring:status.${status}`) },
    facts: listOf(locale, [
      localized({ en: event.venueEn, fa: event.venueFa }, locale),
      formatDatedWhen(event, { locale, calendar }),
    ]),
    event: paths.event(id),
    embed: paths.embedBuilder({ event: id }),
    edit: mayHost(role, "edit") ? paths.editEvent(id) : null,
    tabs: TABS.flatMap((name) => {
      const href = tabs[name];
      return href === null ? [] : [{ name, label: t(`guests:pages.${name}`), href }];
    }),
    current,
  };
}

/** The same, for a page whose rules have let its reader in. */
export async function hostHead(context: SignedInContext, eventId: string, current: HostTab) {
  const { deps, signedIn } = context;
  const [event, role] = await Promise.all([
    getVisibleEvent(deps, signedIn, eventId, () => true),
    hostRole(deps, signedIn.id, { kind: "event", id: eventId }),
  ]);
  return presentHostHead(context, event, role, current);
}
