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
  icon: string;
  href: string;
  events: (Pick<EventCardView, "id" | "href" | "title" | "titleLang" | "cover" | "focus" | "startsAt" | "time" | "city"> & {
    when: string;
  })[];
}

export interface ChosenCityView {
  slug: string;
  name: string;
  /** The list with the places around it. */
  around: { href: string; label: string };
  choices: { slug: string; label: string }[];
}

/** What the discover page draws. */
export interface DiscoverView {
  shelves: ShelfView[];
  moods: MoodView[];
  city: ChosenCityView | null;
}
