import type { Saveable } from "~/components/heart/heart";
import type { Locale } from "~/i18n/locale";
import type { Position } from "~/lib/geo/geo";
import type {
  CategoryView,
  DateTileView,
  EventCardView,
  FramedPicture,
  ListFollowView,
  StillMapView,
} from "~/lib/pages/views";
import type { ShareLinks } from "~/modules/events/present/share-links";

/** Text by an author; `lang` if it differs from the page's language. */
export interface DisplayedText {
  text: string;
  lang: Locale | undefined;
}

export type EventBadge = "cancelled" | "postponed" | "past" | "ongoing" | "sold-out";

interface EventFact {
  key: string;
  label: string;
  value: string;
  detail: string | null;
}

/** The organizer or the venue, with its next events. */
export interface HostCardView {
  kind: "organizer" | "venue";
  label: string;
  name: DisplayedText;
  /** Its page; null where it has none. */
  href: string | null;
  /** The form that follows it; null where it has no page. */
  follow: ListFollowView | null;
  events: EventCardView[];
  /** Of its page; null without one. */
  picture: FramedPicture | null;
  /** Of the venue, where its position is known. */
  map: StillMapView | null;
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

/**
 * The dates of an event: the schedule in words, days with their times, and the one that the page
 * shows.
 */
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
  /** The form that follows its new dates; null where none can come. */
  follow: ListFollowView | null;
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
    /** For sharing, of an event that everyone may see. */
    pictures: { form: "story" | "poster"; href: string; label: string }[];
  } | null;
  /** Dates of an event with several; null for others. */
  showings: ShowingsView | null;
  title: DisplayedText;
  crumbs: { label: string; href: string }[];
  /**
   * `fallback` is set for a photo or poster, which is shown complete, and replaces it if it fails
   * to load.
   */
  cover: { src: string; fallback: string | null; label: string };
  categories: (CategoryView & { href: string })[];
  badge: { kind: EventBadge; label: string } | null;
  organizer: DisplayedText | null;
  /** Pages of the organizer and the venue, or null. */
  organizerPath: string | null;
  venuePath: string | null;
  /** Profile of the user who entered the event, or null. */
  organizerHref: string | null;
  /** Mark of a title or venue that a machine translated. */
  translated: string | null;
  views: string | null;
  /** Promotional video: a stored file plays on the page, an external one is a link. */
  video:
    | { kind: "film"; src: string; poster: string }
    | { kind: "link"; href: string; host: string }
    | null;
  about: { paragraphs: string[]; lang: Locale | undefined; note: string | null };
  when: {
    dateTime: string;
    line: string;
    /** The days in both calendars. */
    days: string;
    /**
     * The event's zone and the reader's time, where their clocks differ or the reader's is unknown.
     */
    zone: string | null;
    /** Announced time that no longer applies, and a sentence about it. */
    was: { dateTime: string; text: string; sentence: string } | null;
    /** Whether the event is cancelled or postponed. */
    isOff: boolean;
  };
  facts: EventFact[];
  schedule: ScheduleStep[];
  place: {
    venue: DisplayedText | null;
    /** In three parts: the middle one names the city, or is empty. */
    address: { parts: readonly [string, string, string]; lang: Locale | undefined } | null;
    city: { label: string; href: string } | null;
    /** Where it is on the globe, if known. */
    position: Position | null;
    /** Full address, for copying. */
    whole: string;
    /** Null for an event that is online alone. */
    maps: { openStreetMap: string; google: string } | null;
    /**
     * Link for taking part online: null `href` for readers who may not see it. `note` says who may.
     */
    online: { href: string | null; isForSavers: boolean; note: string | null } | null;
  };
  price: { text: string; detail: string | null };
  /** Says why there is nothing to buy. */
  notice: string | null;
  /** Where tickets are sold, or the waiting list of a sold-out event. */
  tickets: { href: string; host: string; isWaitlist: boolean } | null;
  /** Null for an event that is over or off. */
  calendar: { ics: string; google: string; outlook: string } | null;
  /** The page's one action. */
  main: "tickets" | "calendar" | null;
  share: { url: string; title: string; count: string } & ShareLinks;
  /** Null if the reader cannot report the event. */
  report: string | null;
  /** Short date and time, for the bar on phones. */
  short: string;
  tags: { label: string; href: string }[];
  similar: { events: EventCardView[]; more: string };
  hosts: HostCardView[];
}
