import type { Locale } from "../../../i18n/locale";
import type { City } from "../../cities/queries.server";
import type { EventRow } from "../../events/event-columns.server";
import type { IcsEvent } from "../../events/ics/ics-entries.server";

/** An event of a feed. */
export type FeedEvent = IcsEvent & {
  /** What texts have beyond calendars: the pattern is the whole schedule. */
  pattern?: EventRow["schedule"];
  imageUrl?: EventRow["imageUrl"];
  tags?: EventRow["tags"];
  /** Set for an own event that the public may not see yet. */
  isUnlisted?: boolean;
  /** Its reader has a place: calendars that are shared show no details (RFC 5545 §3.8.1.3). */
  isPrivate?: boolean;
  /** The start by which its list has it, of a series that of the listed day; left out, its own. */
  listedAt?: number;
  /** Dates of a series that were left out: the first one's start, and how many, if that is known. */
  unread?: { from: number; count: number | null };
};

/** A list of events, independent of the feed's format. */
export interface Feed {
  title: string;
  description: string;
  locale: Locale;
  origin: string;
  /** The feed's own absolute address; null where it must stay secret. */
  url: string | null;
  /** The absolute address of the page that shows the same list. */
  page: string;
  events: readonly FeedEvent[];
  /** Whether the latest come first: a list of what is over. */
  isPast: boolean;
  /** Whether the list has more events than these. */
  hasMore: boolean;
  /** The absolute address of the feed behind so many of its events; null where there is none. */
  pageAfter: (count: number) => string | null;
  /** UTC epoch ms: series say their dates from now on. */
  now: number;
  cities: ReadonlyMap<string, City>;
}

/** What one answer has at most. An entry of a calendar is one date of an event. */
export const FEED_LIMITS = { entries: 500, bytes: 1_000_000 } as const;

/** How often it is worth reading a feed again, seconds. */
export const FEED_REFRESH = 3_600;

/** The events in the order of their list, each once: its cursor goes on behind the last of them. */
export function inFeedOrder({ events, isPast }: Pick<Feed, "events" | "isPast">): FeedEvent[] {
  const sign = isPast ? -1 : 1;
  const once = new Map(events.map((event) => [event.id, event]));
  const at = ({ listedAt, startsAt }: FeedEvent) => listedAt ?? startsAt;
  return [...once.values()].sort((a, b) => sign * (at(a) - at(b) || (a.id < b.id ? -1 : 1)));
}

/**
 * The texts of the first entries that fit into one answer, in their order. Ends at the first that
 * does not fit, so that the next page begins there.
 * @param around bytes of what stands around the entries
 */
export function withinLimits<Entry>(
  entries: readonly Entry[],
  around: number,
  write: (entry: Entry) => string,
): string[] {
  const texts: string[] = [];
  let bytes = around;
  for (const entry of entries.slice(0, FEED_LIMITS.entries)) {
    const text = write(entry);
    bytes += Buffer.byteLength(text);
    if (bytes > FEED_LIMITS.bytes) break;
    texts.push(text);
  }
  return texts;
}

/**
 * The texts of a feed whose entries are events, and the address of the next page; null for the last.
 * @param head the feed around its entries, with the longest address of a next page
 */
export function pageOfFeed(
  feed: Feed,
  head: string,
  write: (event: FeedEvent) => string,
): { entries: string[]; next: string | null } {
  const events = inFeedOrder(feed);
  const entries = withinLimits(events, Buffer.byteLength(head) + MOST_ADDRESS, write);
  const isCut = entries.length < events.length || feed.hasMore;
  return { entries, next: isCut && entries.length > 0 ? feed.pageAfter(entries.length) : null };
}

/** Bytes that the link to the next page takes at most: a query of 200 letters is 1,200 escaped. */
const MOST_ADDRESS = 10_000;
