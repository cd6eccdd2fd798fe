import type { EventCardView } from "../../lib/views";

/** What the list of events draws. */
export interface BrowseView {
  title: string;
  summary: string;
  groups: { key: string; title: string; otherCalendar: string; isToday: boolean; events: EventCardView[] }[];
  active: { key: string; label: string; without: string; understood: boolean }[];
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
  };
  hasCenter: boolean;
  cities: { slug: string; label: string }[];
  categories: { name: string; slug: string; label: string; family: string; countText: string }[];
  presets: { value: string; label: string }[];
  seen: { shown: number; total: number; exact: boolean };
  more: string | null;
  /** The city whose room tells of changes. */
  room: string | null;
  fixedCity: boolean;
  fixedCategory: boolean;
}
