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
  hasEvents: boolean;
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

/** A part of the home page for the reader's city. */
export interface CityPartView {
  key: string;
  look: "rows" | "cards";
  title: string;
  all?: { href: string; label: string };
  events: EventCardView[];
  /** Instead of events: that there are none, and where the next ones are. */
  nothing: { text: string; link: { href: string; label: string } } | null;
}

/** Events for a signed-in person, each with its reason. */
export interface ForYouView {
  title: string;
  cards: { card: EventCardView; topic: string; reason: string; label: string }[];
  /** Of the button that shows less of a reason's topic. */
  less: string;
  /** Instead of cards. */
  nothing: string | null;
  /** Of the button that takes all of it back; null where nothing was put aside. */
  again: string | null;
}

/** Data of the home page. */
export interface HomeView {
  today: string;
  /** Part of the reader's day, for the greeting. */
  partOfDay: "morning" | "afternoon" | "evening" | "night";
  cities: { slug: string; label: string }[];
  /** The city that the network suggests, before the reader has chosen one. */
  suggested: { slug: string; name: string } | null;
  doors: DoorView[];
  /** Of the reader's city; empty without one. */
  parts: CityPartView[];
  /** Null for visitors, whose page is shared. */
  forYou: ForYouView | null;
  trending: EventCardView[];
  tiles: CategoryTileView[];
  categoryCount: number;
  spotlight: CitySpotView[];
}
