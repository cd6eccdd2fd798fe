import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { isThursdayWeekend, localDay, presetRange } from "~/lib/dates/dates.server";
import { addDays } from "~/lib/dates/days";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { type City, listCities } from "~/modules/cities/queries.server";
import { MOODS } from "~/modules/discovery/moods";
import { type DiscoverEvents, readDiscover, type Weekend } from "~/modules/discovery/queries.server";
import { fillShelves } from "~/modules/discovery/shelves";
import { findCategory } from "~/modules/events/categories";
import type { EventListRow } from "~/modules/events/list-events.server";
import { cityName, presentCard } from "~/modules/events/present-event.server";
import { savedAmong } from "~/modules/events/saved-events.server";
import { isFlagOn } from "~/modules/flags/known-flags";

/** Default city of the city shelf. */
const FIRST_CITY = "tehran";
const SHELF = 4;
const MOOD_LINES = 3;
/** Radius of the surroundings of a city without events, km. */
const AROUND = 100;

const SHELVES = ["featured", "weekend", "city", "free", "families", "fresh"] as const satisfies readonly (keyof DiscoverEvents)[];
type ShelfKey = (typeof SHELVES)[number];

/** URL of a shelf's full list. Featured and new events have no filter, so their link leads to all upcoming events. */
function listOf(key: ShelfKey, city: City): string {
  switch (key) {
    case "weekend":
      return paths.events({ when: "weekend" });
    case "city":
      return paths.events({ city: city.slug });
    case "free":
      return paths.events({ free: true });
    case "families":
      return paths.events({ category: "kids-family" });
    default:
      return paths.events();
  }
}

const slugsOf = (names: readonly string[]) => names.map((name) => findCategory(name)?.slug ?? name);

/** Data of the discover page. `?city=` selects the city of the city shelf. */
export async function discoverLoader(
  { deps, locale, calendar, origin, seo, signedIn, timeZone, flags }: RequestContext,
  params: URLSearchParams,
) {
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const cities = await listCities(deps);
  const bySlug = (slug: string | null) => cities.find((city) => city.slug === slug);
  const city = bySlug(params.get("city")) ?? bySlug(FIRST_CITY) ?? cities[0];
  const head = pageHead({ origin, locale, seo }, paths.discover(), {
    title: t("pages:discover.title"),
    description: t("pages:discover.description"),
  });
  if (!city) return { head, shelves: [], moods: [], city: null };

  const found = await readDiscover(deps, weekendsOf(cities, now), city.id);
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
  const card = (event: EventListRow) => presentCard(event, { locale, calendar, now, cities: byId, saved, readerZone: timeZone });
  const name = cityName(city, locale);

  return {
    head,
    shelves: SHELVES.map((key, index) => ({
      key,
      title: t(`pages:discover.shelves.${key}.title`, { city: name }),
      line: t(`pages:discover.shelves.${key}.line`),
      all: { href: listOf(key, city), label: t(`pages:discover.shelves.${key}.all`, { city: name }) },
      events: (stocked[index] ?? []).map(card),
    })).filter(({ key, events }) => key === "city" || events.length > 0),
    moods: isFlagOn(flags, "discover.moods") ? moodPanels(found.moods, locale, card) : [],
    city: {
      slug: city.slug,
      name,
      around: { href: paths.events({ city: city.slug, radius: AROUND }), label: t("pages:discover.around", { km: AROUND, city: name }) },
      choices: cities.map((one) => ({ slug: one.slug, label: cityName(one, locale) })),
    },
  };
}

/**
 * "This weekend" by country: Thursday and Friday in Iran and Afghanistan, Saturday and Sunday elsewhere (decisions.md §2), in each
 * event's time zone.
 */
function weekendsOf(cities: readonly City[], now: number): Weekend[] {
  const found = new Map<boolean, { days: Set<string>; cityIds: string[]; from: number; to: number }>();
  const ranges = new Map<string, ReturnType<typeof presetRange>>();
  for (const { id, timeZone, countryCode } of cities) {
    const isEarly = isThursdayWeekend(countryCode);
    const key = `${timeZone} ${isEarly}`;
    if (!ranges.has(key)) ranges.set(key, presetRange("weekend", now, timeZone, countryCode));
    const range = ranges.get(key);
    if (!range) continue;
    const weekend = found.get(isEarly) ?? { days: new Set(), cityIds: [], ...range };
    for (let day = localDay(range.from, timeZone); day <= localDay(range.to - 1, timeZone); day = addDays(day, 1)) weekend.days.add(day);
    weekend.cityIds.push(id);
    weekend.from = Math.min(weekend.from, range.from);
    weekend.to = Math.max(weekend.to, range.to);
    found.set(isEarly, weekend);
  }
  return [...found.values()].map(({ days, ...weekend }) => ({ ...weekend, days: [...days] }));
}

/** A few rows for each mood with events. Thumbnails instead of covers keep it small. */
function moodPanels(found: DiscoverEvents["moods"], locale: Locale, card: (event: EventListRow) => ReturnType<typeof presentCard>) {
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
    href: paths.events({ category: slugsOf(categories) }),
    events: (stocked[index] ?? []).map((event) => {
      const { id, href, title: eventTitle, titleLang, cover, focus, startsAt, tile, time, city } = card(event);
      return {
        id,
        href,
        title: eventTitle,
        titleLang,
        cover,
        ...(focus && { focus }),
        startsAt,
        when: `${tile.weekday} ${tile.day} ${tile.month}`,
        time,
        city,
      };
    }),
  }));
}
