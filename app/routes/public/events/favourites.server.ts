import { translatorFor } from "~/i18n/messages.server";
import type { Reader } from "~/lib/dates/dates.server";
import type { Deps } from "~/lib/deps";
import { pageHead } from "~/lib/pages/page-head.server";
import type { SeoDefaults } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import type { Actor } from "~/lib/permissions";
import { citiesById } from "~/modules/cities/queries.server";
import type { EventListRow } from "~/modules/events/list/list-events.server";
import { presentCard } from "~/modules/events/present/present-event.server";
import { readFavourites } from "~/modules/saved/queries.server";

/** Maximum number of events shown. The collection lists all. */
const SHOWN = { upcoming: 96, past: 24 };

/** Data of the reader's favourites: upcoming, then past ones (decisions.md §13). */
export async function favouritesLoader(
  {
    deps,
    locale,
    calendar,
    origin,
    seo,
    timeZone,
  }: Reader & { deps: Deps; origin: string; seo: SeoDefaults; timeZone?: string | null },
  actor: Pick<Actor, "id">,
) {
  const t = translatorFor(locale);
  const [cities, { upcoming, past, collectionId }] = await Promise.all([
    citiesById(deps),
    readFavourites(deps, actor, SHOWN),
  ]);
  const now = deps.clock.now();
  const card = (event: EventListRow) =>
    presentCard(event, {
      locale,
      calendar,
      now,
      cities,
      saved: new Set([event.id]),
      readerZone: timeZone,
    });
  const hasMore = upcoming.length > SHOWN.upcoming || past.length > SHOWN.past;
  return {
    view: "favourites" as const,
    head: pageHead({ origin, locale, seo }, paths.favourites(), {
      title: t("collections:favourites.title"),
      description: t("collections:favourites.description"),
      noindex: true,
    }),
    title: t("collections:favourites.title"),
    lead: t("collections:favourites.description"),
    collections: t("collections:favourites.collections"),
    groups: [
      {
        key: "upcoming",
        title: t("collections:favourites.upcoming"),
        events: upcoming.slice(0, SHOWN.upcoming).map(card),
      },
      {
        key: "past",
        title: t("collections:favourites.past"),
        events: past.slice(0, SHOWN.past).map(card),
      },
    ].filter(({ events }) => events.length > 0),
    all:
      hasMore && collectionId
        ? { href: paths.collection(collectionId), label: t("collections:favourites.all") }
        : null,
    empty: {
      title: t("collections:favourites.empty"),
      text: t("collections:favourites.emptyText"),
      action: t("collections:emptyAction"),
    },
  };
}
