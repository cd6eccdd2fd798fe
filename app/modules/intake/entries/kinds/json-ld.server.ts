import { readPageEvents } from "../read-website.server";
import {
  type ReadDocument,
  type SourceDocument,
  type SourceReader,
  snippetOf,
} from "../source-item";

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
  async read(document, { isFirst }) {
    const isSitemap =
      /xml/.test(document.type) && /<(urlset|sitemapindex)\b/.test(document.text.slice(0, 2_000));
    if (isSitemap)
      return {
        items: [],
        leftOut: 0,
        follow: isFirst ? eventLinks(locations(document.text), document.url) : [],
      };
    const { events, links } = await readPageEvents(document.text, document.url);
    const items = events.map(({ id, isCancelled, found }) => ({
      id: id ?? (isFirst || events.length > 1 ? null : document.url.href),
      url: found.ticketUrl ?? (isFirst ? null : document.url.href),
      isCancelled,
      found: { ...found, ticketUrl: found.ticketUrl ?? document.url.href },
      snippet: snippetOf([found.title, found.startsAt, found.venue].filter(Boolean).join(" · ")),
    }));
    const follow = isFirst && items.length === 0 ? eventLinks(links, document.url) : [];
    return {
      items,
      leftOut: !isFirst && items.length === 0 ? 1 : 0,
      follow,
    } satisfies ReadDocument;
  },
};

/** The `<loc>`s of a sitemap. */
function locations(xml: string): string[] {
  return [...xml.matchAll(/<loc>\s*([^<\s]{1,2000})\s*<\/loc>/g)].flatMap(
    ([, url]) => url?.replaceAll("&amp;", "&") ?? [],
  );
}

function eventLinks(links: readonly string[], from: SourceDocument["url"]): string[] {
  const below = `${from.pathname.replace(/\/+$/, "")}/`;
  const own = from.href.replace(/#.*$/, "");
  const wanted = links.flatMap((link) => {
    const url = URL.canParse(link) ? new URL(link) : null;
    if (url?.host !== from.host || !/^https?:$/.test(url.protocol)) return [];
    url.hash = "";
    const path = decodePath(url.pathname);
    const isBelow =
      below !== "/" && url.pathname.startsWith(below) && url.pathname.length > below.length;
    return url.href !== own && path.length > 1 && (isBelow || EVENT_WORDS.test(path))
      ? [url.href]
      : [];
  });
  return [...new Set(wanted)].slice(0, FOLLOWED);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
