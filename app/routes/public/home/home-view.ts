import type { CategoryTileView } from "~/components/category-tile/category-tile";
import type { EventCardView } from "~/lib/pages/views";

/** Arch that links to the list of a day. */
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

/** Data of the home page. */
export interface HomeView {
  today: string;
  /** Part of the reader's day, for the greeting. */
  partOfDay: "morning" | "afternoon" | "evening" | "night";
  cities: { slug: string; label: string }[];
  doors: DoorView[];
  trending: EventCardView[];
  tiles: CategoryTileView[];
  categoryCount: number;
  spotlight: CitySpotView[];
}
