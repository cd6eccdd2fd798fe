/** An event in a list of a day. */
export interface CalendarItemView {
  id: string;
  href: string;
  title: string;
  titleLang: "en" | "fa" | undefined;
  /** Colour family, for `data-family`. */
  family: string;
  /** "20:30", "All day", or of a longer event its days. */
  time: string;
  /**
   * The time in the event's own city, with city and zone, where the reader's clock shows another.
   */
  local: string | null;
  place: string;
  /** "Draft", "Waiting for review", "Yours": states other than saved. */
  marks: string[];
  /** Not public yet, drawn as an outline. */
  isOpen: boolean;
  isCancelled: boolean;
  /** Opening hours over a run, drawn as a thin bar. */
  isRun: boolean;
}

/** An event, or a piece of its bar, in a cell of the grid; null is a gap. */
export type CalendarSlotView = {
  item: CalendarItemView;
  /** Number of days that the label may span; 0 for a continuation without label. */
  span: number;
  begins: boolean;
  ends: boolean;
  /** For screen readers: "…, continues". */
  continues: string;
} | null;

export interface CalendarDayView {
  /** ISO 8601. */
  day: string;
  href: string;
  number: string;
  /** The day in the other calendar, with its month where that begins. */
  other: string;
  /** The whole date in both calendars, and how much is on. */
  label: string;
  isOut: boolean;
  isRest: boolean;
  isToday: boolean;
  isChosen: boolean;
  slots: CalendarSlotView[];
  more: string | null;
  /** Colour families of the day's events, for small screens. */
  dots: string[];
}

export interface CalendarGroupView {
  day: string;
  title: string;
  other: string;
  isToday: boolean;
  items: CalendarItemView[];
}

interface CalendarLink {
  label: string;
  href: string;
}

/** My Calendar, all of it formatted by the server. */
export interface CalendarView {
  eyebrow: string;
  title: string;
  /** The same time in the other calendar. */
  other: string;
  layout: "month" | "week" | "agenda";
  layoutsLabel: string;
  layouts: (CalendarLink & { key: string; isOn: boolean })[];
  calendarsLabel: string;
  calendars: (CalendarLink & { key: string; isOn: boolean })[];
  turnLabel: string;
  previous: CalendarLink;
  today: CalendarLink;
  next: CalendarLink;
  weekdays: { key: number; short: string; long: string }[];
  weeks: { key: string; days: CalendarDayView[] }[];
  /** Days with something on: the chosen one beside the grid, or all of the agenda. */
  groups: CalendarGroupView[];
  nothing: string;
  /** The empty state. */
  empty: { title: string; text: string; action: CalendarLink } | null;
  feed: { title: string; text: string; action: CalendarLink };
  keys: string;
  day: string;
}
