import type { Saveable } from "~/components/heart/heart";
import type { Locale } from "~/i18n/locale";
import type { CategoryView, DateTileView, EventCardView } from "~/lib/pages/views";

/** What somebody wrote; `lang` where it is not the page's language. */
export interface DisplayedText {
  text: string;
  lang: Locale | undefined;
}

export type EventBadge = "cancelled" | "postponed" | "past" | "ongoing";

export interface EventFact {
  key: string;
  icon: string;
  label: string;
  value: string;
  detail: string | null;
  /** The value is a name that people gave, in whatever script. */
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

/** The page of one event, in the reader's language and calendar. */
export interface EventPageView {
  id: string;
  heart: Saveable;
  /** How many people have saved it, where that is told. */
  saved: string | null;
  /** The city whose room tells of changes. */
  room: string | null;
  /** For its creator and staff: the state that it is in, and the way to the form. */
  own: {
    status: "draft" | "pending" | "approved" | "rejected" | "flagged";
    label: string;
    note: string;
    edit: { href: string; label: string };
    change: { href: string; label: string } | null;
  } | null;
  title: DisplayedText;
  crumbs: { label: string; href: string }[];
  /** With a `fallback` it is a photo or a poster, which is shown whole; the fallback is drawn where it cannot be had. */
  cover: { src: string; fallback: string | null; label: string };
  categories: (CategoryView & { href: string })[];
  badge: { kind: EventBadge; label: string } | null;
  organizer: DisplayedText | null;
  /** The profile of who entered the event; null where they have none. */
  organizerHref: string | null;
  views: string | null;
  /** A film that promotes it, and the picture that stands for it until it is played. */
  /** One that is stored here plays on the page; one elsewhere is a link. */
  video: { kind: "film"; src: string; poster: string } | { kind: "link"; href: string; host: string } | null;
  about: { paragraphs: string[]; lang: Locale | undefined; note: string | null };
  when: {
    tile: DateTileView;
    dateTime: string;
    line: string;
    other: string;
    /** The announced time that no longer holds. */
    was: { dateTime: string; text: string } | null;
    /** Whether the announced time itself does not hold: the event is cancelled or postponed. */
    isOff: boolean;
  };
  facts: EventFact[];
  schedule: ScheduleStep[];
  place: {
    venue: DisplayedText | null;
    address: DisplayedText | null;
    city: { label: string; href: string; cover: string } | null;
    /** The whole address, as one copies it. */
    whole: string;
    maps: { openStreetMap: string; google: string };
  };
  price: { text: string; detail: string | null };
  /** What stands in the place of the tickets button where there is nothing to buy. */
  notice: string | null;
  tickets: { href: string; host: string } | null;
  calendar: { ics: string; google: string; outlook: string };
  share: { url: string; title: string; telegram: string; whatsApp: string; email: string; count: string };
  /** Null where there is nothing to report. */
  report: string | null;
  /** Date and time in a few words, for the bar on phones. */
  short: string;
  tags: { label: string; href: string }[];
  similar: { events: EventCardView[]; more: string };
  atVenue: { title: string; events: EventCardView[] };
}
