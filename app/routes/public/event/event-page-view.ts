import type { Saveable } from "~/components/heart/heart";
import type { Locale } from "~/i18n/locale";
import type { IconName } from "~/lib/icon-names";
import type { CategoryView, DateTileView, EventCardView } from "~/lib/pages/views";

/** Text by an author; `lang` if it differs from the page's language. */
export interface DisplayedText {
  text: string;
  lang: Locale | undefined;
}

export type EventBadge = "cancelled" | "postponed" | "past" | "ongoing" | "sold-out";

export interface EventFact {
  key: string;
  icon: IconName;
  label: string;
  value: string;
  detail: string | null;
  /** Whether the value is a name written by people, in any script. */
  written?: boolean;
}

export interface ScheduleStep {
  key: string;
  /** ISO 8601: an instant, or a day of a longer event. */
  dateTime: string;
  when: string;
  title: string;
  state: "past" | "now" | "next";
}

/** One of the times of a day at which an event takes place. */
export interface ShowingTime {
  /** Original start: identifies it. */
  at: string;
  dateTime: string;
  href: string;
  time: string;
  /** State, a short note or its own price. */
  label: string | null;
  status: "scheduled" | "postponed" | "cancelled" | "sold-out";
  /** Whether the page shows its facts. */
  isShown: boolean;
  isSaved: boolean;
}

/** The dates of an event: the schedule in words, days with their times, and the one that the page shows. */
export interface ShowingsView {
  title: string;
  sentence: string;
  days: (DateTileView & { key: string; times: ShowingTime[] })[];
  /** The page at the first date that is not shown; null for none. */
  more: string | null;
  /** The page at the next date, if another one is chosen. */
  first: string | null;
  /** Calendar file of all dates. */
  file: string;
  chosen: { label: string; note: string | null; heart: Saveable } | null;
}

/** Data of an event page, localized. */
export interface EventPageView {
  id: string;
  heart: Saveable;
  /** Localized number of saves, if published. */
  saved: string | null;
  /** City whose realtime room announces changes. */
  room: string | null;
  /** For its creator and staff: status and link to the form. */
  own: {
    status: "draft" | "pending" | "approved" | "rejected" | "flagged";
    label: string;
    note: string;
    edit: { href: string; label: string };
    change: { href: string; label: string } | null;
  } | null;
  /** Dates of an event with several; null for others. */
  showings: ShowingsView | null;
  title: DisplayedText;
  crumbs: { label: string; href: string }[];
  /** `fallback` is set for a photo or poster, which is shown complete, and replaces it if it fails to load. */
  cover: { src: string; fallback: string | null; label: string };
  categories: (CategoryView & { href: string })[];
  badge: { kind: EventBadge; label: string } | null;
  organizer: DisplayedText | null;
  /** Profile of the user who entered the event, or null. */
  organizerHref: string | null;
  views: string | null;
  /** Promotional video: a stored file plays on the page, an external one is a link. */
  video: { kind: "film"; src: string; poster: string } | { kind: "link"; href: string; host: string } | null;
  about: { paragraphs: string[]; lang: Locale | undefined; note: string | null };
  when: {
    tile: DateTileView;
    dateTime: string;
    line: string;
    other: string;
    /** Announced time that no longer applies. */
    was: { dateTime: string; text: string } | null;
    /** Whether the event is cancelled or postponed. */
    isOff: boolean;
  };
  facts: EventFact[];
  schedule: ScheduleStep[];
  place: {
    venue: DisplayedText | null;
    address: DisplayedText | null;
    city: { label: string; href: string; cover: string } | null;
    /** Full address, for copying. */
    whole: string;
    maps: { openStreetMap: string; google: string };
  };
  price: { text: string; detail: string | null };
  /** Replaces the ticket button if there is nothing to buy. */
  notice: string | null;
  tickets: { href: string; host: string } | null;
  calendar: { ics: string; google: string; outlook: string };
  share: { url: string; title: string; telegram: string; whatsApp: string; email: string; count: string };
  /** Null if the reader cannot report the event. */
  report: string | null;
  /** Short date and time, for the bar on phones. */
  short: string;
  tags: { label: string; href: string }[];
  similar: { events: EventCardView[]; more: string };
  atVenue: { title: string; events: EventCardView[] };
}
