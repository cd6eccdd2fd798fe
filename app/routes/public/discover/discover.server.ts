import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { findCategory } from "~/lib/event/categories";
import { FILTER_KEYS, type FilterKey } from "~/lib/event/event-fields";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { ALL_CITIES, paths } from "~/lib/paths";
import { type City, listCities } from "~/modules/cities/queries.server";
import { type DiscoverEvents, readDiscover, weekendsOf } from "~/modules/discovery/queries.server";
import { fillShelves, MOODS } from "~/modules/discovery/shelves";
import type { EventListRow } from "~/modules/events/list/list-events.server";
import { cityName, presentCard, savedAmong } from "~/modules/events/present/present-event.server";
import { isFlagOn } from "~/modules/settings/flags/known-flags";

export type DiscoverView = Awaited<ReturnType<typeof discoverLoader>>;
export type ShelfView = DiscoverView["shelves"][number];
export type MoodView = DiscoverView["moods"][number];
export type ChosenCityView = NonNullable<DiscoverView["city"]>;

/** Default city of the city shelf. */
const FIRST_CITY = "tehran";
const SHELF = 4;
const MOOD_LINES = 3;
/** Radius of the surroundings of a city without events, km. */
const AROUND = 100;

const SHELVES = [
  "featured",
  "weekend",
  "city",
  "free",
  "families",
  "fresh",
] as const satisfies readonly (keyof DiscoverEvents)[];
type ShelfKey = (typeof SHELVES)[number];

/**
 * URL of a shelf's full list. Featured and new events have no filter, so their link leads to all
 * upcoming events.
 */
function addressOf(
  key: ShelfKey,
  city: City,
  feature: FilterKey | null,
  everywhere: string | null,
): string {
  switch (key) {
    case "weekend":
      return paths.events({ city: everywhere, when: "weekend" });
    case "city":
      return paths.events({
        city: city.slug,
        ...(feature === "online" ? { online: 1 } : { trait: feature }),
      });
    case "free":
      return paths.events({ city: everywhere, free: true });
    case "families":
      return paths.events({ city: everywhere, category: "kids-family" });
    default:
      return paths.events({ city: everywhere });
  }
}

const slugsOf = (names: readonly string[]) => names.map((name) => findCategory(name)?.slug ?? name);

/**
 * The first feature that the parameters of /events name; the form of the shelf names `online` like
 * a trait.
 */
const featureOf = (params: URLSearchParams): FilterKey | null => {
  const named = params.getAll("trait").flatMap((list) => list.toLowerCase().split(","));
  if (params.get("online") === "1") named.push("online");
  return FILTER_KEYS.find((key) => named.includes(key)) ?? null;
};

/**
 * Data of the discover page. `?city=` selects the city of the city shelf, `?trait=` or `?online=1`
 * what its events have.
 */
export async function discoverLoader(
  { deps, locale, calendar, origin, seo, signedIn, timeZone, flags, homeCity }: RequestContext,
  params: URLSearchParams,
) {
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const cities = await listCities(deps);
  const bySlug = (slug: string | null) => cities.find((city) => city.slug === slug);
  const city =
    bySlug(params.get("city")) ?? bySlug(homeCity.slug) ?? bySlug(FIRST_CITY) ?? cities[0];
  const head = pageHead({ origin, locale, seo }, paths.discover(), {
    title: t("pages:discover.title"),
    description: t("pages:discover.description"),
  });
  if (!city) return { head, shelves: [], moods: [], city: null };

  const feature = featureOf(params);
  const found = await readDiscover(deps, weekendsOf(cities, now), city.id, feature);
  const byId = new Map(cities.map((one) => [one.id, one]));
  const stocked = fillShelves(
    SHELVES.map((key) => found[key]),
    SHELF,
  );
  const saved = await savedAmong(
    deps,
    signedIn,
    stocked.flatMap((shelf) => shelf.map(({ id }) => id)),
  );
  const card = (event: EventListRow) =>
    presentCard(event, { locale, calendar, now, cities: byId, saved, readerZone: timeZone });
  const name = cityName(city, locale);
  // Without it the full list would be that of the reader's city.
  const everywhere = homeCity.slug === null ? null : ALL_CITIES;

  return {
    head,
    shelves: SHELVES.map((key, index) => ({
      key,
      title: t(`pages:discover.shelves.${key}.title`, { city: name }),
      line: t(`pages:discover.shelves.${key}.line`),
      all: {
        href: addressOf(key, city, feature, everywhere),
        label: t(`pages:discover.shelves.${key}.all`, { city: name }),
      },
      events: (stocked[index] ?? []).map(card),
    })).filter(({ key, events }) => key === "city" || events.length > 0),
    moods: isFlagOn(flags, "discover.moods")
      ? moodPanels(found.moods, locale, everywhere, card)
      : [],
    city: {
      slug: city.slug,
      name,
      around: {
        href: paths.events({ city: city.slug, radius: AROUND }),
        label: t("pages:discover.around", { km: AROUND, city: name }),
      },
      choices: cities.map((one) => ({ slug: one.slug, label: cityName(one, locale) })),
      feature,
      features: FILTER_KEYS.map((key) => ({ key, label: t(`events:trait.${key}`) })),
      empty:
        feature === null
          ? t("pages:discover.emptyCity", { city: name })
          : t("pages:discover.emptyFeature", { city: name, feature: t(`events:trait.${feature}`) }),
    },
  };
}

/** A few rows for each mood with events. Thumbnails instead of covers keep it small. */
function moodPanels(
  found: DiscoverEvents["moods"],
  locale: Locale,
  everywhere: string | null,
  card: (event: EventListRow) => ReturnType<typeof presentCard>,
) {
  const withEvents = MOODS.filter(({ key }) => (found.get(key) ?? []).length > 0);
  const stocked = fillShelves(
    withEvents.map(({ key }) => found.get(key) ?? []),
    MOOD_LINES,
  );
  return withEvents.map(({ key, title, line, family, icon, categories }, index) => ({
    key,
    title: title[locale],
    line: line[locale],
    family,
    icon,
    href: paths.events({ city: everywhere, category: slugsOf(categories) }),
    events: (stocked[index] ?? []).map((event) => {
      const {
        id,
        href,
        title: eventTitle,
        titleLang,
        cover,
        focus,
        startsAt,
        tile,
        when,
        city,
      } = card(event);
      return {
        id,
        href,
        title: eventTitle,
        titleLang,
        cover,
        ...(focus && { focus }),
        startsAt,
        day: `${tile.weekday} ${tile.day} ${tile.month}`,
        when,
        city,
      };
    }),
  }));
}
