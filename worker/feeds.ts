import { type Context, Hono } from "hono";
import { errorTranslatorFor as errorTextsFor } from "../app/i18n/error-messages.server";
import { parseLocale } from "../app/i18n/locale";
import { calendarTexts } from "../app/lib/dates/calendar-texts.server";
import { AppError } from "../app/lib/errors";
import { conditionalResponse, withNotModified } from "../app/lib/http/conditional-response.server";
import { type ContentScope, cityScope, SCOPE_HEADER } from "../app/lib/pages/content-scope";
import { FEED_FORMATS, type FeedFormat, paths } from "../app/lib/paths";
import { currentSlugOf, findCityBySlug } from "../app/modules/cities/queries.server";
import {
  writeAtom,
  writeJsonFeed,
  writeRss,
} from "../app/modules/syndication/feeds/feed-text.server";
import { readPrivateCalendar } from "../app/modules/syndication/feeds/private-calendar.server";
import {
  type FeedSource,
  feedParams,
  readFeed,
} from "../app/modules/syndication/feeds/read-feed.server";
import { writeIcs } from "../app/modules/syndication/feeds/write-ics.server";
import type { AppEnv } from "./context";
import { answerUncaught } from "./failures";
import { mayHoldPosition } from "./kept-answers";
import { acceptedLocale } from "./locale";
import { budgeted } from "./middleware/budgeted";
import { dataCache, dataLocale } from "./middleware/data-cache";
import { shedApi } from "./middleware/shed";
import { siteSettings } from "./middleware/site";

const WRITERS = { ics: writeIcs, atom: writeAtom, rss: writeRss, json: writeJsonFeed };
const TYPES = {
  ics: "text/calendar; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  json: "application/feed+json; charset=utf-8",
};
/** Shorter than clients' polling interval; a change creates a new key immediately. */
const PUBLIC = "public, max-age=300";
/** Seconds after which it is worth coming back while the product is closed. */
const CLOSED_RETRY = 300;

type FeedContext = Context<AppEnv>;

const paramsOf = (c: FeedContext): URLSearchParams => new URL(c.req.url).searchParams;

const ROUTES: readonly {
  path: (format: FeedFormat) => string;
  source: (c: FeedContext) => FeedSource;
}[] = [
  { path: (format) => paths.eventsFeed(format), source: () => ({ kind: "events" }) },
  {
    path: (format) => paths.cityFeed(":slug", format),
    source: (c) => ({ kind: "city", slug: c.req.param("slug") ?? "" }),
  },
  {
    path: (format) => paths.cityWeekFeed(":slug", format),
    source: (c) => ({ kind: "week", slug: c.req.param("slug") ?? "" }),
  },
  {
    path: (format) => paths.categoryFeed(":slug", format),
    source: (c) => ({ kind: "category", slug: c.req.param("slug") ?? "" }),
  },
  {
    path: (format) => paths.venueFeed(":city", ":slug", format),
    source: (c) => ({
      kind: "host",
      citySlug: c.req.param("city") ?? "",
      slug: c.req.param("slug") ?? "",
    }),
  },
  {
    path: (format) => paths.organizerFeed(":slug", format),
    source: (c) => ({ kind: "host", citySlug: null, slug: c.req.param("slug") ?? "" }),
  },
  {
    path: (format) => paths.collectionFeed(":id", format),
    source: (c) => ({ kind: "collection", id: c.req.param("id") ?? "" }),
  },
];

/**
 * The slug of the city that this one was merged into, for existing subscribers. Null when there is
 * none.
 */
async function movedTo(c: FeedContext, slug: string): Promise<string | null> {
  const { deps } = c.get("info");
  return (await findCityBySlug(deps, slug)) ? null : currentSlugOf(deps, slug);
}

/** The query of a feed. Collections have no version that their answers could be kept under. */
const feedQuery = (c: FeedContext, source: FeedSource, format: FeedFormat) =>
  source.kind === "collection" ? null : feedParams(paramsOf(c), format);

/** The content that a feed depends on: that of its city, or of all. */
async function scopeOf(
  c: FeedContext,
  source: FeedSource,
  format: FeedFormat,
): Promise<ContentScope> {
  const isOfCity = source.kind === "city" || source.kind === "week";
  const slug = isOfCity
    ? source.slug
    : source.kind === "host"
      ? source.citySlug
      : (feedParams(paramsOf(c), format).city ?? null);
  const city = slug === null ? null : await findCityBySlug(c.get("info").deps, String(slug));
  return city ? cityScope(city.id) : "listing";
}

/** Feeds for calendars and readers: public, without session and cookies. */
export const feeds = new Hono<AppEnv>();

for (const { path, source } of ROUTES)
  for (const format of FEED_FORMATS)
    feeds.get(
      path(format),
      budgeted("reads", "list"),
      dataCache((c) => feedQuery(c, source(c), format)),
      siteSettings,
      async (c, next) => {
        if (c.get("info").isClosed) throw new AppError("unavailable", [], CLOSED_RETRY);
        await next();
        c.res = withNotModified(c.req.raw, c.res);
      },
      shedApi,
      async (c) => {
        const locale = dataLocale(c);
        const from = source(c);
        const moved =
          from.kind === "city" || from.kind === "week" ? await movedTo(c, from.slug) : null;
        const pathOf = from.kind === "week" ? paths.cityWeekFeed : paths.cityFeed;
        if (moved !== null)
          return c.redirect(pathOf(moved, format) + new URL(c.req.url).search, 308);
        const feed = await readFeed({ ...c.get("info"), locale }, from, paramsOf(c), format);
        return conditionalResponse(new Request(c.req.url), WRITERS[format](feed), {
          "Content-Type": TYPES[format],
          "Content-Language": locale,
          "Cache-Control": mayHoldPosition(c.req.url) ? "private, no-cache" : PUBLIC,
          [SCOPE_HEADER]: await scopeOf(c, from, format),
          Vary: "Accept-Language",
          // The data is public, so browsers and other sites may read it.
          "Access-Control-Allow-Origin": "*",
        });
      },
    );

feeds.get(
  paths.privateCalendar(":token").replace(":token.ics", ":file{.+\\.ics}"),
  budgeted("reads", "list"),
  siteSettings,
  async (c) => {
    if (c.get("info").isClosed) throw new AppError("unavailable", [], CLOSED_RETRY);
    const token = c.req.param("file")?.replace(/\.ics$/, "") ?? "";
    const context = { ...c.get("info"), locale: acceptedLocale(c.req.raw) };
    const { text, locale } = await readPrivateCalendar(
      context,
      token,
      parseLocale(c.req.query("lang")),
    );
    return conditionalResponse(c.req.raw, text, {
      "Content-Type": TYPES.ics,
      "Content-Language": locale,
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
      // The address is the secret.
      "Referrer-Policy": "no-referrer",
    });
  },
);

/** Programs read the status, people one sentence; neither gets a page. */
feeds.onError((error, c) => {
  if (!(error instanceof AppError) || (error.code !== "not-found" && error.code !== "bad-request"))
    return answerUncaught(error, c);
  const locale = dataLocale(c);
  const t = calendarTexts(locale);
  const say = errorTextsFor(locale);
  const issues = error.issues.map(({ path, message }) => `${path}: ${say(message)}`).join("; ");
  return c.text(
    error.code === "not-found"
      ? t("calendar:feed.notFound")
      : t("calendar:feed.refused", { issues }),
    error.status as 400,
    {
      "Cache-Control": "no-store",
    },
  );
});
