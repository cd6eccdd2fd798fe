import type { Locale } from "../../../i18n/locale";
import { calendarTexts } from "../../../lib/dates/calendar-texts.server";
import { formatDate, readerOf } from "../../../lib/dates/dates.server";
import { basicTime } from "../../../lib/dates/write-time-zone.server";
import type { OccurrenceRow } from "../../events/get-event.server";
import {
  beginCalendar,
  calendarProperty,
  endCalendar,
  writeEntry,
  writeZones,
} from "../../events/ics/event-ics.server";
import { icsDatesOf, icsEntryOf, icsUid } from "../../events/ics/ics-entries.server";
import {
  FEED_LIMITS,
  FEED_REFRESH,
  type Feed,
  type FeedEvent,
  inFeedOrder,
  withinLimits,
} from "./feed";

/** A date of an event, before it is an entry: more are read than fit. */
interface FeedDate {
  uid: string;
  startsAt: number;
  endsAt: number;
  event: FeedEvent;
  date: OccurrenceRow | null;
}

/** What is to come, the soonest first, then what is over, the latest first; each once. */
function datesInOrder({ events, now }: Pick<Feed, "events" | "now">): FeedDate[] {
  const once = new Map<string, FeedDate>();
  for (const event of events)
    for (const date of icsDatesOf(event)) {
      const uid = icsUid(event, date);
      const { startsAt, endsAt } = date ?? event;
      once.set(uid, { uid, startsAt, endsAt, event, date });
    }
  const isOver = ({ endsAt }: FeedDate) => endsAt <= now;
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
function leftOut(feed: Feed, rest: readonly FeedDate[]): string {
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
  return truncatedProperty(from, events[0]?.timeZone ?? "UTC", locale, isKnown ? count : null);
}

/** The property that says from when on a calendar lacks dates. @param count null if it is not known */
export function truncatedProperty(
  from: number,
  timeZone: string,
  locale: Locale,
  count: number | null,
): string {
  const day = formatDate(from, timeZone, readerOf(locale));
  return calendarProperty(
    `X-ROOYDAD-TRUNCATED;VALUE=TEXT;X-FROM=${basicTime(from)}Z${count === null ? "" : `;X-COUNT=${count}`}`,
    calendarTexts(locale)(count === null ? "calendar:feed.more" : "calendar:feed.leftOut", {
      count: count ?? 0,
      day,
    }),
  );
}

/** Bytes of `truncatedProperty` at most. */
export const MOST_TRUNCATED = 1_000;

/**
 * The feed as a calendar (RFC 5545, RFC 7986): an entry for each date of an event. Cancelled ones
 * stay, as cancelled.
 */
export function writeIcs(feed: Feed): string {
  const { title, description, locale, origin, url, page, cities } = feed;
  const beginning = beginCalendar(locale, {
    name: title,
    description,
    url: page,
    source: url,
    refresh: FEED_REFRESH,
  });
  const dates = datesInOrder(feed);
  const shown = dates
    .slice(0, FEED_LIMITS.entries)
    .map(({ event, date }) => ({ event, entry: icsEntryOf(event, date, locale) }));
  const zones = writeZones(shown.map(({ entry }) => entry));
  const texts = withinLimits(
    shown,
    Buffer.byteLength(beginning) + Buffer.byteLength(zones) + MOST_TRUNCATED,
    ({ event: { isUnlisted, isPrivate }, entry }) =>
      writeEntry(entry, cities.get(entry.cityId), { locale, origin, isUnlisted, isPrivate }),
  );
  return endCalendar(beginning, [leftOut(feed, dates.slice(texts.length)), zones, ...texts]);
}
