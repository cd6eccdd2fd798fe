import { toIsoWithOffset } from "../../lib/dates/dates.server";
import { pictureUrl } from "../../lib/http/web-url";
import { paths } from "../../lib/paths";
import { categoryView, coverOf } from "../events/present-event.server";
import type { Feed } from "./feed";
import { feedText } from "./feed-text.server";

/** The extension object of each item, for data without a standard field. */
const ABOUT =
  "The event itself: start, end, time zone, and whether it has been postponed or cancelled.";

/**
 * The feed as JSON Feed 1.1 (jsonfeed.org). Texts are plain: `content_text`, never `content_html`.
 */
export function writeJsonFeed({
  title,
  description,
  locale,
  origin,
  url,
  page,
  events,
  cities,
  now,
}: Feed): string {
  const feed = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    description,
    language: locale,
    home_page_url: page,
    feed_url: url,
    icon: `${origin}/icon-512.png`,
    favicon: `${origin}/favicon.svg`,
    _rooydad: { about: ABOUT },
    items: events.map((event) => {
      const text = feedText(event, cities.get(event.cityId), locale, now);
      return {
        id: `urn:uuid:${event.id}`,
        url: `${origin}${paths.event(event.id)}`,
        title: text.title,
        summary: text.summary,
        content_text: text.content,
        image: pictureUrl(coverOf(event), origin) ?? undefined,
        date_published: new Date(event.createdAt).toISOString(),
        date_modified: new Date(event.updatedAt).toISOString(),
        tags: event.categories.map((name) => categoryView(name, locale)?.label ?? name),
        language: locale === "fa" && event.titleFa ? "fa" : "en",
        _rooydad: {
          starts_at: toIsoWithOffset(event.startsAt, event.timeZone),
          ends_at: toIsoWithOffset(event.endsAt, event.timeZone),
          time_zone: event.timeZone,
          all_day: event.allDay,
          lifecycle: event.lifecycle,
        },
      };
    }),
  };
  // Escaped, so that embedding it in HTML ends no script and opens no tag.
  return JSON.stringify(feed).replaceAll("<", "\\u003c");
}
