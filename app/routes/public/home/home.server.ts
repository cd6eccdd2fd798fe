import { leadingTiles } from "~/components/category-tile/present-tiles.server";
import { type Locale, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  type InstantRange,
  localDay,
  presetRange,
  type Reader,
  startOfDay,
} from "~/lib/dates/dates.server";
import { addDays } from "~/lib/dates/days";
import { CATEGORIES } from "~/lib/event/categories";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import type { EventCardView, PageHeadData } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { foldDigits } from "~/lib/text/digits";
import { type City, listCities } from "~/modules/cities/queries.server";
import { eventsForYou, type SuggestionReason } from "~/modules/discovery/for-you.server";
import {
  type CityParts,
  type HomeArea,
  type NextEvent,
  readHome,
  weekendsOf,
} from "~/modules/discovery/queries.server";
import type { DayCount } from "~/modules/discovery/shelves";
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
import type { Area } from "~/modules/events/list/list-filters.server";
import { cityName, coverOf, presentCard } from "~/modules/events/present/present-event.server";
import { savedAmong } from "~/modules/events/saved-events.server";
import { shownPicture } from "~/modules/media/media-files";

export type HomeView = Awaited<ReturnType<typeof homeLoader>>;
export type DoorView = ReturnType<typeof door>;
export type CitySpotView = HomeView["spotlight"][number];
export type CityPartView = HomeView["parts"][number];
export type ForYouView = NonNullable<HomeView["forYou"]>;

const TRENDING = 5;
const FOR_YOU = 4;
const SPOTLIGHT = 5;
/** Upcoming events from which a city counts as busy. */
const BUSY = 3;

/** Covers of the seven arches. */
const ARCHES = ["arch-1", "arch-2", "arch-3", "arch-4", "arch-5", "arch-6", "arch-7"] as const;

interface Day extends InstantRange {
  day: string;
}

/** Today and the following days of the area, one per arch. */
function comingDays(now: number, { timeZone }: Area): Day[] {
  const today = localDay(now, timeZone);
  return ARCHES.map((_, index) => {
    const day = addDays(today, index);
    return { day, from: startOfDay(day, timeZone), to: startOfDay(addDays(day, 1), timeZone) };
  });
}

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
 * Data of the home page, localized (product.md §2); of the reader's city first, once they have
 * chosen one.
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
  const home = cities.find(({ slug }) => slug === homeCity.slug) ?? null;
  const area: Area = home ?? DEFAULT_AREA;
  const days = comingDays(now, area);
  const spotlight = cities.filter(({ upcomingCount }) => upcomingCount >= BUSY).slice(0, SPOTLIGHT);
  const nextIds = spotlight.map(({ nextEventId }) => nextEventId).filter((id) => id !== null);
  const [found, week, personal] = await Promise.all([
    readHome(deps, days, TRENDING + PARTS_SHOWN, nextIds, home && homeArea(home, now)),
    home ? weekPicks(deps, home, now) : null,
    signedIn ? eventsForYou(deps, signedIn, home) : null,
  ]);
  const picked = week?.map(({ event }) => event) ?? [];
  const parts = PARTS.map(({ key, size }) => ({
    candidates: [...(key === "picks" ? picked : []), ...(found.parts?.[key] ?? [])],
    size,
  }));
  const [first = [], forYou = [], ...others] = withoutRepeats([
    ...parts.slice(0, 1),
    { candidates: personal?.suggested.map(({ event }) => event) ?? [], size: FOR_YOU },
    ...parts.slice(1),
    { candidates: found.trending, size: TRENDING },
  ]);
  const trending = others.pop() ?? [];
  const shown = [first, ...others];
  const saved = await savedAmong(
    deps,
    signedIn,
    [...shown.flat(), ...forYou, ...trending].map(({ id }) => id),
  );
  const byId = new Map(cities.map((city) => [city.id, city]));
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
  const row = (event: EventListRow) => ({
    ...card(event),
    cover: coverOf(event, "thumb"),
  });
  const head = pageHead({ origin, locale, seo }, paths.home());
  const isNight = startsYesterday(area, now);
  const doors = days.map((day, index) =>
    door(day, isNight && index === 0 ? "today" : index, found.days[index], home, reader),
  );
  const suggested = cities.find(({ slug }) => slug === homeCity.suggested);

  return {
    head: { ...head, jsonLd: webSite(origin, head) },
    today: formatDate(now, area.timeZone, reader),
    partOfDay: partOfDay(
      Number(foldDigits(formatTime(now, timeZone ?? area.timeZone, locale)).slice(0, 2)),
    ),
    cities: cities.map((city) => ({ slug: city.slug, label: cityName(city, locale) })),
    suggested: suggested ? { slug: suggested.slug, name: cityName(suggested, locale) } : null,
    doors,
    parts: home
      ? PARTS.map((part, index) =>
          presentPart(
            part,
            (shown[index] ?? []).map(part.look === "rows" ? row : card),
            home,
            isNight ? doors : doors.slice(1),
            locale,
          ),
        ).filter((part) => part !== null)
      : [],
    forYou: personal && presentForYou(personal, forYou.map(card), locale),
    trending: trending.map((event, index) =>
      index === 0 ? { ...card(event), cover: coverOf(event, "lead") } : card(event),
    ),
    tiles: leadingTiles(counts, locale),
    categoryCount: CATEGORIES.length,
    spotlight: spotlight.map((city) => spot(city, found.next, now, locale)),
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

/** Parts of the reader's city, in the order of the page. */
const PARTS = [
  { key: "tonight", size: 6, look: "rows" },
  { key: "picks", size: 3, look: "cards" },
  { key: "weekend", size: 4, look: "cards" },
  { key: "ending", size: 4, look: "rows" },
  { key: "fresh", size: 4, look: "cards" },
  { key: "free", size: 6, look: "rows" },
] as const satisfies readonly { key: keyof CityParts; size: number; look: "rows" | "cards" }[];
const PARTS_SHOWN = PARTS.reduce((sum, { size }) => sum + size, 0);

function homeArea(city: City, now: number): HomeArea {
  const tonight = presetRange("tonight", now, city.timeZone, city.countryCode);
  const [weekend] = weekendsOf([city], now);
  if (!tonight || !weekend) throw new Error("A preset of a day has a range.");
  return { cityId: city.id, tonight, weekend };
}

/**
 * Whether it is still last night (decisions.md §3): then the day that has begun is no "tonight",
 * and comes next.
 */
function startsYesterday({ timeZone }: Area, now: number): boolean {
  const tonight = presetRange("tonight", now, timeZone, "");
  return tonight !== null && localDay(tonight.from, timeZone) < localDay(now, timeZone);
}

/**
 * A part with its events. Tonight is shown without events too, with the next day that has some;
 * others are left out then.
 * @param later the days after tonight
 */
function presentPart(
  { key, look }: (typeof PARTS)[number],
  events: EventCardView[],
  city: City,
  later: readonly DoorView[],
  locale: Locale,
) {
  const t = translatorFor(locale);
  if (events.length === 0 && key !== "tonight") return null;
  const name = cityName(city, locale);
  const next = later.find(({ hasEvents }) => hasEvents);
  const all = {
    tonight: paths.events({ city: city.slug, when: "tonight" }),
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
    all:
      all === null || events.length === 0
        ? undefined
        : { href: all, label: t("pages:home.parts.all") },
    events,
    nothing:
      events.length > 0
        ? null
        : {
            text: t("pages:home.parts.nothingTonight", { city: name }),
            link: next
              ? {
                  href: next.href,
                  label: t("pages:home.parts.next", { day: next.label, count: next.count }),
                }
              : { href: paths.city(city.slug), label: t("pages:home.parts.later", { city: name }) },
          },
  };
}

/** Arch of a day. */
function door(
  { day, from }: Day,
  place: number | "today",
  found: DayCount | undefined,
  city: City | null,
  reader: Reader,
) {
  const t = translatorFor(reader.locale);
  const {
    weekday,
    day: number,
    monthShort,
  } = dateParts(from, (city ?? DEFAULT_AREA).timeZone, reader);
  const { count, exact } = found ?? { count: 0, exact: true };
  const index = place === "today" ? 0 : place;
  const arch = ARCHES[index % ARCHES.length] ?? ARCHES[0];
  return {
    day,
    href: paths.events({ city: city?.slug, from: day, to: day }),
    label:
      place === "today"
        ? t("events:day.today")
        : place === 0
          ? t("events:day.tonight")
          : place === 1
            ? t("events:day.tomorrow")
            : weekday,
    number,
    month: monthShort,
    hasEvents: count > 0,
    count: !exact
      ? t("pages:home.days.more", { count })
      : count > 0
        ? t("events:count", { count })
        : t("pages:home.days.none"),
    cover: arch ? paths.sceneCover(arch) : "",
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
