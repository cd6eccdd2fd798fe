import { calendarTexts } from "../../../lib/dates/calendar-texts.server";
import { formatDate, readerOf } from "../../../lib/dates/dates.server";
import {
  beginCalendar,
  calendarProperty,
  endCalendar,
  writeEntry,
  writeZones,
} from "../../events/ics/event-ics.server";
import { type IcsEntry, icsEntriesOf } from "../../events/ics/ics-entries.server";
import {
  FEED_LIMITS,
  FEED_REFRESH,
  type Feed,
  type FeedEvent,
  inFeedOrder,
  withinLimits,
} from "./feed";

type FeedEntry = IcsEntry & Pick<FeedEvent, "isUnlisted" | "isPrivate">;

/** What is to come, the soonest first, then what is over, the latest first; each once. */
function inOrder(entries: readonly FeedEntry[], now: number): FeedEntry[] {
  const isOver = ({ endsAt }: FeedEntry) => endsAt <= now;
  const once = new Map(entries.map((entry) => [entry.uid, entry]));
  return [...once.values()].sort(
    (a, b) =>
      Number(isOver(a)) - Number(isOver(b)) ||
      (isOver(a) ? -1 : 1) * (a.startsAt - b.startsAt || (a.uid < b.uid ? -1 : 1)),
  );
}

/**
 * What is left out, as a property of the calendar: when the first of it is, and how many entries, if
 * that is known. Calendar programs read one address only, so there is no next page.
 */
function leftOut(feed: Feed, rest: readonly FeedEntry[]): string {
  const { events, hasMore, isPast, locale } = feed;
  const unread = events.flatMap((event) => event.unread ?? []);
  const behind = hasMore ? inFeedOrder(feed).slice(-1) : [];
  const starts = [
    ...[...rest.slice(0, 1), ...behind].map(({ startsAt }) => startsAt),
    ...unread.map(({ from }) => from),
  ];
  if (starts.length === 0) return "";
  const from = isPast ? Math.max(...starts) : Math.min(...starts);
  const isKnown = !hasMore && unread.every(({ count }) => count !== null);
  const count = unread.reduce((sum, one) => sum + (one.count ?? 0), rest.length);
  const t = calendarTexts(locale);
  const day = formatDate(from, events[0]?.timeZone ?? "UTC", readerOf(locale));
  const at = `${new Date(from).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  return calendarProperty(
    `X-ROOYDAD-TRUNCATED;VALUE=TEXT;X-FROM=${at}${isKnown ? `;X-COUNT=${count}` : ""}`,
    t(isKnown ? "calendar:feed.leftOut" : "calendar:feed.more", { count, day }),
  );
}

/** Bytes of `leftOut` at most. */
const MOST_LEFT_OUT = 1_000;

/**
 * The feed as a calendar (RFC 5545, RFC 7986): an entry for each date of an event. Cancelled ones
 * stay, as cancelled.
 */
export function writeIcs(feed: Feed): string {
  const { title, description, locale, origin, url, page, events, cities, now } = feed;
  const beginning = beginCalendar(locale, {
    name: title,
    description,
    url: page,
    source: url,
    refresh: FEED_REFRESH,
  });
  const entries = inOrder(
    events.flatMap((event) =>
      icsEntriesOf(event, locale).map((entry) => ({
        ...entry,
        isUnlisted: event.isUnlisted,
        isPrivate: event.isPrivate,
      })),
    ),
    now,
  );
  const zones = writeZones(entries.slice(0, FEED_LIMITS.entries));
  const texts = withinLimits(
    entries,
    Buffer.byteLength(beginning) + Buffer.byteLength(zones) + MOST_LEFT_OUT,
    (entry) =>
      writeEntry(entry, cities.get(entry.cityId), {
        locale,
        origin,
        isUnlisted: entry.isUnlisted,
        isPrivate: entry.isPrivate,
      }),
  );
  return endCalendar(beginning, [leftOut(feed, entries.slice(texts.length)), zones, ...texts]);
}
