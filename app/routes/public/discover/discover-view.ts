import type { IconName } from "~/lib/icon-names";
import type { EventCardView } from "~/lib/pages/views";

export interface ShelfView {
  key: string;
  title: string;
  line: string;
  all: { href: string; label: string };
  events: EventCardView[];
}

export interface MoodView {
  key: string;
  title: string;
  line: string;
  family: string;
  icon: IconName;
  href: string;
  events: (Pick<
    EventCardView,
    "id" | "href" | "title" | "titleLang" | "cover" | "focus" | "startsAt" | "time" | "city"
  > & {
    when: string;
  })[];
}

export interface ChosenCityView {
  slug: string;
  name: string;
  /** List of the city and its surroundings. */
  around: { href: string; label: string };
  choices: { slug: string; label: string }[];
  /** Traits of the events; null for all. */
  feature: string | null;
  features: { key: string; label: string }[];
  /** Shown without events. */
  empty: string;
}

/** Data of the discover page. */
export interface DiscoverView {
  shelves: ShelfView[];
  moods: MoodView[];
  city: ChosenCityView | null;
}
