import { and, asc, eq, gt, sql } from "drizzle-orm";
import { eventFacets, events, facetCounts, organizers, venues } from "../../../../db/schema";
import { LOCALES } from "../../../i18n/locale";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { CATEGORIES } from "../../../lib/event/categories";
import { LEGAL_PAGES, paths } from "../../../lib/paths";
import { citiesById, listCities } from "../../cities/queries.server";
import { eachOnce, type Once } from "../../events/event-columns.server";

/**
 * Addresses of a file: at about 450 bytes each, less than a megabyte; sitemaps.org allows 50,000.
 */
const SITEMAP_LIMIT = 2_000;
/** How many events are read at once. */
const CHUNK = 2_000;
/** Keys of stored files. `/media` serves no key that begins like this: their content changes. */
const STORED = "_sitemap/";
/** Stands for the origin in stored files, since a deployment may have several. */
const ANY_ORIGIN = "https://origin.invalid";

interface SitemapContext {
  deps: Pick<Deps, "db" | "memo" | "clock" | "media">;
  origin: string;
  /** Addresses a file; smaller in tests. */
  limit?: number;
}

interface Place {
  startsAt: number;
  id: string;
}

const xml = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * One address with its languages (decisions.md §14): the address itself, and the same page in each
 * language.
 */
function url(origin: string, path: string, changedAt?: number): string {
  const absolute = (of: string) => xml(new URL(of, origin).href);
  const link = (language: string, of: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${absolute(of)}"/>`;
  const lastmod =
    changedAt === undefined
      ? ""
      : `<lastmod>${new Date(changedAt).toISOString().replace(/\.\d+Z$/, "Z")}</lastmod>`;
  const languages = LOCALES.map((locale) => link(locale, paths.inLanguage(path, locale))).join("");
  return `<url><loc>${absolute(path)}</loc>${lastmod}${languages}${link("x-default", path)}</url>\n`;
}

const eventUrl = (origin: string, { id, updatedAt }: Once<{ id: string; updatedAt: number }>) =>
  url(origin, paths.event(id), updatedAt);

/** Every public page but the events'. */
async function pagePaths({ deps }: SitemapContext): Promise<string[]> {
  return [
    paths.home(),
    paths.events(),
    paths.cities(),
    paths.discover(),
    paths.categories(),
    paths.howItWorks(),
    paths.help(),
    ...LEGAL_PAGES.map((page) => paths.legal(page)),
    paths.changelog(),
    ...(await listCities(deps)).flatMap(({ slug, upcomingCount }) => [
      paths.city(slug),
      ...(upcomingCount > 0 ? [paths.cityWeek(slug)] : []),
    ]),
    ...CATEGORIES.map(({ slug }) => paths.category(slug)),
    ...(await hostPaths(deps)),
  ];
}

/** Venues and organizers that the sitemap names, of each. */
const HOSTS = 5_000;

/** Pages of venues and organizers with an upcoming event, by the counters of their facets. */
async function hostPaths({ db, memo }: SitemapContext["deps"]): Promise<string[]> {
  const busy = (prefix: string) =>
    sql`${facetCounts.facet} >= ${`${prefix}:`} AND ${facetCounts.facet} < ${`${prefix};`} AND ${facetCounts.upcoming} > 0`;
  const [places, presenters] = await db.batch([
    db
      .select({ slug: venues.slug, cityId: venues.cityId })
      .from(facetCounts)
      .innerJoin(venues, sql`${venues.id} = substr(${facetCounts.facet}, 7)`)
      .where(and(busy("venue"), eq(venues.status, "listed")))
      .orderBy(facetCounts.facet)
      .limit(HOSTS),
    db
      .select({ slug: organizers.slug })
      .from(facetCounts)
      .innerJoin(organizers, sql`${organizers.id} = substr(${facetCounts.facet}, 11)`)
      .where(and(busy("organizer"), eq(organizers.status, "listed")))
      .orderBy(facetCounts.facet)
      .limit(HOSTS),
  ]);
  const cities = await citiesById({ db, memo });
  return [
    ...places.flatMap(({ slug, cityId }) => {
      const city = cities.get(cityId);
      return city && slug ? [paths.venue(city.slug, slug)] : [];
    }),
    ...presenters.flatMap(({ slug }) => (slug ? [paths.organizer(slug)] : [])),
  ];
}

/**
 * Listed events that are coming up, the soonest first: one walk of the facets' index, from a place
 * or past so many.
 */
function upcomingEvents(
  { deps: { db, clock } }: SitemapContext,
  limit: number,
  after: Place | null,
  offset: number,
) {
  const isAfter = after
    ? sql`(${eventFacets.startsAt}, ${eventFacets.eventId}) > (${after.startsAt}, ${after.id})`
    : undefined;
  return db
    .select({
      id: eventFacets.eventId,
      startsAt: eventFacets.startsAt,
      updatedAt: events.updatedAt,
    })
    .from(eventFacets)
    .innerJoin(events, eq(events.id, eventFacets.eventId))
    .where(
      and(
        eq(eventFacets.facet, "all"),
        eq(eventFacets.isOver, false),
        eq(eventFacets.isNext, true),
        gt(eventFacets.endsAt, clock.now()),
        isAfter,
      ),
    )
    .orderBy(asc(eventFacets.startsAt), asc(eventFacets.eventId))
    .limit(limit)
    .offset(offset);
}

/**
 * The addresses of upcoming events in one walk of the index, `CHUNK` at a time. @param offset how
 * many to leave out
 */
async function* eventUrls(
  context: SitemapContext,
  count: number,
  offset = 0,
): AsyncGenerator<string[]> {
  let after: Place | null = null;
  for (let left = count; left > 0; ) {
    const wanted = Math.min(CHUNK, left);
    const found: Awaited<ReturnType<typeof upcomingEvents>> = await upcomingEvents(
      context,
      wanted,
      after,
      after ? 0 : offset,
    );
    yield eachOnce(found).map((event) => eventUrl(context.origin, event));
    left = found.length < wanted ? 0 : left - wanted;
    after = found.at(-1) ?? null;
  }
}

const OPEN = `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
const CLOSE = "</urlset>\n";

/** One file of addresses, piece by piece. */
async function* urlset(
  context: SitemapContext,
  pages: readonly string[],
  count: number,
  offset: number,
): AsyncGenerator<string> {
  yield OPEN + pages.map((path) => url(context.origin, path)).join("");
  for await (const urls of eventUrls(context, count, offset)) yield urls.join("");
  yield CLOSE;
}

function index(origin: string, parts: number): string {
  const part = (_: unknown, at: number) =>
    `<sitemap><loc>${xml(new URL(paths.sitemap(at + 1), origin).href)}</loc></sitemap>\n`;
  return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${Array.from({ length: parts }, part).join("")}</sitemapindex>\n`;
}

/** Every public page but the events', and how many files they and the events need. */
async function outline(context: SitemapContext, limit: number) {
  const pages = await pagePaths(context);
  const counted = await context.deps.db
    .select({ upcoming: facetCounts.upcoming })
    .from(facetCounts)
    .where(eq(facetCounts.facet, "all"))
    .get();
  return {
    pages,
    parts: Math.max(1, Math.ceil((pages.length + (counted?.upcoming ?? 0)) / limit)),
  };
}

/**
 * The sitemap (decisions.md §14): every public page and every listed event that is coming up, each
 * in both languages. Past the limit it is an index of its parts, as `storeSitemap` has stored them,
 * else written at once.
 * @throws AppError("not-found") for a part that there is not
 */
export async function writeSitemap(
  context: SitemapContext,
  part: string | null,
): Promise<AsyncIterable<string>> {
  const { deps, origin, limit = SITEMAP_LIMIT } = context;
  if (part !== null && !/^[1-9]\d{0,4}$/.test(part)) throw new AppError("not-found");
  const stored = await deps.media.get(fileOf(part ?? "index"));
  if (stored) return once((await new Response(stored.body).text()).replaceAll(ANY_ORIGIN, origin));
  const { pages, parts } = await outline(context, limit);
  if (part === null && parts > 1) return once(index(origin, parts));
  const number = Number(part ?? 1);
  if (number > parts) throw new AppError("not-found");
  const start = (number - 1) * limit;
  const listed = pages.slice(start, start + limit);
  return urlset(context, listed, limit - listed.length, Math.max(0, start - pages.length));
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

const fileOf = (part: number | string) => `${STORED}${part}.xml`;

/**
 * Stores the files of a sitemap of several parts, the index last; hourly. A sitemap of one file is
 * written at each request, so that it is never old. @param limit addresses a file; smaller in
 * tests; @returns how many parts are stored
 */
export async function storeSitemap(
  deps: SitemapContext["deps"],
  limit = SITEMAP_LIMIT,
): Promise<{ parts: number }> {
  const context = { deps, origin: ANY_ORIGIN, limit };
  const { pages, parts } = await outline(context, limit);
  const encoder = new TextEncoder();
  const put = (part: number | string, text: string) =>
    deps.media.put(fileOf(part), encoder.encode(text), "application/xml");
  let written = 0;
  if (parts > 1) {
    let waiting = pages.map((path) => url(ANY_ORIGIN, path));
    const putFirst = async () => {
      written++;
      await put(written, OPEN + waiting.slice(0, limit).join("") + CLOSE);
      waiting = waiting.slice(limit);
    };
    for await (const urls of eventUrls(context, Number.MAX_SAFE_INTEGER)) {
      waiting = waiting.concat(urls);
      while (waiting.length >= limit) await putFirst();
    }
    if (waiting.length > 0) await putFirst();
    await put("index", index(ANY_ORIGIN, written));
  }
  const kept = new Set(
    written > 0 ? ["index", ...Array.from({ length: written }, (_, at) => at + 1)].map(fileOf) : [],
  );
  await deps.media.delete((await deps.media.list(STORED)).filter((key) => !kept.has(key)));
  return { parts: written };
}
