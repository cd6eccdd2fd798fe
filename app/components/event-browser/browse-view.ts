import type { EventCardView, FeedLinksView } from "../../lib/pages/views";

/** Data of an event list. */
export interface BrowseView {
  title: string;
  summary: string;
  /** Notice about the time zone of the days. Null if a city is selected. */
  daysOf: string | null;
  groups: { key: string; title: string; otherCalendar: string; isToday: boolean; isDay?: boolean; events: EventCardView[] }[];
  active: { key: string; label: string; typed?: string; without: string; understood: boolean }[];
  quick: { key: string; label: string; href: string; on: boolean }[];
  /** How the words were read, if not as typed. */
  reading: { text: string; link: { href: string; label: string } } | null;
  /** Null if some event matches everything. */
  nothing: { title: string; nearest: string; alternatives: { href: string; label: string; count: string }[] } | null;
  leftOut: string | null;
  query: {
    q: string;
    city: string | null;
    categories: string[];
    when: string | null;
    from: string | null;
    to: string | null;
    free: boolean;
    latitude: number | null;
    longitude: number | null;
    radius: number | null;
    sort: string | null;
    tag: string | null;
    /** Filters detected in the words and removed by the reader. */
    without: string[];
  };
  /** The range and today as typed Solar Hijri dates. Null for readers of the Gregorian calendar. */
  typedDays: { from: string; to: string; example: string } | null;
  hasCenter: boolean;
  /** One line per city: slug, space, name. An array would take a quarter of the serialized page. */
  cities: string;
  categories: { name: string; slug: string; label: string; family: string; countText: string }[];
  traits: { key: string; label: string; isChosen: boolean }[];
  /** Ages to filter by. */
  ages: { value: string; label: string; isChosen: boolean }[];
  presets: { value: string; label: string }[];
  /** `before`: events before this page. `count`: events on it. `total`: all events; a lower bound unless `exact`. */
  seen: { before: number; count: number; total: number; exact: boolean; note: string | null };
  more: string | null;
  /** URL of the first page. Null on the first page. */
  first: string | null;
  /** City whose realtime room announces changes. */
  room: string | null;
  /** Null if the list depends on the reader's position. */
  feed: FeedLinksView | null;
  fixedCity: boolean;
  fixedCategory: boolean;
}
