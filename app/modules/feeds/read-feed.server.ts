import { and, eq } from "drizzle-orm";
import { collectionEvents, collections, events } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import { calendarTexts } from "../../lib/dates/calendar-texts.server";
import { readerOf } from "../../lib/dates/dates.server";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/http-issue";
import { type FeedFormat, paths } from "../../lib/paths";
import { citiesById, findCityBySlug } from "../cities/queries.server";
import { findCategory } from "../events/categories";
import { eventQueryParams } from "../events/event-query-link";
import { listTexts } from "../events/list-texts.server";
import { parseEventQuery } from "../events/parse-event-query";
import { cityName } from "../events/present-event.server";
import type { EventQuery } from "../events/schema";
import { findHost, type HostAddress, hostName, hostPath } from "../hosts/find-host.server";
import { listHostEvents } from "../hosts/host-events.server";
import { hostFacet } from "../hosts/host-keys";
import { settingsOf } from "../settings/platform-settings.server";
import { numberedWeekOf } from "../weeks/numbered-week";
import { weekDays } from "../weeks/present-week.server";
import { instantsOf, latestWeek, picksOf } from "../weeks/queries.server";
import { FEED_EVENTS, type Feed } from "./feed";
import { findFeedEvents, wholeEvents } from "./find-feed-events.server";

/**
 * A feed's source: a query, a city or category with a query, a city's weekly picks, a venue or an
 * organizer, or a collection.
 */
export type FeedSource =
  | { kind: "events" }
  | ({ kind: "host" } & HostAddress)
  | { kind: "city" | "category"; slug: string }
  /** The latest published picks of a city. */
  | { kind: "week"; slug: string }
  | { kind: "collection"; id: string };

interface FeedContext {
  deps: Deps;
  locale: Locale;
  origin: string;
}

/** Parameters of pages, which feeds ignore. */
const OF_PAGES = ["cursor", "limit"];

/**
 * @throws AppError("bad-request") where a filter is absurd, as GET /events does; unknown ones are
 * ignored
 */
function filtersOf(params: URLSearchParams): EventQuery {
  const asked = new URLSearchParams(params);
  for (const name of OF_PAGES) asked.delete(name);
  const { query, issues } = parseEventQuery(asked);
  if (issues.length > 0) throw new AppError("bad-request", issues as HTTPIssue[]);
  return query;
}

/** The parameters of a feed's address and page: only set ones, so that a list has one address. */
export function feedParams(params: URLSearchParams): ReturnType<typeof eventQueryParams> {
  return eventQueryParams(filtersOf(params));
}

/**
 * A feed of events.
 * @throws AppError("not-found") for unknown cities and categories and for private collections
 */
export async function readFeed(
  context: FeedContext,
  source: FeedSource,
  params: URLSearchParams,
  format: FeedFormat,
): Promise<Feed> {
  if (source.kind === "collection") return readCollection(context, source.id, format);
  if (source.kind === "host") return readHost(context, source, format);
  if (source.kind === "week") return readWeekFeed(context, source.slug, format);
  const { deps, locale, origin } = context;
  const asked = filtersOf(params);
  const category = source.kind === "category" ? findCategory(source.slug) : undefined;
  if (source.kind === "category" && category?.slug !== source.slug) throw new AppError("not-found");
  if (source.kind === "city" && !(await findCityBySlug(deps, source.slug)))
    throw new AppError("not-found");
  const query: EventQuery = {
    ...asked,
    ...(source.kind === "city" ? { city: source.slug } : null),
    ...(category ? { categories: [category.name] } : null),
  };
  const [{ city, events: found }, cities] = await Promise.all([
    findFeedEvents(deps, query),
    citiesById(deps),
  ]);
  const place = city ? cityName(city, locale) : null;
  const { title, description } = listTexts(
    place,
    query.categories.length === 1 ? query.categories[0] : undefined,
    locale,
  );
  const filters = { ...eventQueryParams(asked), lang: locale };
  const path =
    source.kind === "city"
      ? paths.cityFeed(source.slug, format, { ...filters, city: null })
      : category
        ? paths.categoryFeed(category.slug, format, { ...filters, category: null })
        : paths.eventsFeed(format, filters);
  const page =
    source.kind === "city"
      ? paths.city(source.slug, { ...filters, city: null })
      : category
        ? paths.category(category.slug, { ...filters, category: null })
        : paths.events(filters);
  return feedOf(context, {
    title: query.q ? `${title}: ${query.q}` : title,
    description,
    path,
    page,
    events: found,
    cities,
    origin,
  });
}

/** Upcoming events of a venue or an organizer. */
async function readHost(
  context: FeedContext,
  address: HostAddress,
  format: FeedFormat,
): Promise<Feed> {
  const { deps, locale, origin } = context;
  const host = await findHost(deps, address);
  if (!host) throw new AppError("not-found");
  const [{ events: found }, cities] = await Promise.all([
    listHostEvents(deps, hostFacet(host.kind, host.row.id), { limit: FEED_EVENTS }),
    citiesById(deps),
  ]);
  const { name } = hostName(host.row, locale);
  return feedOf(context, {
    title: name,
    description: calendarTexts(locale)("calendar:feed.host", { name }),
    path:
      host.kind === "venue"
        ? paths.venueFeed(host.city.slug, host.row.slug, format, { lang: locale })
        : paths.organizerFeed(host.row.slug, format, { lang: locale }),
    page: hostPath(host, { lang: locale }),
    events: await wholeEvents(
      deps,
      found.map(({ id }) => id),
    ),
    cities,
    origin,
  });
}

/**
 * A collection that its owner shows to everyone; a private one is as unknown as none (decisions.md
 * §13).
 */
async function readCollection(context: FeedContext, id: string, format: FeedFormat): Promise<Feed> {
  const { deps, locale, origin } = context;
  const isTheirs = and(eq(collections.id, id), eq(collections.isPublic, true));
  const [[collection], rows] = await deps.db.batch([
    deps.db
      .select({ name: collections.name, description: collections.description })
      .from(collections)
      .where(isTheirs),
    deps.db
      .select({ id: events.id, startsAt: events.startsAt })
      .from(collections)
      .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
      .innerJoin(events, eq(events.id, collectionEvents.eventId))
      .where(and(isTheirs, eq(events.isListed, true), eq(events.isOver, false)))
      .orderBy(collectionEvents.position)
      .limit(FEED_EVENTS),
  ]);
  if (!collection) throw new AppError("not-found");
  const order = rows
    .sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
    .map((row) => row.id);
  const [found, cities] = await Promise.all([wholeEvents(deps, order), citiesById(deps)]);
  return feedOf(context, {
    title: collection.name,
    description:
      collection.description ||
      calendarTexts(locale)("calendar:feed.collection", { name: collection.name }),
    path: paths.collectionFeed(id, format, { lang: locale }),
    page: paths.collection(id),
    events: found,
    cities,
    origin,
  });
}

/** The latest published picks of a city in their order; empty before there are any. */
async function readWeekFeed(context: FeedContext, slug: string, format: FeedFormat): Promise<Feed> {
  const { deps, locale, origin } = context;
  const city = await findCityBySlug(deps, slug);
  if (!city) throw new AppError("not-found");
  const latest = await latestWeek(deps, city.id);
  const week = latest && numberedWeekOf(latest.firstDay, city.countryCode);
  const picks = latest && week ? await picksOf(deps, latest.id, instantsOf(week, city)) : [];
  const [found, cities] = await Promise.all([
    wholeEvents(
      deps,
      picks.map(({ event }) => event.id),
    ),
    citiesById(deps),
  ]);
  const t = translatorFor(locale);
  const name = cityName(city, locale);
  return feedOf(context, {
    title: t("weeks:page.picks", { city: name }),
    description: week
      ? t("weeks:page.description", {
          city: name,
          count: found.length,
          days: weekDays(week, city, readerOf(locale)),
        })
      : t("weeks:empty.text"),
    path: paths.cityWeekFeed(slug, format, { lang: locale }),
    page: paths.cityWeek(slug, week?.key),
    events: found,
    cities,
    origin,
  });
}

async function feedOf(
  { deps, locale, origin }: FeedContext,
  {
    title,
    path,
    page,
    ...rest
  }: Pick<Feed, "title" | "description" | "events" | "cities" | "origin"> & {
    path: string;
    page: string;
  },
): Promise<Feed> {
  const { branding } = await settingsOf(deps);
  return {
    ...rest,
    now: deps.clock.now(),
    locale,
    title: `${branding.companyName[locale]} · ${title}`,
    url: `${origin}${path}`,
    page: `${origin}${page}`,
  };
}
