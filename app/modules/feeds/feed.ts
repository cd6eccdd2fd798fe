import type { Locale } from "../../i18n/locale";
import type { City } from "../cities/queries.server";
import type { IcsEvent } from "../events/event-ics.server";

/** A list of events, independent of the feed's format. */
export interface Feed {
  title: string;
  description: string;
  locale: Locale;
  origin: string;
  /** Absolute addresses: the feed's own, and the page that shows the same list. */
  url: string;
  page: string;
  /** In the order of the list. */
  events: readonly IcsEvent[];
  /** UTC epoch ms: series say their dates from now on. */
  now: number;
  cities: ReadonlyMap<string, City>;
}

/**
 * How many events a feed has at most: the next ones. There are no pages, since calendars read one
 * address only.
 */
export const FEED_EVENTS = 500;

/** How often it is worth reading a feed again, seconds. */
export const FEED_REFRESH = 3_600;
