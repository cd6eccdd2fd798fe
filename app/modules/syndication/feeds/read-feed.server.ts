import { and, eq, sql } from "drizzle-orm";
import { collectionEvents, collections, events } from "../../../../db/schema";
import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { calendarTexts } from "../../../lib/dates/calendar-texts.server";
import { readerOf } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { findCategory } from "../../../lib/event/categories";
import { hostFacet } from "../../../lib/event/host-keys";
import { foreignCursor } from "../../../lib/http/cursor";
import type { HTTPIssue } from "../../../lib/http/form-failure";
import { type FeedFormat, paths } from "../../../lib/paths";
import { citiesById, findCityBySlug } from "../../cities/queries.server";
import { numberedWeekOf } from "../../discovery/weeks/numbered-week";
import { weekDays } from "../../discovery/weeks/published-week.server";
import { instantsOf, latestWeek, picksOf } from "../../discovery/weeks/queries.server";
import { eachOnce } from "../../events/event-columns.server";
import { cursorBehind, decodePlace } from "../../events/list/paginate-events.server";
import { listTexts } from "../../events/list/request-text.server";
import { cityName } from "../../events/present/present-event.server";
import type { EventQuery } from "../../events/schema";
import { eventQueryParams, parseEventQuery } from "../../events/schema";
import { findHost, type HostAddress, hostName, hostPath } from "../../hosts/find-host.server";
import { listHostEvents } from "../../hosts/host-events.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { FEED_LIMITS, type Feed } from "./feed";
import { type FoundEvents, findFeedEvents, wholeEvents } from "./find-feed-events.server";

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

/** Parameters of pages, which feeds ignore: they have one order and one length. */
const OF_PAGES = ["sort", "limit"];

/**
 * @throws AppError("bad-request") where a filter is absurd, as GET /events does; unknown ones are
 * ignored
 */
function filtersOf(params: URLSearchParams, format: FeedFormat): EventQuery {
  const asked = new URLSearchParams(params);
  for (const name of format === "ics" ? [...OF_PAGES, "cursor"] : OF_PAGES) asked.delete(name);
  const { query, issues } = parseEventQuery(asked);
  if (issues.length > 0) throw new AppError("bad-request", issues as HTTPIssue[]);
  return query;
}

/** The parameters of a feed's address and page: only set ones, so that a list has one address. */
export function feedParams(
  params: URLSearchParams,
  format: FeedFormat,
): ReturnType<typeof eventQueryParams> {
  return eventQueryParams(filtersOf(params, format));
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
  const asked = filtersOf(params, format);
  if (source.kind === "collection") return readCollection(context, source.id, format, asked);
  if (source.kind === "host") return readHost(context, source, format, asked);
  if (source.kind === "week") return readWeekFeed(context, source.slug, format);
  const { deps, locale } = context;
  const category = source.kind === "category" ? findCategory(source.slug) : undefined;
  if (source.kind === "category" && category?.slug !== source.slug) throw new AppError("not-found");
  if (source.kind === "city" && !(await findCityBySlug(deps, source.slug)))
    throw new AppError("not-found");
  const query: EventQuery = {
    ...asked,
    ...(source.kind === "city" ? { city: source.slug } : null),
    ...(category ? { categories: [category.name] } : null),
  };
  const { city, ...found } = await findFeedEvents(deps, query, format);
  const place = city ? cityName(city, locale) : null;
  const { title, description } = listTexts(
    place,
    query.categories.length === 1 ? query.categories[0] : undefined,
    locale,
  );
  const filters = { ...eventQueryParams(asked), cursor: null, lang: locale };
  const pathOf = (cursor: string | null) =>
    source.kind === "city"
      ? paths.cityFeed(source.slug, format, { ...filters, city: null, cursor })
      : category
        ? paths.categoryFeed(category.slug, format, { ...filters, category: null, cursor })
        : paths.eventsFeed(format, { ...filters, cursor });
  const page =
    source.kind === "city"
      ? paths.city(source.slug, { ...filters, city: null })
      : category
        ? paths.category(category.slug, { ...filters, category: null })
        : paths.events(filters);
  return feedOf(context, {
    title: query.q ? `${title}: ${query.q}` : title,
    description,
    pathOf,
    cursor: asked.cursor,
    page,
    found,
  });
}

/** Upcoming events of a venue or an organizer. */
async function readHost(
  context: FeedContext,
  address: HostAddress,
  format: FeedFormat,
  { cursor }: EventQuery,
): Promise<Feed> {
  const { deps, locale } = context;
  const host = await findHost(deps, address);
  if (!host) throw new AppError("not-found");
  const limit = FEED_LIMITS.entries;
  const { events, nextCursor, cursorAfter } = await listHostEvents(
    deps,
    hostFacet(host.kind, host.row.id),
    { limit, cursor },
  );
  const { name } = hostName(host.row, locale);
  return feedOf(context, {
    title: name,
    description: calendarTexts(locale)("calendar:feed.host", { name }),
    pathOf: (next) =>
      host.kind === "venue"
        ? paths.venueFeed(host.city.slug, host.row.slug, format, { cursor: next, lang: locale })
        : paths.organizerFeed(host.row.slug, format, { cursor: next, lang: locale }),
    cursor,
    page: hostPath(host, { lang: locale }),
    found: {
      events: await wholeEvents(deps, events, { format }),
      isPast: false,
      hasMore: nextCursor !== null,
      cursorAfter,
    },
  });
}

/**
 * A collection that its owner shows to everyone; a private one is as unknown as none (decisions.md
 * §13).
 */
async function readCollection(
  context: FeedContext,
  id: string,
  format: FeedFormat,
  { cursor }: EventQuery,
): Promise<Feed> {
  const { deps, locale } = context;
  const isTheirs = and(eq(collections.id, id), eq(collections.isPublic, true));
  const limit = FEED_LIMITS.entries;
  const after = cursor === null ? null : decodePlace(cursor, "date");
  if (after && !("id" in after)) throw foreignCursor();
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
      .where(
        and(
          isTheirs,
          eq(events.isListed, true),
          eq(events.isOver, false),
          after
            ? sql`(${events.startsAt}, ${events.id}) > (${after.startsAt}, ${after.id})`
            : undefined,
        ),
      )
      .orderBy(events.startsAt, events.id)
      .limit(limit + 1),
  ]);
  if (!collection) throw new AppError("not-found");
  const places = eachOnce(rows.slice(0, limit));
  const before = after?.before ?? 0;
  return feedOf(context, {
    title: collection.name,
    description:
      collection.description ||
      calendarTexts(locale)("calendar:feed.collection", {
        site: (await settingsOf(deps)).branding.companyName[locale],
        name: collection.name,
      }),
    pathOf: (next) => paths.collectionFeed(id, format, { cursor: next, lang: locale }),
    cursor,
    page: paths.collection(id),
    found: {
      events: await wholeEvents(deps, places, { format }),
      isPast: false,
      hasMore: rows.length > limit,
      cursorAfter: (count) => {
        const row = places[count - 1];
        return row ? cursorBehind(row, before + count) : cursor;
      },
    },
  });
}

/** The latest published picks of a city, the soonest first; empty before there are any. */
async function readWeekFeed(context: FeedContext, slug: string, format: FeedFormat): Promise<Feed> {
  const { deps, locale } = context;
  const city = await findCityBySlug(deps, slug);
  if (!city) throw new AppError("not-found");
  const latest = await latestWeek(deps, city.id);
  const week = latest && numberedWeekOf(latest.firstDay, city.countryCode);
  const picks = latest && week ? await picksOf(deps, latest.id, instantsOf(week, city)) : [];
  const places = eachOnce(picks.map(({ event: { id } }) => ({ id })));
  const picked = await wholeEvents(deps, places, { format });
  const t = translatorFor(locale);
  const name = cityName(city, locale);
  return feedOf(context, {
    title: t("weeks:page.picks", { city: name }),
    description: week
      ? t("weeks:page.description", {
          city: name,
          count: picked.length,
          days: weekDays(week, city, readerOf(locale)),
        })
      : t("weeks:empty.text"),
    pathOf: () => paths.cityWeekFeed(slug, format, { lang: locale }),
    cursor: null,
    page: paths.cityWeek(slug, week?.key),
    found: { events: picked, isPast: false, hasMore: false, cursorAfter: () => null },
  });
}

/** @param cursor where this page begins; null for the first */
async function feedOf(
  { deps, locale, origin }: FeedContext,
  {
    title,
    description,
    pathOf,
    cursor,
    page,
    found,
  }: Pick<Feed, "title" | "description"> & {
    pathOf: (cursor: string | null) => string;
    cursor: string | null;
    page: string;
    found: FoundEvents;
  },
): Promise<Feed> {
  const [{ branding }, cities] = await Promise.all([settingsOf(deps), citiesById(deps)]);
  const { cursorAfter, ...events } = found;
  const cannotContinue = found.hasMore && cursorAfter(found.events.length) === null;
  return {
    ...events,
    pageAfter: (count) => {
      const next = cursorAfter(count);
      return next === null ? null : `${origin}${pathOf(next)}`;
    },
    cities,
    origin,
    now: deps.clock.now(),
    locale,
    title: `${branding.companyName[locale]} · ${title}`,
    description: cannotContinue
      ? `${description} ${calendarTexts(locale)("calendar:feed.searched")}`
      : description,
    url: `${origin}${pathOf(cursor)}`,
    page: `${origin}${page}`,
  };
}
