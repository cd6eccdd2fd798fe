import { type Locale, localized } from "../../../i18n/locale";
import { calendarTexts } from "../../../lib/dates/calendar-texts.server";
import { readerOf } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { hostFacet } from "../../../lib/event/host-keys";
import type { EventCardView } from "../../../lib/pages/views";
import { paths } from "../../../lib/paths";
import { citiesById, findCityBySlug } from "../../cities/queries.server";
import { readPublishedWeek, weekTitle } from "../../discovery/weeks/published-week.server";
import {
  type EventListRow,
  eachOnce,
  LIST_COLUMNS,
  type Once,
} from "../../events/event-columns.server";
import { getListedEvent } from "../../events/get-event.server";
import { profileOf, upcomingOf } from "../../events/list/creator-events.server";
import { listEachOnce } from "../../events/list/list-events.server";
import { listTexts } from "../../events/list/request-text.server";
import { cityName, presentCard } from "../../events/present/present-event.server";
import { parseEventQuery } from "../../events/schema";
import { findHost, hostName, hostPath } from "../../hosts/find-host.server";
import { listHostEvents } from "../../hosts/host-events.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { type EmbedQuery, LATEST_WEEK } from "./schema";

/**
 * The next events of a city, category, venue or organizer, or a city's weekly picks, for other
 * sites. Addresses are absolute.
 */
export interface EmbeddedList {
  locale: Locale;
  title: string;
  /** The whole list, here. */
  href: string;
  /** Whether the event, city, venue or organizer in the request exists. */
  isFound: boolean;
  events: (EventCardView & { whole: string })[];
  words: { nothing: string; more: string; name: string };
}

export async function embeddedList(
  { deps, locale, origin }: { deps: Deps; locale: Locale; origin: string },
  asked: EmbedQuery,
): Promise<EmbeddedList> {
  const [list, cities, { branding }] = await Promise.all([
    chosenList(deps, locale, asked),
    citiesById(deps),
    settingsOf(deps),
  ]);
  const reader = readerOf(locale);
  const now = deps.clock.now();
  const t = calendarTexts(locale);
  return {
    locale,
    title: list.title,
    href: `${origin}${list.path}`,
    isFound: list.isFound,
    events: list.events.map((event) => {
      const card = presentCard(event, { ...reader, now, cities, saved: null });
      return { ...card, whole: `${origin}${paths.inLanguage(card.href, locale)}` };
    }),
    words: {
      nothing: t("calendar:embed.nothing"),
      more: t("calendar:embed.more", { site: branding.companyName[locale] }),
      name: branding.companyName[locale],
    },
  };
}

/** An event that is gone leaves an empty list. */
function orNone(error: unknown): null {
  if (isRefusal(error, "not-found")) return null;
  throw error;
}

/**
 * The requested events; all cities' where a venue or an organizer is unknown, and the city's where
 * it has no picks, since the list is part of another site.
 */
async function chosenList(
  deps: Deps,
  locale: Locale,
  { event: id, by, city, category, venue, organizer, week, limit }: EmbedQuery,
): Promise<{ isFound: boolean; events: Once<EventListRow>[]; title: string; path: string }> {
  if (id) {
    const event = await getListedEvent(deps, id).catch(orNone);
    const title = event
      ? localized({ en: event.titleEn, fa: event.titleFa }, locale)
      : listTexts(null, undefined, locale).title;
    return {
      isFound: event !== null,
      events: eachOnce<EventListRow>(event ? [event] : []),
      title,
      path: event
        ? paths.inLanguage(paths.event(event.id), locale)
        : paths.events({ lang: locale }),
    };
  }
  const profile = by === null ? null : await profileOf(deps, by);
  if (profile?.displayName && profile.emailVerifiedAt !== null)
    return {
      isFound: true,
      events: eachOnce<EventListRow>(await upcomingOf(deps, profile.id, limit)),
      title: profile.displayName,
      path: paths.inLanguage(paths.user(profile.id), locale),
    };
  const [citySlug = null, slug = null] = venue?.split("/") ?? [null, organizer];
  const host = slug === null ? null : await findHost(deps, { citySlug, slug });
  if (host) {
    const { events } = await listHostEvents(deps, hostFacet(host.kind, host.row.id), { limit });
    return {
      isFound: true,
      events,
      title: hostName(host.row, locale).name,
      path: hostPath(host, { lang: locale }),
    };
  }
  const place = week && city ? await findCityBySlug(deps, city) : undefined;
  const published =
    place && (await readPublishedWeek(deps, place, week === LATEST_WEEK ? null : week));
  if (published && published.picks.length > 0)
    return {
      isFound: true,
      events: eachOnce(published.picks.map(({ event }) => event)).slice(0, limit),
      title: weekTitle(place, published.picks.length, locale),
      path: paths.cityWeek(place.slug, published.week.key, { lang: locale }),
    };
  const { query } = parseEventQuery(
    new URLSearchParams({ ...(city && { city }), ...(category && { category }) }),
  );
  const list = await listEachOnce(deps, { ...query, limit }, LIST_COLUMNS);
  return {
    isFound: slug === null && by === null && (city === null || Boolean(list.city)),
    events: list.events,
    title: listTexts(list.city ? cityName(list.city, locale) : null, query.categories[0], locale)
      .title,
    path: paths.events({ city: list.city?.slug, category, lang: locale }),
  };
}
