import { readPageEvents } from "../read-website.server";
import { type ReadDocument, type SourceReader, snippetOf } from "../source-item";

/** Pages that one check follows. */
const FOLLOWED = 60;
/** Words of addresses that lead to events, in the sites' usual languages. */
const EVENT_WORDS =
  /event|program|concert|show|calendar|agenda|ticket|workshop|exhibition|رویداد|برنامه|کنسرت|نمایش|کارگاه|همایش/i;

/**
 * schema.org events on a page, as JSON-LD or microdata. A page without events is a list: its links
 * below its own path, or with a word for events, are followed one level; so are the addresses of a
 * sitemap. Only the same host is followed.
 */
export const jsonLd: SourceReader = {
  accept: "text/html, application/xhtml+xml, application/xml;q=0.9",
  types: /html|xml/,
  isComplete: true,
  request: (url) => ({ url: url.href }),
  async read(document, { isFirst, now }) {
    const isSitemap =
      /xml/.test(document.type) && /<(urlset|sitemapindex)\b/.test(document.text.slice(0, 2_000));
    if (isSitemap)
      return {
        items: [],
        leftOut: 0,
        follow: isFirst ? followed([], locations(document.text), document.url) : [],
      };
    const { events, links, listed, unread } = await readPageEvents(
      document.text,
      document.url,
      now,
    );
    const items = events.map(({ id, found }) => ({
      id: id ?? (isFirst || events.length > 1 ? null : document.url.href),
      url: found.ticketUrl ?? (isFirst ? null : document.url.href),
      isCancelled: found.status === "cancelled",
      found: { ...found, ticketUrl: found.ticketUrl ?? document.url.href },
      snippet: snippetOf([found.title, found.startsAt, found.venue].filter(Boolean).join(" · ")),
      ...(found.titleFa !== null && {
        fa: { title: found.titleFa, description: null, venue: null, address: null },
      }),
    }));
    const follow = isFirst && items.length === 0 ? followed(links, listed, document.url) : [];
    return {
      items,
      leftOut: (!isFirst && items.length === 0 ? 1 : 0) + unread,
      follow,
      unread,
    } satisfies ReadDocument;
  },
};

/** The `<loc>`s of a sitemap. */
function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>\s*([^<\s]{1,2000})\s*<\/loc>/g)].flatMap(
    ([, url]) => url?.replaceAll("&amp;", "&") ?? [],
  );
}

/**
 * Addresses of the same host to read next: all that a list or sitemap names, and links that look
 * like events.
 */
function followed(links: readonly string[], listed: readonly string[], from: URL): string[] {
  const below = `${from.pathname.replace(/\/+$/, "")}/`;
  const own = from.href.replace(/#.*$/, "");
  const within = (link: string): URL[] => {
    const url = URL.canParse(link) ? new URL(link) : null;
    if (url?.host !== from.host || !/^https?:$/.test(url.protocol)) return [];
    url.hash = "";
    return url.href !== own && url.pathname.length > 1 ? [url] : [];
  };
  const looksLikeEvent = ({ pathname }: URL) =>
    (below !== "/" && pathname.startsWith(below) && pathname.length > below.length) ||
    EVENT_WORDS.test(decodePath(pathname));
  const named = listed.flatMap(within);
  // A sitemap also names the site's other pages, which come last.
  const sorted = [
    ...named.filter(looksLikeEvent),
    ...links.flatMap(within).filter(looksLikeEvent),
    ...named.filter((url) => !looksLikeEvent(url)),
  ];
  return [...new Set(sorted.map(({ href }) => href))].slice(0, FOLLOWED);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
