import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { dateParts, formatDate, formatTime, type InstantRange, localDay, type Reader, startOfDay } from "~/lib/dates/dates.server";
import { addDays } from "~/lib/dates/days";
import { FAMILY_COLORS } from "~/lib/drawing/palette";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import type { PageHeadData } from "~/lib/pages/views";
import { type CoverOptions, paths } from "~/lib/paths";
import { foldDigits } from "~/lib/text/digits";
import { type City, listCities } from "~/modules/cities/queries.server";
import type { DayCount } from "~/modules/discovery/count-days";
import { leadingTiles } from "~/modules/discovery/present-tiles.server";
import { type NextEvent, readHome } from "~/modules/discovery/queries.server";
import { CATEGORIES, type CategoryFamily } from "~/modules/events/categories";
import { facetCountsOf } from "~/modules/events/facet-counts.server";
import { DEFAULT_AREA } from "~/modules/events/list-events.server";
import { cityName, coverOf, presentCard } from "~/modules/events/present-event.server";
import { savedAmong } from "~/modules/events/saved-events.server";
import { shownPicture } from "~/modules/media/media-key";

const TRENDING = 5;
const SPOTLIGHT = 5;

/** Covers of the seven arches, chosen so that the star fits the arch and neighbours differ. */
const ARCHES: readonly { seed: string; family: CategoryFamily; finish: NonNullable<CoverOptions["finish"]> }[] = [
  { seed: "arc-94", family: "lajvard", finish: "night" },
  { seed: "arc-47", family: "firoozeh", finish: "glaze" },
  { seed: "arc-132", family: "anar", finish: "glaze" },
  { seed: "arc-106", family: "zafaran", finish: "field" },
  { seed: "arc-18", family: "bademjan", finish: "glaze" },
  { seed: "arc-75", family: "lajvard", finish: "field" },
  { seed: "arc-26", family: "mes", finish: "glaze" },
];

interface Day extends InstantRange {
  day: string;
}

/** Today and the following days in Iran, one per arch. */
function comingDays(now: number): Day[] {
  const { timeZone } = DEFAULT_AREA;
  const today = localDay(now, timeZone);
  return ARCHES.map((_, index) => {
    const day = addDays(today, index);
    return { day, from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
  });
}

/** @param hour 0 to 23 */
function partOfDay(hour: number) {
  if (hour < 5) return "night" as const;
  return hour < 12 ? ("morning" as const) : hour < 17 ? ("afternoon" as const) : ("evening" as const);
}

/** Data of the home page, localized (product.md §2). */
export async function homeLoader({ deps, locale, calendar, origin, seo, signedIn, timeZone }: RequestContext) {
  const reader = { locale, calendar };
  const now = deps.clock.now();
  const days = comingDays(now);
  const [cities, counts] = await Promise.all([listCities(deps), facetCountsOf(deps, null)]);
  const spotlight = cities.filter(({ upcomingCount }) => upcomingCount > 0).slice(0, SPOTLIGHT);
  const nextIds = spotlight.map(({ nextEventId }) => nextEventId).filter((id) => id !== null);
  const found = await readHome(deps, days, TRENDING, nextIds);
  const saved = await savedAmong(
    deps,
    signedIn,
    found.trending.map(({ id }) => id),
  );
  const byId = new Map(cities.map((city) => [city.id, city]));
  const head = pageHead({ origin, locale, seo }, paths.home());

  return {
    head: { ...head, jsonLd: webSite(origin, head) },
    today: formatDate(now, DEFAULT_AREA.timeZone, reader),
    partOfDay: partOfDay(Number(foldDigits(formatTime(now, timeZone ?? DEFAULT_AREA.timeZone, locale)).slice(0, 2))),
    cities: cities.map((city) => ({ slug: city.slug, label: cityName(city, locale) })),
    doors: days.map((day, index) => door(day, index, found.days[index], reader)),
    trending: found.trending.map((event, index) => {
      const card = presentCard(event, { ...reader, now, cities: byId, saved, readerZone: timeZone });
      return index === 0 ? { ...card, cover: coverOf(event, { fine: true }) } : card;
    }),
    tiles: leadingTiles(counts, locale),
    categoryCount: CATEGORIES.length,
    spotlight: spotlight.map((city) => spot(city, found.next, now, locale)),
  };
}

/** Arch of a day. */
function door({ day, from }: Day, index: number, found: DayCount | undefined, reader: Reader) {
  const t = translatorFor(reader.locale);
  const { weekday, day: number, monthShort } = dateParts(from, DEFAULT_AREA.timeZone, reader);
  const { count, exact } = found ?? { count: 0, exact: true };
  const arch = ARCHES[index % ARCHES.length] ?? ARCHES[0];
  return {
    day,
    href: paths.events({ from: day, to: day }),
    label: index === 0 ? t("events:day.tonight") : index === 1 ? t("events:day.tomorrow") : weekday,
    number,
    month: monthShort,
    count: !exact ? t("pages:home.days.more", { count }) : count > 0 ? t("events:count", { count }) : t("pages:home.days.none"),
    cover: arch ? paths.cover(arch.seed, FAMILY_COLORS[arch.family], { finish: arch.finish }) : "",
  };
}

function spot(city: City, next: readonly NextEvent[], now: number, locale: Locale) {
  const t = translatorFor(locale);
  const event = next.find(({ id }) => id === city.nextEventId);
  return {
    slug: city.slug,
    href: paths.city(city.slug),
    name: cityName(city, locale),
    picture: shownPicture(city.heroImageUrl) ?? paths.cityCover(city.slug),
    count: t("pages:home.cities.upcoming", { count: city.upcomingCount }),
    next: event
      ? {
          label: t(event.startsAt > now ? "pages:home.cities.next" : "pages:home.cities.now"),
          title: localized({ en: event.titleEn, fa: event.titleFa }, locale),
          lang: locale === "fa" && event.titleFa ? ("fa" as const) : ("en" as const),
        }
      : null,
  };
}

/** Structured data with the site search (https://schema.org/WebSite). */
function webSite(origin: string, { canonical, siteName, description, locale }: PageHeadData) {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    url: canonical,
    name: siteName,
    description,
    inLanguage: locale,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}${paths.events()}?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}
