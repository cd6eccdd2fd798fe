import type { Locale } from "../../i18n/locale";
import type { IconName } from "../icon-names";
import type { FeedFormat } from "../paths";

/**
 * View data of pages, already in the reader's language and calendar: formatted on the server, since
 * browsers differ in their dates.
 */

/** The site itself, from the platform's branding and configuration. */
export interface Site {
  companyName: string;
  /** Whether the drawn logo has that name; other names are set in type. */
  hasOwnLogo: boolean;
  supportEmail: string;
  /** Brand colours as CSS; null for the defaults. */
  style: string | null;
  /** External pages of the footer; null where none is configured. */
  links: {
    docs: string | null;
    blog: string | null;
    community: string | null;
    status: string | null;
    changelog: string | null;
  };
}

/** The reader's city (docs/decisions/home-city.md). */
export interface HomeCity {
  /** Null for all cities and before a choice. */
  slug: string | null;
  /** In the reader's language. */
  name: string | null;
  /** All cities were chosen. */
  isAll: boolean;
  /** The slug of the city that the network places the reader in, before a choice. */
  suggested: string | null;
}

/** Default head values of pages (decisions.md §7, SEO). */
export interface SeoDefaults {
  siteName: string;
  title: string;
  description: string;
  /** Null: the product's own picture. */
  imageUrl: string | null;
  /** With its @; null without one. */
  twitterHandle: string | null;
}

/** The form by which a list is followed. */
export interface ListFollowView {
  action: string;
  intent: "follow" | "unfollow";
  label: string;
}

/** The signed-in user as headers and sidebars show them. */
export interface ViewerView {
  id: string;
  displayName: string;
  /** Shown without a picture. */
  initials: string;
  photoUrl: string | null;
  role: "user" | "moderator" | "admin" | "owner";
  isVerified: boolean;
  isOnboarded: boolean;
  /** The day of the account's permanent deletion, if requested. */
  deletion: string | null;
  /** Days until staff need a second factor, 0 when due; null when not needed or present. */
  secondFactorDays: number | null;
  /** Whether to store this browser's language in the account, which has none yet. */
  takesLanguage: boolean;
  notifications: ViewerNotifications;
  /** Number of favourites. */
  saved: number;
  /** Permissions for links only; the pages check for themselves. */
  can: { enterAdmin: boolean };
}

/** A notification as the page and the bell's panel draw it. */
export interface NotificationView {
  id: string;
  type: "mention" | "approval" | "rejection" | "reaction" | "other";
  title: string;
  message: string;
  isRead: boolean;
  /** Path of its target. */
  opens: string | null;
  createdAt: string;
  ago: string;
  when: string;
}

/** The initial state of the bell. */
export interface ViewerNotifications {
  /** Unread notifications; 100 means 100 or more. */
  unread: number;
  /** Whether toasts show the socket's state: never in production (product.md §8). */
  showsConnectionStatus: boolean;
  /** The VAPID public key; null when push is off. */
  pushKey: string | null;
}

/** Mark on maps: a dot, a green circle, a station's mark, or the name alone. */
export type MapPlaceKind = "area" | "park" | "metro" | "street" | "spot" | "city";

/** A picture of land and borders that is larger than the map: `mask-size` and `mask-position`. */
export interface GroundView {
  image: string;
  size: string;
  position: string;
}

/** A map that is rendered with the page: where everything is in percent of its width and height. */
export interface StillMapView {
  /** Null for a frame that outlines of countries are too coarse for. */
  ground: GroundView | null;
  ratio: number;
  /** The place that the map is about. */
  pin: { x: number; y: number };
  /** A park that has no room for its name has an empty one. */
  places: {
    name: string;
    kind: MapPlaceKind;
    x: number;
    y: number;
    /** The pin marks the place, and its name stands below the pin. */
    isUnderPin?: boolean;
    size?: number;
  }[];
  /** Circles round the pin: radius in percent of the width, and its length in words. */
  /** `side` is the label's position on its circle; null if there is no room. */
  rings: { radius: number; label: string; side: "right" | "left" | "top" | "bottom" | null }[];
}

/** Where a place is: a map, where it shows the way, and what is near it in words. */
export interface PlaceAroundView {
  map: StillMapView | null;
  /** The neighbourhood that it is in. */
  district: string | null;
  /** The nearest station and landmarks, each with its distance. */
  near: { kind: MapPlaceKind; name: string; distance: string }[];
}

/** An event on a map. */
export interface EventPin {
  id: string;
  latitude: number;
  longitude: number;
  title: string;
  href: string;
  /** Day and time in the reader's calendar. */
  when: string;
  /** On the pin: the time of an event of today, else its day. */
  short: string;
  venue: string;
  price: string;
  /** Its picture as a thumbnail. */
  cover: string;
  family: string;
  icon: IconName;
}

/** The map of a list of events. */
export interface EventMapView {
  /** The ground and the names of the map without scripts. */
  still: Pick<StillMapView, "ground" | "places">;
  /** Places of the listed events on it: in percent, with the events at each. */
  pins: { x: number; y: number; events: EventPin[] }[];
  /** First bounds of the map: west, south, east, north. */
  bounds: [number, number, number, number];
  /** Where the events of the whole list are, as EventPin[]. */
  points: string;
  /** Cities and places of the gazetteer, as MapPlace[]. */
  names: string;
  /** The list of an area, up to its bounds. */
  area: string;
  /** The street map of the city, a PMTiles file; null without one. */
  streets: string | null;
}

export interface CategoryView {
  name: string;
  slug: string;
  label: string;
  /** Colour family, for `data-family`. */
  family: string;
  icon: IconName;
}

/** A day as a tile: weekday, day and month of the reader's calendar. */
export interface DateTileView {
  weekday: string;
  day: string;
  month: string;
  /** The last day, with "until" in the place of the weekday. */
  isUntil?: true;
}

/** One of the times at which an event takes place on a day. */
export interface CardTime {
  time: string;
  /** "Sold out", "Cancelled": the time is struck through. */
  off?: string;
}

export interface EventCardView {
  id: string;
  href: string;
  title: string;
  /** Language of the title, if different from the page's. */
  titleLang: "en" | "fa";
  cover: string;
  /** Which part of the picture is seen where not all of it is; without it, its middle. */
  focus?: string;
  category: CategoryView | null;
  /** An editor's sentence. */
  line?: { text: string; lang: "en" | "fa" };
  /** ISO 8601 with offset, for `datetime`. */
  startsAt: string;
  tile: DateTileView;
  /** Under a heading with the day: "20:30", "9–19". */
  time: string;
  /** Beside the tile: "20:30", "Every Tuesday, 18:00", "today 9–19". */
  when: string;
  /** "open now", "opens in 34 min", "day 2 of 3". */
  aside?: string;
  /** It is open now. */
  isOpen?: boolean;
  /**
   * Of several dates: the times of the day, where there is more than one or one is not as planned.
   */
  times?: CardTime[];
  /** Under a heading: "13 more dates", "every Tuesday", "until 23 November". */
  more?: string;
  /** Below the tile: "13 more dates". */
  follows?: string;
  /** The zone, when the reader's clock differs: "Toronto time (GMT-5)". */
  zone: string | null;
  venue: string;
  /** Empty where the venue names it, and online. */
  city: string;
  /** Price, "from 180,000 toman", "Free" or "See tickets". */
  price: string;
  /** Of the day under its heading, where it is another. */
  priceOfDay?: string;
  /** "17:30 sold out". */
  soldOut?: string;
  /** Distance, or how far along a running event is; shown at the end of the price line. */
  note: string | null;
  /** The number of saves, if public; shown without a note. */
  saved: string | null;
  /** Whether the reader has saved it; null for visitors. */
  isSaved: boolean | null;
  /** The date that its heart is of, by its original start. */
  at?: string | null;
  state: "scheduled" | "postponed" | "cancelled" | "sold-out";
  stateLabel: string | null;
}

/** Running text with its links, in order. */
export type InlineText = (string | { text: string; href: string })[];

/**
 * A message shown once: at the bottom start of the page (look.md "States").
 */
export interface ToastView {
  id: string;
  kind: "success" | "info" | "error";
  text: string;
  /** A second paragraph, cut after three lines. */
  detail?: string;
  /** Whether to celebrate it. */
  celebrates?: boolean;
  /** Path of the list of what is saved, where the toast leads there. */
  link?: string;
}

/** A city's name in the reader's language and, if any, in the other. */
interface CityNames {
  slug: string;
  /** In the place of the drawn picture, where staff have given one. */
  photo: string | null;
  name: string;
  otherName: string | null;
  otherLang: "en" | "fa";
}

/** A city that one can choose; both names find it. */
export interface CityOptionView {
  slug: string;
  name: string;
  otherName: string | null;
}

/** A city that something is coming up in. */
export interface CityCardView extends CityNames {
  country: string;
  timeZone: string;
  upcoming: string;
  /**
   * "Next:" or "On now:", and a date in the reader's calendar and the city's wall time; `startsAt`
   * is ISO 8601 with offset.
   */
  next: {
    label: string;
    href: string;
    title: string;
    titleLang: "en" | "fa";
    startsAt: string;
    date: string;
  } | null;
}

/** A city in a row: with its country or how far it is. */
export interface CityRowView extends CityNames {
  note: string;
}

/** A failure as the error page and scripts get it: the data of the error. */
export interface FailureView {
  /** Of the request that failed, as the log has it. */
  requestId: string;
  /** An `ErrorCode`, or `internal`. */
  code: string;
  /** The sentence of the code in the reader's language. */
  message: string;
  /** Seconds after which it may go better. */
  retryAfter?: number;
  /** The product is closed for maintenance, to all but staff. */
  isClosed?: boolean;
  sent?: SentForm | null;
}

/** What a form sent that could not be worked on, to be sent again; without passwords and files. */
export interface SentForm {
  action: string;
  fields: [name: string, value: string][];
}

/** Feeds of an event list: absolute addresses and labels. */
export interface FeedLinksView {
  title: string;
  ics: string;
  atom: string;
  rss: string;
  json: string;
  webcal: string;
  google: string;
  /** Where the list is made into one for other sites; null for lists that cannot be. */
  embed: string | null;
  words: {
    open: string;
    lead: string;
    webcal: string;
    google: string;
    ics: string;
    readers: string;
    note: string;
    embed: string;
  };
}

/** Head of a page (components/page-tags.tsx writes its tags). */
export interface PageHeadData {
  title: string;
  description: string;
  /** The absolute canonical address without language (page-tags.tsx adds it). */
  canonical: string;
  image: string;
  /** Size in px and alternative text of an uploaded picture; null for others. */
  imageFacts?: { width: number; height: number; alt: string } | null;
  locale: "en" | "fa";
  siteName: string;
  /** The site's account there, with its @. */
  twitterHandle: string | null;
  /** Pages that search engines should not list. */
  noindex?: boolean;
  type?: "website" | "article";
  jsonLd?: object;
  /** Where other sites ask how to embed the page. */
  oembed?: string | null;
  /** Where the page's list can be subscribed to. */
  feed?: Pick<FeedLinksView, "title" | FeedFormat> | null;
}

/** Suggestions below a search box, as GET /suggestions answers. */
export interface SuggestionsView {
  /**
   * The query as a search reads it: its filters as labels, its other words, and the text to search
   * for.
   */
  interpretation: { query: string; chips: string[]; words: string } | null;
  events: {
    id: string;
    title: string;
    language: Locale;
    day: string;
    city: string;
    picture: string;
  }[];
  venues: {
    name: string;
    language: Locale;
    citySlug: string;
    city: string /** Of its page; empty without one. */;
    slug: string;
  }[];
  organizers: { name: string; language: Locale; slug: string }[];
  cities: { slug: string; name: string; country: string }[];
  categories: { slug: string; name: string }[];
}

/** A picture that may be cropped. */
export interface FramedPicture {
  src: string;
  /** The part to keep: an `IMAGE_FOCUSES` value; undefined for the middle. */
  focus: string | undefined;
}
