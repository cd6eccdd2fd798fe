import { leadingTiles } from "~/components/category-tile/present-tiles.server";
import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime, inOtherCalendar } from "~/lib/dates/dates.server";
import { CATEGORIES } from "~/lib/event/categories";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import type { EventCardView, HomeCity, PageHeadData } from "~/lib/pages/views";
import { type FeedFormat, paths } from "~/lib/paths";
import { foldDigits } from "~/lib/text/digits";
import { type City, listCities } from "~/modules/cities/queries.server";
import { eventsForYou, type SuggestionReason } from "~/modules/discovery/for-you.server";
import {
  type CityParts,
  type HomeArea,
  type NextEvent,
  readHome,
  type Trending,
  weekendsOf,
} from "~/modules/discovery/queries.server";
import { withoutRepeats } from "~/modules/discovery/shelves";
import { numberedWeekOf } from "~/modules/discovery/weeks/numbered-week";
import { editorText } from "~/modules/discovery/weeks/published-week.server";
import {
  instantsOf,
  latestWeek,
  picksOf,
  type WeekPick,
} from "~/modules/discovery/weeks/queries.server";
import { facetCountsOf } from "~/modules/events/list/facet-counts.server";
import { DEFAULT_AREA, type EventListRow } from "~/modules/events/list/list-events.server";
import {
  cityName,
  coverOf,
  presentCard,
  savedAmong,
} from "~/modules/events/present/present-event.server";
import { shownPicture } from "~/modules/media/media-files";
import { type HomeDays, homeDays, tonightOf } from "./home-days.server";

export type HomeView = Awaited<ReturnType<typeof homeLoader>>;
export type CitySpotView = HomeView["spotlight"][number];
export type CityPartView = HomeView["parts"][number];
export type ForYouView = NonNullable<HomeView["forYou"]>;

/** The city of readers who have chosen none and are near none. */
const DEFAULT_CITY = "tehran";
/** Cities to choose from, besides the nearest. */
const CHOICES = 5;
/** Events of tonight, or next, on the first screen. */
const OPENING = 6;
const TRENDING = 5;
const FOR_YOU = 4;
const SPOTLIGHT = 5;
/** Upcoming events from which a city counts as busy. */
const BUSY = 3;

/** @param hour 0 to 23 */
function partOfDay(hour: number) {
  if (hour < 5) return "night" as const;
  return hour < 12
    ? ("morning" as const)
    : hour < 17
      ? ("afternoon" as const)
      : ("evening" as const);
}

/**
 * Data of the home page, localized (product.md §2): of the reader's city, or else of the nearest one,
 * or else of Tehran, which the page says.
 */
export async function homeLoader({
  deps,
  locale,
  calendar,
  origin,
  seo,
  signedIn,
  timeZone,
  homeCity,
}: RequestContext) {
  const reader = { locale, calendar };
  const now = deps.clock.now();
  const [cities, counts] = await Promise.all([listCities(deps), facetCountsOf(deps, null)]);
  const find = (slug: string | null) => cities.find((city) => city.slug === slug);
  const home = find(homeCity.slug) ?? null;
  const nearest = find(homeCity.suggested) ?? null;
  const city = home ?? nearest ?? find(DEFAULT_CITY) ?? cities[0];
  const zone = (city ?? DEFAULT_AREA).timeZone;
  const page = {
    ...headOf(origin, locale, seo),
    today: `${formatDate(now, zone, reader, { year: false })} · ${formatDate(now, zone, inOtherCalendar(reader), { weekday: false, year: false })}`,
    partOfDay: partOfDay(
      Number(foldDigits(formatTime(now, timeZone ?? DEFAULT_AREA.timeZone, locale)).slice(0, 2)),
    ),
    cities: cities.map((one) => ({ slug: one.slug, label: cityName(one, locale) })),
    choices: home || homeCity.isAll ? null : cityChoices(cities, nearest, locale),
    tiles: leadingTiles(counts, locale),
    categoryCount: CATEGORIES.length,
  };
  const spotlight = cities.filter(({ upcomingCount }) => upcomingCount >= BUSY).slice(0, SPOTLIGHT);
  const nextIds = spotlight.map(({ nextEventId }) => nextEventId).filter((id) => id !== null);
  if (!city)
    return {
      ...page,
      doors: [],
      opening: null,
      parts: [],
      forYou: null,
      trending: null,
      spotlight: [],
    };
  const [found, week, personal, days] = await Promise.all([
    readHome(deps, TRENDING + PARTS_SHOWN, nextIds, homeArea(city, now)),
    weekPicks(deps, city, now),
    signedIn ? eventsForYou(deps, signedIn, home) : null,
    homeDays(deps, city, now, reader),
  ]);
  const picked = week?.map(({ event }) => event) ?? [];
  const parts = PARTS.map(({ key, size }) => ({
    candidates: [...(key === "picks" ? picked : []), ...found.parts[key]],
    size,
  }));
  const moved = trendingOf(found.trending, home, cityName(city, locale), locale);
  const [opening = [], forYou = [], ...others] = withoutRepeats([
    { candidates: [...found.parts.tonight, ...found.parts.next], size: OPENING },
    { candidates: personal?.suggested.map(({ event }) => event) ?? [], size: FOR_YOU },
    ...parts,
    { candidates: moved.candidates, size: TRENDING },
  ]);
  const trending = others.at(-1) ?? [];
  const shown = others.slice(0, -1);
  const saved = await savedAmong(
    deps,
    signedIn,
    [...opening, ...forYou, ...others.flat()].map(({ id }) => id),
  );
  const byId = new Map(cities.map((one) => [one.id, one]));
  const lines = new Map(
    week?.map(({ event, lineEn, lineFa }) => [
      event.id,
      editorText({ en: lineEn, fa: lineFa }, locale),
    ]),
  );
  const card = (event: EventListRow) => {
    const line = lines.get(event.id);
    return {
      ...presentCard(event, { ...reader, now, cities: byId, saved, readerZone: timeZone }),
      ...(line && { line }),
    };
  };
  const row = (event: EventListRow) => ({ ...card(event), cover: coverOf(event, "thumb") });
  const wide = (event: EventListRow) => ({ ...card(event), cover: coverOf(event, "lead") });
  const isTonight = ({ startsAt }: EventListRow) => startsAt < days.tonight.to;
  const lead =
    opening.find((event) => isTonight(event) && lines.has(event.id)) ?? opening[0] ?? null;

  return {
    ...page,
    doors: days.doors,
    opening: {
      ...openingTexts(city, days, opening.some(isTonight), locale),
      note: home ? null : chosenFor(homeCity, nearest !== null, locale),
      lead: lead && wide(lead),
      rows: opening.filter((event) => event !== lead).map(row),
      hasDay: !opening.every(isTonight),
    },
    parts: PARTS.map((part, index) =>
      presentPart(part, (shown[index] ?? []).map(part.look === "rows" ? row : card), city, locale),
    ).filter((part) => part !== null),
    forYou: personal && presentForYou(personal, forYou.map(card), locale),
    trending:
      trending.length === 0
        ? null
        : {
            ...moved.texts,
            events: trending.map((event, index) => (index === 0 ? wide(event) : card(event))),
          },
    spotlight: spotlight.map((one) => spot(one, found.next, now, locale)),
  };
}

/** The page's head with the structured data of the site. */
function headOf(origin: string, locale: Locale, seo: RequestContext["seo"]) {
  const head = pageHead({ origin, locale, seo }, paths.home());
  const of = (format: FeedFormat) => `${origin}${paths.eventsFeed(format, { lang: locale })}`;
  const feed = {
    title: head.title,
    ics: of("ics"),
    atom: of("atom"),
    rss: of("rss"),
    json: of("json"),
  };
  return { head: { ...head, jsonLd: webSite(origin, head), feed } };
}

/** Cities for a reader who has not chosen one: the nearest first, then the busiest. */
function cityChoices(cities: readonly City[], nearest: City | null, locale: Locale) {
  const t = translatorFor(locale);
  const others = cities.filter((city) => city !== nearest).slice(0, CHOICES);
  const chip = (city: City, note: string | null) => ({
    slug: city.slug,
    name: cityName(city, locale),
    note,
  });
  return {
    cities: [
      ...(nearest ? [chip(nearest, t("pages:home.choose.nearest"))] : []),
      ...others.map((city) => chip(city, null)),
    ],
    all: t("pages:home.choose.all", { count: cities.length }),
  };
}

/** Why the page is of a city that the reader did not choose. */
function chosenFor({ isAll }: HomeCity, isNearest: boolean, locale: Locale): string {
  const t = translatorFor(locale);
  if (isAll) return t("pages:home.opening.ofAll");
  return t(isNearest ? "pages:home.opening.nearest" : "pages:home.opening.default");
}

/**
 * The heading of the first events, with the city between its two parts, and the link to all of them.
 */
function openingTexts(
  city: City,
  { tonight, doors }: HomeDays,
  hasTonight: boolean,
  locale: Locale,
) {
  const t = translatorFor(locale);
  const name = cityName(city, locale);
  // What the arch of tonight counts may be under way, all of it.
  const hasBegun = !hasTonight && (tonight.count ?? 0) > 0;
  const [before = "", after = ""] = t(
    `pages:home.opening.${hasTonight ? "tonight" : hasBegun ? "begun" : "nothing"}`,
    { city: CITY },
  ).split(CITY);
  const next = doors.find(({ hasEvents, isTonight }) => hasEvents && !isTonight);
  return {
    heading: { before, city: name, after },
    /** The next day with events, where tonight has none to go to. */
    next:
      !hasTonight && next
        ? t("pages:home.opening.next", { day: next.label, count: next.count })
        : null,
    all:
      (hasTonight || hasBegun) && tonight.count !== undefined
        ? {
            href: paths.events({ city: city.slug, when: "tonight" }),
            label: t("pages:home.opening.all", { count: tonight.count }),
          }
        : { href: paths.city(city.slug), label: t("pages:home.parts.later", { city: name }) },
  };
}

/** Stands for the city in a heading, whose name is a link. */
const CITY = "CITY";

/**
 * What is trending, and what it says of a week that moved few: events of the reader's city, or else
 * of Iran; then others.
 */
function trendingOf(
  { ofCity, ofAll, popular }: Trending,
  home: City | null,
  name: string,
  locale: Locale,
) {
  const t = translatorFor(locale);
  const own = home ? ofCity : ofAll;
  const isThin = own.length < TRENDING;
  return {
    candidates: [...own, ...ofAll, ...popular],
    texts: {
      title: home
        ? t("pages:home.trending.titleIn", { city: name })
        : t("pages:home.trending.title"),
      note: !isThin
        ? null
        : home
          ? t("pages:home.trending.thinIn", { city: name })
          : t("pages:home.trending.thin"),
    },
  };
}

/** The part of a signed-in person; null when it would be empty and nothing was put aside. */
function presentForYou(
  { suggested, lessCount }: Awaited<ReturnType<typeof eventsForYou>>,
  cards: EventCardView[],
  locale: Locale,
) {
  if (cards.length === 0 && lessCount === 0) return null;
  const t = translatorFor(locale);
  const why = new Map(
    suggested.map(({ event, topic, reason }) => [
      event.id,
      { topic, reason: reasonText(reason, locale) },
    ]),
  );
  return {
    title: t("weeks:forYou.title"),
    cards: cards.map((card) => ({
      card,
      topic: why.get(card.id)?.topic ?? "",
      reason: why.get(card.id)?.reason ?? "",
      label: t("weeks:forYou.lessOf", { title: card.title }),
    })),
    less: t("weeks:forYou.less"),
    nothing: cards.length === 0 ? t("weeks:forYou.nothing") : null,
    again: lessCount > 0 ? t("weeks:forYou.again", { count: lessCount }) : null,
  };
}

/** "Because you follow Niavaran". */
function reasonText(reason: SuggestionReason, locale: Locale): string {
  const t = translatorFor(locale);
  if (reason.of === "liked")
    return t("weeks:forYou.liked", { name: t(`onboarding:interests.names.${reason.interest}`) });
  const name = localized(reason.name, locale);
  return reason.of === "saved"
    ? t("weeks:forYou.saved", { title: name })
    : t(`weeks:forYou.${reason.of}`, { name });
}

/** The picks of the city's latest week that are still to come; null without a week. */
async function weekPicks(
  deps: RequestContext["deps"],
  city: City,
  now: number,
): Promise<WeekPick[] | null> {
  const latest = await latestWeek(deps, city.id);
  if (!latest) return null;
  const picks = await picksOf(
    deps,
    latest.id,
    instantsOf(numberedWeekOf(latest.firstDay, city.countryCode), city),
  );
  return picks.filter(({ event }) => event.startsAt > now && event.lifecycle === "scheduled");
}

/** Parts of the city below its first events, in the order of the page. */
const PARTS = [
  { key: "picks", size: 3, look: "cards" },
  { key: "weekend", size: 4, look: "cards" },
  { key: "ending", size: 4, look: "rows" },
  { key: "fresh", size: 4, look: "cards" },
  { key: "free", size: 6, look: "rows" },
] as const satisfies readonly { key: keyof CityParts; size: number; look: "rows" | "cards" }[];
const PARTS_SHOWN = OPENING + PARTS.reduce((sum, { size }) => sum + size, 0);

function homeArea(city: City, now: number): HomeArea {
  const [weekend] = weekendsOf([city], now);
  if (!weekend) throw new Error("A city has a weekend.");
  return { cityId: city.id, tonight: tonightOf(city, now), weekend };
}

/** A part with its events; null without any. */
function presentPart(
  { key, look }: (typeof PARTS)[number],
  events: EventCardView[],
  city: City,
  locale: Locale,
) {
  const t = translatorFor(locale);
  if (events.length === 0) return null;
  const name = cityName(city, locale);
  const all = {
    picks: paths.cityWeek(city.slug),
    weekend: paths.events({ city: city.slug, when: "weekend" }),
    ending: null,
    fresh: paths.city(city.slug),
    free: paths.events({ city: city.slug, free: true }),
  }[key];
  return {
    key,
    look,
    title: t(`pages:home.parts.${key}`, { city: name }),
    all: all === null ? undefined : { href: all, label: t("pages:home.parts.all") },
    events,
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
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${origin}${paths.events()}?q={search_term_string}`,
      },
      "query-input": "required name=search_term_string",
    },
  };
}
