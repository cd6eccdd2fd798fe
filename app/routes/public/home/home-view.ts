import type { CategoryTileView } from "~/components/category-tile/category-tile";
import type { EventCardView } from "~/lib/pages/views";

/** An arch: the way to one day's list. */
export interface DoorView {
  /** YYYY-MM-DD */
  day: string;
  href: string;
  label: string;
  number: string;
  month: string;
  count: string;
  cover: string;
}

export interface CitySpotView {
  slug: string;
  href: string;
  name: string;
  picture: string;
  count: string;
  next: { label: string; title: string; lang: "en" | "fa" } | null;
}

/** What the home page draws. */
export interface HomeView {
  today: string;
  /** Where the reader is, for a greeting. */
  partOfDay: "morning" | "afternoon" | "evening" | "night";
  cities: { slug: string; label: string }[];
  doors: DoorView[];
  trending: EventCardView[];
  tiles: CategoryTileView[];
  categoryCount: number;
  spotlight: CitySpotView[];
}
