import { readAnnouncedStatus, readTitleStatus } from "../../fields/read-status";
import { htmlText } from "../../text/html-text";
import { elementsNamed, readXml, textOfChild, type XmlElement } from "../../text/read-xml";
import { announcedIn } from "../found-announcement.server";
import { EMPTY_FOUND_EVENT, type FoundEvent } from "../found-event";
import { type LeftEntry, type SourceItem, type SourceReader, snippetOf } from "../source-item";

/**
 * Elements by which feeds state an event's times and place: RSS 1.0 events, xCal, and common
 * namespaces of plugins.
 */
const START = [
  "ev:startdate",
  "xcal:dtstart",
  "event:startdate",
  "event:start",
  "mec:startdate",
  "tribe:startdate",
  "startdate",
  "gd:when",
];
const END = [
  "ev:enddate",
  "xcal:dtend",
  "event:enddate",
  "event:end",
  "mec:enddate",
  "tribe:enddate",
  "enddate",
];
const START_TIME = ["mec:starthour", "event:starttime", "starttime"];
const PLACE = [
  "ev:location",
  "xcal:location",
  "event:location",
  "mec:location",
  "location",
  "venue",
];
const PRICE = ["mec:cost", "event:cost", "event:price", "price"];

/**
 * RSS 0.9 to 2.0, RSS 1.0 and Atom. Times come from an event namespace, else from the text by the
 * tolerant reader of dates: the day of publication is never taken for the event's. An entry without
 * a readable day is left out. Feeds hold their latest entries only, so a missing one is not gone.
 */
export const rss: SourceReader = {
  accept: "application/rss+xml, application/atom+xml, application/xml, text/xml",
  types: /xml|rss|atom|text\/plain/,
  isComplete: false,
  request: (url) => ({
    url: url.href.replace(/^feed:(\/\/)?/i, "https://").replace("https://https:", "https:"),
  }),
  read({ text, url }, context) {
    const root = readXml(text);
    const all = [...elementsNamed(root, "item"), ...elementsNamed(root, "entry")];
    const entries = all.slice(0, 500);
    const left: LeftEntry[] = [];
    const items = entries.flatMap((entry): SourceItem[] => {
      const written = htmlText(textOfChild(entry, "title", "dc:title"));
      const html = textOfChild(entry, "content:encoded", "content", "description", "summary");
      const description = htmlText(html);
      const published = textOfChild(entry, "pubdate", "published", "dc:date", "updated");
      const link = linkOf(entry, url);
      const id = textOfChild(entry, "guid", "id") ?? link;
      const start = textOfChild(entry, ...START) ?? attributeOf(entry, "gd:when", "starttime");
      const [post = null] = announcedIn(
        [written, description].filter(Boolean).join("\n"),
        isoOf(published),
        context,
      );
      if (written === null || (start === null && post === null)) {
        const code = written === null ? "missing-title" : "missing-date";
        const snippet = snippetOf([written, description].filter(Boolean).join(" · "));
        left.push({ title: written, code, snippet, url: link });
        return [];
      }
      const { title, status } = readTitleStatus(written);
      const time = textOfChild(entry, ...START_TIME);
      const end = textOfChild(entry, ...END) ?? attributeOf(entry, "gd:when", "endtime");
      return [
        {
          id,
          url: link,
          isCancelled:
            status === "cancelled" ||
            readAnnouncedStatus([written, description].join("\n"), false) === "cancelled",
          found: {
            ...(start === null && post ? post : EMPTY_FOUND_EVENT),
            title,
            status,
            description,
            venue:
              htmlText(textOfChild(entry, ...PLACE)) ??
              attributeOf(entry, "gd:where", "valuestring") ??
              post?.venue ??
              null,
            organizer:
              htmlText(textOfChild(entry, "dc:publisher", "ev:organizer")) ??
              post?.organizer ??
              null,
            ticketUrl: link,
            imageUrl: imageOf(entry, html),
            categories: entry.children
              .filter(({ name }) => name === "category")
              .map(({ text, attributes }) => text.trim() || attributes.term || ""),
          },
          ...(start !== null && {
            stated: {
              date: start,
              published: isoOf(published),
              ...(time && { time }),
              ...(end && { endDate: end }),
              ...statedPrice(entry, post),
            },
          }),
          snippet: snippetOf([title, description].join(" · ")),
        },
      ];
    });
    return {
      items,
      leftOut: all.length - items.length,
      left,
      unread: all.length - entries.length,
      follow: [],
    };
  },
};

/** What an element of an entry states in an attribute. */
const attributeOf = (entry: XmlElement, child: string, attribute: string): string | null =>
  entry.children.find(({ name }) => name === child)?.attributes[attribute] ?? null;

/** The price of a feed's element, else of the text, for the reader of stated values. */
function statedPrice(entry: XmlElement, post: FoundEvent | null) {
  const price = textOfChild(entry, ...PRICE);
  if (price !== null) return { price };
  return post?.price == null ? {} : { price: `${post.price} ${post.currency ?? ""}`.trim() };
}

function linkOf(entry: XmlElement, base: URL): string | null {
  const links = entry.children.filter(({ name }) => name === "link");
  const link =
    links.find(({ attributes }) => (attributes.rel ?? "alternate") === "alternate") ?? links[0];
  const address = link && (link.attributes.href ?? link.text.trim());
  return address && URL.canParse(address, base) ? new URL(address, base).href : null;
}

function imageOf(entry: XmlElement, html: string | null): string | null {
  const media = [
    ...elementsNamed(entry, "media:content"),
    ...elementsNamed(entry, "media:thumbnail"),
    ...elementsNamed(entry, "enclosure"),
  ];
  const picture = media.find(
    ({ attributes }) => /^image\//.test(attributes.type ?? "image/") && attributes.url,
  );
  const url =
    picture?.attributes.url ??
    /<img\b[^>]*?\bsrc=["']([^"']{1,1000})["']/i.exec(html ?? "")?.[1] ??
    null;
  return url !== null && /^https:/.test(url) ? url : null;
}

/** A date of RFC 822 or ISO 8601 as ISO 8601; null for neither. */
function isoOf(written: string | null): string | null {
  const at = Date.parse(written ?? "");
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
