import type { EventCardView, FeedLinksView } from "../../lib/pages/views";

/** What the list of events draws. */
export interface BrowseView {
  title: string;
  summary: string;
  /** Whose days are meant, where no place was chosen. */
  daysOf: string | null;
  groups: { key: string; title: string; otherCalendar: string; isToday: boolean; events: EventCardView[] }[];
  active: { key: string; label: string; typed?: string; without: string; understood: boolean }[];
  quick: { key: string; label: string; href: string; on: boolean }[];
  corrected: string | null;
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
    /** Filters that were understood from the words and have been taken off. */
    without: string[];
  };
  /** The range and today as one types them in Solar Hijri; null where the reader's calendar is the Gregorian one. */
  typedDays: { from: string; to: string; example: string } | null;
  hasCenter: boolean;
  /** A line for each: its slug, a space and its name. As a list they would be a quarter of all that is encoded for the page. */
  cities: string;
  categories: { name: string; slug: string; label: string; family: string; countText: string }[];
  presets: { value: string; label: string }[];
  /** How many events stand before this page and on it, and how many there are. */
  seen: { before: number; count: number; total: number; exact: boolean };
  more: string | null;
  /** The list from its beginning, where this is a later page. */
  first: string | null;
  /** The city whose room tells of changes. */
  room: string | null;
  /** Null where the list is about where somebody is. */
  feed: FeedLinksView | null;
  fixedCity: boolean;
  fixedCategory: boolean;
}
