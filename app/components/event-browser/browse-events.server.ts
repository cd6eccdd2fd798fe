import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import type { TextKey } from "../../i18n/translate";
import type { Reader } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { isRefusal } from "../../lib/errors";
import { CATEGORIES, findCategory } from "../../lib/event/categories";
import { TRAIT_KEYS } from "../../lib/event/event-fields";
import { writeBounds } from "../../lib/geo/bounds";
import type { RequestContext } from "../../lib/http/request-context";
import { type ContentScope, cityScope } from "../../lib/pages/content-scope";
import { OTHER_VIEWS, readListView } from "../../lib/pages/list-view";
import { pageHead } from "../../lib/pages/page-head.server";
import type { ListFollowView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { type City, listCities } from "../../modules/cities/queries.server";
import { categoryCountsOf, stripCounts } from "../../modules/events/list/facet-counts.server";
import {
  type EventList,
  listEvents,
  sharedList,
} from "../../modules/events/list/list-events.server";
import { mapOfList } from "../../modules/events/list/list-map.server";
import {
  findAlternatives,
  type NearQuery,
  textAsRead,
} from "../../modules/events/list/nearest-alternatives.server";
import {
  listTexts,
  nameAsTyped,
  nothingText,
  requestText,
  searchTexts,
  wrongWeekdayText,
} from "../../modules/events/list/request-text.server";
import {
  cityName,
  coverOf,
  presentCard,
  savedAmong,
} from "../../modules/events/present/present-event.server";
import {
  DEFAULT_RADIUS_KM,
  type EventQuery,
  LIST_DAYPARTS,
  parseEventQuery,
  topicOfQuery,
} from "../../modules/events/schema";
import { listFeedLinks } from "../follow/follow-list.server";
import {
  activeFilters,
  ageChoices,
  type Fixed,
  hrefOf,
  priceChoices,
  quickFilters,
  understoodPreset,
  viewLinks,
} from "./browse-filters.server";
import {
  categoryCountText,
  countsCategories,
  eventCountText,
  groupByDay,
  groupsOf,
  inHomeCity,
  isOngoing,
  ofView,
  pageExtent,
  summaryText,
} from "./browse-groups.server";
import { presentDays, presentMonth } from "./present-days.server";

type BrowsedEvents = Awaited<ReturnType<typeof browseEvents>>;
/** The list as its pages show it. */
export type BrowseView = Omit<BrowsedEvents, "head" | "scope" | "followTopic"> & {
  /** The form by which the list is followed; null for a list that cannot be. */
  follow: ListFollowView | null;
};
export type DaysView = BrowseView["days"];

/** Events of names like one that has none. */
const MOST_ALIKE = 6;
/** Presets that mean other days in other zones. */
const IS_OF_A_ZONE: ReadonlySet<string | null> = new Set([
  "today",
  "tonight",
  "tomorrow",
  "weekend",
  "week",
  "month",
]);

/**
 * Everything the list of events shows (product.md §2), for its page and for the pages of a city and
 * a category.
 */
export async function browseEvents(
  {
    deps,
    locale,
    calendar,
    origin,
    seo,
    signedIn,
    timeZone = null,
    homeCity,
    listView,
  }: RequestContext,
  params: URLSearchParams,
  path: Omit<Fixed, "view"> = {},
) {
  const fixed: Fixed = { ...path, view: readListView(params.get("view")) };
  const reader = { locale, calendar };
  const t = translatorFor(locale);
  const merged = new URLSearchParams(params);
  if (fixed.city) merged.set("city", fixed.city);
  if (fixed.category) merged.set("category", fixed.category);
  const parsed = parseEventQuery(merged);
  const cities = await listCities(deps);
  const now = deps.clock.now();
  const asked = fixed.category
    ? parsed.query
    : inHomeCity(parsed.query, homeCity.slug, cities, now);
  const listed = (of: EventQuery) => ofView(of, listView, cities, now);
  const { list, query, cursorFailed } = await listWithValidCursor(deps, asked, listed);
  const issues = [
    ...new Set([
      ...parsed.issues.map(({ path }) => path),
      ...(cursorFailed ? ["cursor"] : []),
      ...(isUnknownView(params.get("view")) ? ["view"] : []),
    ]),
  ];
  const [alternatives, counts, dayCounts, saved] = await Promise.all([
    findAlternatives(deps, query, list),
    // A category that words name stays beside one that is chosen.
    list.filters &&
    !list.understood.some(({ kind }) => kind === "category") &&
    countsCategories(list.filters, query, listView)
      ? (list.categories ?? categoryCountsOf(deps, list.filters))
      : null,
    // A month stands in place of the strip.
    listView === "month" && list.filters ? new Map<string, number>() : stripCounts(deps, list),
    savedAmong(
      deps,
      signedIn,
      list.events.map(({ id }) => id),
    ),
  ]);
  const alike = alternatives.find(({ isAlike }) => isAlike);
  const alikeEvents =
    alike && list.exactTotal === 0 && list.before === 0
      ? (await listEvents(deps, { ...alike.query, limit: MOST_ALIKE })).events
      : [];
  const presented = { ...reader, now, cities: list.cities, center: list.center, saved };
  const cardsOf = (of: EventList, kept: typeof saved) =>
    of.events.map((event) => ({
      ...presentCard(event, {
        ...presented,
        cities: of.cities,
        center: of.center,
        saved: kept,
        // Headings have one clock; an hour of another one says so.
        readerZone: timeZone ?? of.area.timeZone,
      }),
      // A grid shows cards, but rows for events that are under way.
      ...(listView === "grid" && !(of.sort === "date" && isOngoing(event, now))
        ? null
        : { cover: coverOf(event, "thumb") }),
    }));
  const cards = cardsOf(list, saved);
  const place = list.city ? cityName(list.city, locale) : null;
  const total = eventCountText(list.exactTotal, list.totalIsExact, locale);
  const near = list.center
    ? t("events:list.near", {
        total,
        km: query.radius ?? DEFAULT_RADIUS_KM,
        place: query.latitude === null ? (place ?? "") : t("events:list.nearYou"),
      })
    : null;
  const days =
    list.sort === "date" ? groupByDay(list, cards, list.area.timeZone, now, reader) : null;
  const { title, description } = listTexts(place, fixed.category, locale);
  const preset = query.when ?? understoodPreset(list.understood);
  const feed = listFeedLinks({ origin, locale }, title, query, fixed);
  const daysAreAssumed =
    !place &&
    !list.center &&
    !query.bounds &&
    (query.from !== null || query.to !== null || IS_OF_A_ZONE.has(preset as string | null));

  // Round a point, events of neighbouring cities are listed too; so they are where nothing matches
  // the city's filter.
  const isOfCity =
    list.city !== null &&
    !list.center &&
    list.exactTotal > 0 &&
    list.parts.every(({ kind }) => kind !== "literal");
  const scope: ContentScope = isOfCity && list.city ? cityScope(list.city.id) : "listing";
  const active = activeFilters(query, list, reader, { ...fixed, home: homeCity.slug });

  return {
    scope,
    head: pageHead({ origin, locale, seo }, canonicalPath(query, list.city, fixed), {
      title,
      description,
      ...(query.q || query.cursor || query.latitude !== null || query.bounds
        ? { noindex: true }
        : null),
      feed,
    }),
    feed,
    /** The topic of its followers; null for a list that cannot be followed. */
    followTopic: topicOfQuery(asked),
    title,
    summary: summaryText(query, list, near, total, locale),
    daysOf: daysAreAssumed ? t("events:list.daysOfIran") : null,
    view: listView,
    views: viewLinks(query, fixed, locale),
    days: presentDays(query, list, dayCounts, {
      // In the view of a month it is the day beside it.
      month: listView === "month" ? null : params.get("month"),
      now,
      reader,
      link: (of, month) => hrefOf(of, fixed, month),
    }),
    groups: groupsOf(days, query, list, cards, {
      now,
      reader,
      isWeek: listView === "week",
      isOfCategory: fixed.category !== undefined,
    }),
    active,
    whyEmpty: t(`events:list.${whyEmpty(active)}`),
    reading: readingNotes(query, list, reader, fixed),
    near: nearNotice(query, list, locale, fixed),
    nothing: nothingFound(query, list, alternatives, reader, fixed),
    /** Events of names like the one that has none; null where there are others to show. */
    alike:
      alikeEvents.length === 0
        ? null
        : {
            heading: searchTexts(locale)("search:none.alike"),
            events: alikeEvents.map((event) => ({
              ...presentCard(event, { ...presented, readerZone: timeZone }),
              cover: coverOf(event, "thumb"),
            })),
          },
    leftOut:
      issues.length > 0
        ? t("events:list.leftOut", {
            names: issues
              .map((name) => t(`events:list.issue.${name}` as TextKey))
              .join(locale === "fa" ? "، " : ", "),
          })
        : null,
    map:
      listView === "map"
        ? await mapOfList(deps, query, list, cities, {
            locale,
            calendar,
            link: (of) => hrefOf(of, { view: "map" }),
          })
        : null,
    month:
      listView === "month"
        ? await presentMonth(deps, list, {
            query,
            asked: params.get("month"),
            reader,
            hasKinds: fixed.category === undefined,
            link: (of, view, day) => hrefOf(of, { ...fixed, view }, day),
            cardsOf: async (of) =>
              cardsOf(
                of,
                await savedAmong(
                  deps,
                  signedIn,
                  of.events.map(({ id }) => id),
                ),
              ),
          })
        : null,
    query: {
      ...query,
      bounds: null,
      bbox: query.bounds && writeBounds(query.bounds),
      categories: query.categories as string[],
      city: list.city?.slug ?? null,
      view: fixed.view ?? null,
    },
    sort: list.sort,
    hasCenter: list.center !== null,
    cities: cities.map((city) => `${city.slug} ${cityName(city, locale)}`).join("\n"),
    categories: CATEGORIES.map(({ name, slug, fa, family }) => ({
      name,
      slug,
      family,
      label: locale === "fa" ? fa : name,
      count: counts?.of.get(name) ?? 0,
      countText: counts === null ? "" : categoryCountText(counts, name, locale),
    })),
    traits: TRAIT_KEYS.map((key) => ({
      key,
      label: t(`events:trait.${key}`),
      isChosen: query.traits.includes(key),
    })),
    ages: ageChoices(query, locale),
    price: priceChoices(query, list, locale, fixed),
    times: LIST_DAYPARTS.map((value) => ({
      value,
      label: t(`events:list.times.${value}`),
      isChosen: query.times.includes(value),
    })),
    /** Events that match everything. */
    matching: { count: list.exactTotal, isExact: list.totalIsExact },
    seen: pageExtent(list, cards.length, locale),
    more: list.nextCursor ? hrefOf({ ...query, cursor: list.nextCursor }, fixed) : null,
    first: list.before > 0 ? hrefOf({ ...query, cursor: null }, fixed) : null,
    quick: quickFilters(query, list.understood, locale, fixed),
    room: list.city?.slug ?? null,
    fixedCity: fixed.city !== undefined,
    fixedCategory: fixed.category !== undefined,
  };
}

const isUnknownView = (view: string | null) =>
  view !== null && readListView(view) === null && !OTHER_VIEWS.includes(view);

/**
 * Ignores an invalid cursor and lists from the start. @param listed the query that is listed for
 * the one asked
 */
async function listWithValidCursor(
  deps: Deps,
  query: EventQuery,
  listed: (query: EventQuery) => EventQuery,
): Promise<{ list: EventList; query: EventQuery; cursorFailed: boolean }> {
  try {
    return { list: await sharedList(deps, listed(query)), query, cursorFailed: false };
  } catch (error) {
    if (!isRefusal(error, "bad-request") || query.cursor === null) throw error;
    const rest = { ...query, cursor: null };
    return { list: await sharedList(deps, listed(rest)), query: rest, cursorFailed: true };
  }
}

/**
 * Cities and categories have pages of their own, wherever the same list is found; other filters are
 * the same list to a search engine.
 */
function canonicalPath(query: EventQuery, city: City | null, fixed: Fixed): string {
  const category =
    query.categories.length === 1 ? findCategory(query.categories[0] ?? "")?.slug : undefined;
  if (city && (fixed.city || query.categories.length !== 1)) return paths.city(city.slug);
  if (category && (fixed.category || !city)) return paths.category(category);
  return paths.events({ city: city?.slug, category });
}

/**
 * How the words were corrected, with the way back; a correction that was not wanted, with the way
 * to it; a date that has another weekday than the words say; words that were left out.
 */
function readingNotes(query: EventQuery, list: EventList, reader: Reader, fixed: Fixed) {
  const say = searchTexts(reader.locale);
  const read = textAsRead(list);
  const when = list.understood.find((chip) => chip.kind === "when")?.value;
  const { leftOut } = list.request.understood;
  const hints = [
    when ? wrongWeekdayText(when, reader) : "",
    leftOut.length > 0 ? say("search:leftOut", { words: leftOut.join(" ") }) : "",
  ].filter(Boolean);
  if (read !== query.q && (list.corrected !== null || list.corrections.length > 0)) {
    const href = hrefOf(
      { ...query, without: [...query.without, "corrections"], cursor: null },
      fixed,
    );
    return {
      text: [...hints, say("search:searchedFor", { words: read })].join(" "),
      link: { href, label: say("search:instead", { words: query.q }) },
    };
  }
  const text = hints.join(" ");
  if (list.suggestion === null) return text ? { text, link: null } : null;
  const href = hrefOf(
    { ...query, without: query.without.filter((kind) => kind !== "corrections"), cursor: null },
    fixed,
  );
  return {
    text,
    link: { href, label: say("search:didYouMean", { words: list.suggestion }) },
  };
}

/**
 * That words ask for what is near, and for a position; until then the list is the one without these
 * words.
 */
function nearNotice(query: EventQuery, { understood }: EventList, locale: Locale, fixed: Fixed) {
  if (!understood.some(({ kind }) => kind === "near")) return null;
  return {
    text: searchTexts(locale)("search:near"),
    href: hrefOf({ ...query, cursor: null }, fixed),
  };
}

/** Key of the text of an empty list. A search by words alone has no filter to remove. */
function whyEmpty(active: readonly { key: string }[]): "emptyHere" | "emptyWords" | "emptyText" {
  if (active.length === 0) return "emptyHere";
  return active.every(({ key }) => key === "q") ? "emptyWords" : "emptyText";
}

/** That nothing matches everything, and the nearest queries that find something. */
function nothingFound(
  query: EventQuery,
  list: EventList,
  alternatives: readonly NearQuery[],
  reader: Reader,
  fixed: Fixed,
) {
  if (list.exactTotal > 0 || list.before > 0) return null;
  const { locale } = reader;
  const say = searchTexts(locale);
  return {
    title:
      list.knownName === null
        ? nothingText({ ...query, q: textAsRead(list) }, list.request, reader)
            // Each separator at the end of its line.
            .replaceAll(" · ", "\u00a0· ")
        : say("search:none.name", { name: nameAsTyped(query.q, list.knownName) }),
    nearest: say("search:nearest"),
    alternatives: alternatives.map((alternative) => ({
      href: hrefOf(
        alternative.query,
        alternative.query.city === (fixed.city ?? null) ? fixed : { category: fixed.category },
      ),
      label: requestText(alternative.query, alternative.request, reader),
      count: eventCountText(alternative.total, alternative.isExact, locale),
    })),
  };
}
