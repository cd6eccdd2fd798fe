import type { ListView } from "../../lib/pages/list-view";
import type {
  EventCardView,
  EventMapView,
  FeedLinksView,
  ListFollowView,
} from "../../lib/pages/views";

/** Data of an event list. */
export interface BrowseView {
  title: string;
  summary: string;
  view: ListView;
  views: { value: ListView; label: string; href: string }[];
  days: DaysView;
  /** Notice about the time zone of the days. Null if a city is selected. */
  daysOf: string | null;
  groups: {
    key: string;
    title: string;
    otherCalendar: string;
    isToday: boolean;
    isDay?: boolean;
    events: EventCardView[];
  }[];
  active: { key: string; label: string; typed?: string; without: string; understood: boolean }[];
  quick: { key: string; label: string; href: string; on: boolean }[];
  /** How the words were read, if not as typed. */
  reading: { text: string; link: { href: string; label: string } | null } | null;
  /** The words ask for what is near: `href` is this list, to which the position is added. */
  near: { text: string; href: string } | null;
  /** Null if some event matches everything. */
  nothing: {
    title: string;
    nearest: string;
    alternatives: { href: string; label: string; count: string }[];
  } | null;
  /** The form by which the list is followed; null for a list that cannot be. */
  follow: ListFollowView | null;
  leftOut: string | null;
  query: {
    q: string;
    city: string | null;
    categories: string[];
    when: string | null;
    from: string | null;
    to: string | null;
    free: boolean;
    online: boolean;
    latitude: number | null;
    longitude: number | null;
    radius: number | null;
    /** The area of a map. */
    bbox: string | null;
    sort: string | null;
    tag: string | null;
    /** The view that the address names. */
    view: string | null;
    /** Filters detected in the words and removed by the reader. */
    without: string[];
  };
  hasCenter: boolean;
  /** One line per city: slug, space, name. An array would take a quarter of the serialized page. */
  cities: string;
  categories: {
    name: string;
    slug: string;
    label: string;
    family: string;
    count: number;
    countText: string;
  }[];
  traits: { key: string; label: string; isChosen: boolean }[];
  /** Ages to filter by. */
  ages: { value: string; label: string; isChosen: boolean }[];
  /** Bounds as text; the unit that people of the area name; the text of the chosen range. */
  price: {
    min: string;
    max: string;
    unit: string;
    label: string | null;
    steps: { key: number; label: string; on: boolean; href: string }[];
  };
  times: { value: string; label: string; isChosen: boolean }[];
  /** Events that match everything; a lower bound unless exact. */
  matching: { count: number; isExact: boolean };
  /**
   * `before`: entries before this page. `count`: entries on it. `total`: all events; a lower bound
   * unless `exact`. `isByDate`: entries are dates of events.
   */
  seen: {
    before: number;
    count: number;
    total: number;
    exact: boolean;
    isByDate: boolean;
    note: string | null;
  };
  more: string | null;
  /** URL of the first page. Null on the first page. */
  first: string | null;
  /** City whose realtime room announces changes. */
  room: string | null;
  /** Null if the list depends on the reader's position. */
  feed: FeedLinksView | null;
  /** Contents of the map view; null in other views. */
  map: EventMapView | null;
  fixedCity: boolean;
  fixedCategory: boolean;
}

/** Days of a list: the strip, the calendar and their links. Days are YYYY-MM-DD. */
export interface DaysView {
  today: string;
  chosen: { first: string; last: string } | null;
  chosenText: string | null;
  strip: {
    day: string;
    weekday: string;
    number: string;
    count: string;
    unseen: string;
    isOff: boolean;
  }[];
  months: {
    /** `offset`: days of the week before the first. */
    months: { first: string; label: string; other: string; length: number; offset: number }[];
    weekdays: { long: string; short: string }[];
  };
  /** Whether the address opens the calendar. */
  isOpen: boolean;
  /** Links to the months before and after. */
  before: string | null;
  after: string;
  /** Lists of the days `FIRST` to `LAST`, without and with the open calendar. */
  link: string;
  calendarLink: string;
  anyDay: string;
}
