import type { Locale } from "../../i18n/locale";
import { calendarTexts } from "../../lib/dates/calendar-texts.server";
import type { FeedLinksView } from "../../lib/pages/views";
import { type FeedFormat, paths } from "../../lib/paths";
import type { EventQuery } from "../../modules/events/schema";
import { eventQueryParams } from "../../modules/events/schema";

interface LinkContext {
  origin: string;
  locale: Locale;
}

/** The same address for programs that keep calendars: it opens them. */
const webcalOf = (url: string): string => url.replace(/^https?:/, "webcal:");

/** The page of Google Calendar that adds a calendar by its address. */
const googleUrl = (url: string): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: webcalOf(url) })}`;

/** Absolute addresses of one calendar by protocol. */
export const calendarAddresses = (url: string) => ({
  ics: url,
  webcal: webcalOf(url),
  google: googleUrl(url),
});

/**
 * The feeds of a list with their labels.
 * @param title the list's title
 * @param embed address of the embed builder, if any
 * @param pathOf its path in a format with its language, since feed readers have none
 */
export function feedLinks(
  { origin, locale }: LinkContext,
  title: string,
  pathOf: (format: FeedFormat) => string,
  embed: string | null = null,
): FeedLinksView {
  const t = calendarTexts(locale);
  return {
    title,
    ...calendarAddresses(`${origin}${pathOf("ics")}`),
    atom: `${origin}${pathOf("atom")}`,
    rss: `${origin}${pathOf("rss")}`,
    json: `${origin}${pathOf("json")}`,
    embed,
    words: {
      open: t("calendar:subscribe.open"),
      lead: t("calendar:subscribe.lead"),
      webcal: t("calendar:subscribe.webcal"),
      google: t("calendar:subscribe.google"),
      ics: t("calendar:subscribe.ics"),
      readers: t("calendar:subscribe.readers"),
      note: t("calendar:subscribe.note"),
      embed: t("calendar:subscribe.embed"),
    },
  };
}

/**
 * Feed links of a list, of its city or its category. Null for lists by position, which calendars
 * must not store.
 */
export function listFeedLinks(
  context: LinkContext,
  title: string,
  query: EventQuery,
  fixed: { city?: string; category?: string } = {},
): FeedLinksView | null {
  if (query.latitude !== null || query.bounds !== null) return null;
  const params = { ...eventQueryParams(query), cursor: null, limit: null, lang: context.locale };
  const pathOf = (format: FeedFormat) => {
    if (fixed.city) return paths.cityFeed(fixed.city, format, { ...params, city: null });
    if (fixed.category)
      return paths.categoryFeed(fixed.category, format, { ...params, category: null });
    return paths.eventsFeed(format, params);
  };
  const embed = paths.embedBuilder({
    city: fixed.city ?? query.city,
    category: params.category[0],
  });
  return feedLinks(context, title, pathOf, embed);
}
