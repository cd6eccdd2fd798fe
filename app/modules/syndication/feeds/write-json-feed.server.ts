import { toIsoWithOffset } from "../../../lib/dates/dates.server";
import { pictureUrl } from "../../../lib/http/web-url";
import { paths } from "../../../lib/paths";
import { categoryView, coverOf } from "../../events/present/present-event.server";
import { type Feed, type FeedEvent, pageOfFeed } from "./feed";
import { feedText } from "./feed-text.server";

/** The extension object of each item, for data without a standard field. */
const ABOUT =
  "The event itself: start, end, time zone, and whether it has been postponed or cancelled.";

/** JSON in which nothing ends a script or opens a tag where it is embedded in HTML. */
const jsonText = (value: object) => JSON.stringify(value).replaceAll("<", "\\u003c");

function itemOf(
  event: FeedEvent,
  { cities, locale, now, origin }: Pick<Feed, "cities" | "locale" | "now" | "origin">,
) {
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
}

/**
 * The feed as JSON Feed 1.1 (jsonfeed.org), a page of it. Texts are plain: `content_text`, never
 * `content_html`.
 */
export function writeJsonFeed(feed: Feed): string {
  const { title, description, locale, origin, url, page } = feed;
  const about = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    description,
    language: locale,
    home_page_url: page,
    feed_url: url ?? undefined,
    icon: `${origin}/icon-512.png`,
    favicon: `${origin}/favicon.svg`,
    _rooydad: { about: ABOUT },
  };
  const { entries, next } = pageOfFeed(
    feed,
    jsonText(about),
    // With the comma behind it.
    (event) => `${jsonText(itemOf(event, feed))},`,
  );
  const head = jsonText({ ...about, next_url: next ?? undefined }).slice(0, -1);
  return `${head},"items":[${entries.join("").slice(0, -1)}]}`;
}
