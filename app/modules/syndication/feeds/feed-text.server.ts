import { type Locale, listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { formatDate, readerOf, toIsoWithOffset } from "../../../lib/dates/dates.server";
import { takesPlace } from "../../../lib/event/schedule";
import { pictureUrl } from "../../../lib/http/web-url";
import { paths } from "../../../lib/paths";
import type { City } from "../../cities/queries.server";
import { priceText } from "../../events/present/event-facts.server";
import {
  eventDays,
  formatDays,
  formatHours,
  stateSentence,
} from "../../events/present/event-times.server";
import {
  categoryView,
  coverOf,
  locationLine,
  statedTitle,
} from "../../events/present/present-event.server";
import { formatSchedule } from "../../schedule/format-schedule.server";
import { type Feed, type FeedEvent, pageOfFeed } from "./feed";

/** Feed readers may fail on control characters, and XML 1.0 cannot contain them (§2.2). */
const printable = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .replace(/[\uFFFE\uFFFF]/g, " ");

/** Dates of a series that a text names. */
const NEXT_DATES = 2;

/** When a series takes place, and its next dates. @param now UTC epoch ms */
function seriesText(
  { pattern, occurrences = [], timeZone, startsAt }: FeedEvent,
  locale: Locale,
  now: number,
): string[] {
  const reader = readerOf(locale);
  const dates = occurrences
    .filter((one) => one.startsAt >= startsAt && takesPlace(one))
    .slice(0, NEXT_DATES);
  const texts = dates.map((one) =>
    listOf(locale, [
      formatDate(one.startsAt, timeZone, reader),
      formatHours({ ...one, timeZone, allDay: false }, locale),
    ]),
  );
  const t = translatorFor(locale);
  return [
    ...(pattern ? [formatSchedule(pattern, { ...reader, timeZone, now })] : []),
    ...(texts.length > 0
      ? [t("schedule:nextDates", { dates: texts.join(locale === "fa" ? "؛ " : "; ") })]
      : []),
  ];
}

/** An event as plain text for feed readers. @param now UTC epoch ms */
function feedText(event: FeedEvent, city: City | undefined, locale: Locale, now: number) {
  const reader = readerOf(locale);
  const title = statedTitle(event, locale).replace(/\s+/g, " ");
  const when = event.schedule
    ? seriesText(event, locale, now)
    : eventDays(event).count > 1 || event.allDay
      ? [formatDays(event, reader, { weekday: true })]
      : [
          listOf(locale, [
            formatDate(event.startsAt, event.timeZone, reader),
            formatHours(event, locale),
          ]),
        ];
  const facts = [
    stateSentence(event, city, { ...reader, timeZone: "unknown" }),
    ...when,
    ...(event.soldOut ? [translatorFor(locale)("pages:event.notice.soldOut")] : []),
    locationLine(event, city, locale),
    event.price === null ? null : priceText(event, locale),
  ].filter((fact) => fact !== null);
  const description = localized({ en: event.descriptionEn, fa: event.descriptionFa }, locale);
  return {
    title: printable(title),
    summary: printable(facts.join(" · ")),
    content: printable([facts.join("\n"), description].filter(Boolean).join("\n\n")),
  };
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");

const element = (name: string, text: string, attributes = "") =>
  `<${name}${attributes}>${escaped(text)}</${name}>`;
const link = (rel: string, href: string, type: string) =>
  `<link rel="${rel}" href="${escaped(href)}" type="${type}"/>`;
const instant = (at: number) => new Date(at).toISOString();

const ATOM = "application/atom+xml";
const RSS = "application/rss+xml";

function entryOf(
  event: FeedEvent,
  { cities, locale, now, origin }: Pick<Feed, "cities" | "locale" | "now" | "origin">,
): string {
  const text = feedText(event, cities.get(event.cityId), locale, now);
  return [
    "<entry>",
    element("id", `urn:uuid:${event.id}`),
    element("title", text.title, ' type="text"'),
    link("alternate", `${origin}${paths.event(event.id)}`, "text/html"),
    element("published", instant(event.createdAt)),
    element("updated", instant(event.updatedAt)),
    ...event.categories.map((name) => {
      const view = categoryView(name, locale);
      return view ? `<category term="${escaped(view.slug)}" label="${escaped(view.label)}"/>` : "";
    }),
    element("summary", text.summary, ' type="text"'),
    element("content", text.content, ' type="text"'),
    "</entry>\n",
  ].join("");
}

/**
 * The feed as Atom (RFC 4287), a page of it (RFC 5005 §3). Texts are of the type "text", so that
 * nothing in them is markup.
 */
export function writeAtom(feed: Feed): string {
  const { title, description, locale, origin, url, page, events } = feed;
  const updated = events.reduce((latest, event) => Math.max(latest, event.updatedAt), 0);
  const head = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale}">`,
    element("id", url ?? page),
    element("title", title, ' type="text"'),
    element("subtitle", description, ' type="text"'),
    ...(url ? [link("self", url, ATOM)] : []),
    link("alternate", page, "text/html"),
    element("updated", instant(updated)),
    // A feed's title begins with the site's name.
    `<author>${element("name", title.split(" · ")[0] ?? "")}<uri>${escaped(origin)}</uri></author>`,
    element("icon", `${origin}/favicon.svg`),
    "",
  ].join("\n");
  const { entries, next } = pageOfFeed(feed, head, (event) => entryOf(event, feed));
  return [head, next ? `${link("next", next, ATOM)}\n` : "", ...entries, "</feed>\n"].join("");
}

const inHtml = (text: string) => escaped(text).replaceAll("\n", "<br>");

function rssItemOf(
  event: FeedEvent,
  { cities, locale, now, origin }: Pick<Feed, "cities" | "locale" | "now" | "origin">,
): string {
  const text = feedText(event, cities.get(event.cityId), locale, now);
  return [
    "<item>",
    element("title", text.title),
    element("link", `${origin}${paths.event(event.id)}`),
    element("guid", `urn:uuid:${event.id}`, ' isPermaLink="false"'),
    element("pubDate", new Date(event.createdAt).toUTCString()),
    ...event.categories.map((name) =>
      element("category", categoryView(name, locale)?.label ?? name),
    ),
    element("description", inHtml(text.content)),
    "</item>\n",
  ].join("");
}

/**
 * The feed as RSS 2.0 (rssboard.org), a page of it: the links to itself and to the next page are
 * Atom's. Readers take a description as HTML, so that its text is escaped twice.
 */
export function writeRss(feed: Feed): string {
  const { title, description, locale, url, page } = feed;
  const atomLink = (rel: string, href: string) =>
    `<atom:link rel="${rel}" href="${escaped(href)}" type="${RSS}"/>`;
  const head = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    element("title", title),
    element("link", page),
    element("description", description),
    element("language", locale),
    ...(url ? [atomLink("self", url)] : []),
    "",
  ].join("\n");
  const { entries, next } = pageOfFeed(feed, head, (event) => rssItemOf(event, feed));
  const more = next ? `${atomLink("next", next)}\n` : "";
  return [head, more, ...entries, "</channel></rss>\n"].join("");
}

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
    image: pictureUrl(coverOf({ imageUrl: null, tags: [], ...event }), origin) ?? undefined,
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
