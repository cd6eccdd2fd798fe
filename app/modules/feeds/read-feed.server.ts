import { and, eq } from "drizzle-orm";
import { collectionEvents, collections, events } from "../../../db/schema";
import type { Locale } from "../../i18n/locale";
import { calendarTexts } from "../../lib/dates/calendar-texts.server";
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
import { settingsOf } from "../settings/platform-settings.server";
import { FEED_EVENTS, type Feed } from "./feed";
import { findFeedEvents, wholeEvents } from "./find-feed-events.server";

/** A feed's source: a query, a city or category with a query, or a collection. */
export type FeedSource = { kind: "events" } | { kind: "city" | "category"; slug: string } | { kind: "collection"; id: string };

interface FeedContext {
  deps: Deps;
  locale: Locale;
  origin: string;
}

/** Parameters of pages, which feeds ignore. */
const OF_PAGES = ["cursor", "limit"];

/** @throws AppError("bad-request") where a filter is absurd, as GET /events does; unknown ones are ignored */
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
export async function readFeed(context: FeedContext, source: FeedSource, params: URLSearchParams, format: FeedFormat): Promise<Feed> {
  if (source.kind === "collection") return readCollection(context, source.id, format);
  const { deps, locale, origin } = context;
  const asked = filtersOf(params);
  const category = source.kind === "category" ? findCategory(source.slug) : undefined;
  if (source.kind === "category" && category?.slug !== source.slug) throw new AppError("not-found");
  if (source.kind === "city" && !(await findCityBySlug(deps, source.slug))) throw new AppError("not-found");
  const query: EventQuery = {
    ...asked,
    ...(source.kind === "city" ? { city: source.slug } : null),
    ...(category ? { categories: [category.name] } : null),
  };
  const [{ city, events: found }, cities] = await Promise.all([findFeedEvents(deps, query), citiesById(deps)]);
  const place = city ? cityName(city, locale) : null;
  const { title, description } = listTexts(place, query.categories.length === 1 ? query.categories[0] : undefined, locale);
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
  return feedOf(context, { title: query.q ? `${title}: ${query.q}` : title, description, path, page, events: found, cities, origin });
}

/** A collection that its owner shows to everyone; a private one is as unknown as none (decisions.md §13). */
async function readCollection(context: FeedContext, id: string, format: FeedFormat): Promise<Feed> {
  const { deps, locale, origin } = context;
  const isTheirs = and(eq(collections.id, id), eq(collections.isPublic, true));
  const [[collection], rows] = await deps.db.batch([
    deps.db.select({ name: collections.name, description: collections.description }).from(collections).where(isTheirs),
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
  const order = rows.sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1)).map((row) => row.id);
  const [found, cities] = await Promise.all([wholeEvents(deps, order), citiesById(deps)]);
  return feedOf(context, {
    title: collection.name,
    description: collection.description || calendarTexts(locale)("calendar:feed.collection", { name: collection.name }),
    path: paths.collectionFeed(id, format, { lang: locale }),
    page: paths.collection(id),
    events: found,
    cities,
    origin,
  });
}

async function feedOf(
  { deps, locale, origin }: FeedContext,
  { title, path, page, ...rest }: Pick<Feed, "title" | "description" | "events" | "cities" | "origin"> & { path: string; page: string },
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
