import type { City } from "../../app/modules/cities/queries.server";
import type { EventRow } from "../../app/modules/events/list/list-events.server";
import type { Feed } from "../../app/modules/syndication/feeds/feed";
import { sampleEvent, tehran } from "./sample-event";

export const FEED_ORIGIN = "https://rooydad.example";
export const FEED_URL = `${FEED_ORIGIN}/events.ics?city=tehran&lang=en`;

const cities = new Map<string, City>([
  [tehran.id, tehran],
  [
    "toronto",
    {
      ...tehran,
      id: "toronto",
      slug: "toronto",
      nameEn: "Toronto",
      nameFa: "تورنتو",
      timeZone: "America/Toronto",
    },
  ],
  [
    "berlin",
    {
      ...tehran,
      id: "berlin",
      slug: "berlin",
      nameEn: "Berlin",
      nameFa: "برلین",
      timeZone: "Europe/Berlin",
    },
  ],
]);

/** The id of the event of a feed by its number, from 1 on. */
export const feedId = (number: number) =>
  `019b0000-0000-7000-a000-${String(number).padStart(12, "0")}`;

/** A feed of sample events; its time is 22 November 2026. */
export const sampleFeed = (events: Partial<EventRow>[], changes: Partial<Feed> = {}): Feed => ({
  title: "Rooydad · What’s on",
  description: "All that is on; and more, really",
  locale: "en",
  origin: FEED_ORIGIN,
  url: FEED_URL,
  page: `${FEED_ORIGIN}/events?city=tehran&lang=en`,
  events: events.map((event, index) => sampleEvent({ id: feedId(index + 1), ...event })),
  isPast: false,
  hasMore: false,
  pageAfter: () => null,
  cities,
  now: Date.UTC(2026, 10, 22),
  ...changes,
});
