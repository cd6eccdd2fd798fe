// Database, server and browser read it, so it imports nothing.

/** Wall time of the event's zone, YYYY-MM-DDTHH:MM, Gregorian: such texts sort by time. */
export type WallTime = string;

/** Limits of a schedule (decisions.md §3 "Occurrences"). */
export const SCHEDULE_LIMITS = {
  /** Materialised occurrences of an event. */
  occurrences: 370,
  /** Days ahead of now that are materialised, and that a date or a run may start. */
  daysAhead: 400,
  /** Periods between two occurrences of a rule. */
  interval: 99,
  /**
   * Rules of an event, such as Tuesdays at 18:00 and Thursdays at 10:00. Each change of "this and
   * following" adds one.
   */
  rules: 12,
  /** Characters of a note, per language. */
  note: 140,
} as const;

export const OCCURRENCE_STATUSES = ["scheduled", "postponed", "cancelled", "sold-out"] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];
export const RULE_FREQUENCIES = ["daily", "weekly", "monthly", "yearly"] as const;
export type RuleFrequency = (typeof RULE_FREQUENCIES)[number];

/** Fields an occurrence may override. Null is "as the event". */
export interface OccurrenceDetails {
  status: OccurrenceStatus;
  note: { en: string | null; fa: string | null };
  price: number | null;
  ticketUrl: string | null;
}

export const PLAIN_DETAILS: OccurrenceDetails = {
  status: "scheduled",
  note: { en: null, fa: null },
  price: null,
  ticketUrl: null,
};

/**
 * A date of its own: a showing, a date beside a rule, or a changed date of a rule. `originalStart`
 * identifies it for ever; see `KEY_TIME` for opening hours.
 */
export interface ScheduledDate extends OccurrenceDetails {
  originalStart: WallTime;
  /**
   * Null is `originalStart`; for a changed date of a rule or a run, the time that the rule gives
   * it.
   */
  start: WallTime | null;
  /** Null is not stated; for a date of a rule or a run, its usual duration. */
  end: WallTime | null;
}

/**
 * Start in wall time; the end is null where none is stated. All-day ends are the midnight after the
 * last day.
 */
export interface WallPeriod {
  start: WallTime;
  end: WallTime | null;
}

/** "Last Friday": `nth` 1 to 5, -1 is the last; `weekday` is ISO, Monday is 1. */
export interface MonthWeekday {
  nth: number;
  weekday: number;
}

/**
 * When a rule stops: after a day (inclusive, of original starts), after a number of dates, or
 * never.
 */
export type RuleEnd = { until: string } | { count: number } | null;

/**
 * A recurrence rule in wall time. It generates original starts, which never change; `moved` shifts
 * where they take place. Its details hold for all its dates. Monthly and yearly rules count in
 * `calendar`; for daily and weekly ones it is only the organizer's preference.
 */
export interface RecurrenceRule extends WallPeriod, OccurrenceDetails {
  frequency: RuleFrequency;
  calendar: "gregorian" | "jalali";
  interval: number;
  /** Weekly: ISO weekdays. */
  weekdays: number[];
  /** Yearly: months of `calendar`, from 1. */
  months: number[];
  /** Monthly and yearly: 1 to 31, -1 is the last day. Either these or `monthWeekdays`. */
  monthDays: number[];
  monthWeekdays: MonthWeekday[];
  /** ISO weekday that weeks begin on: decides which weeks "every second week" skips. */
  weekStart: number;
  /** 30 Esfand in a common year: 29 Esfand, or no occurrence. */
  esfand30: "last-day" | "skip";
  ends: RuleEnd;
  /**
   * Where the occurrence of `start` takes place now; the others follow by as many days, at the same
   * clock times.
   */
  moved: WallPeriod | null;
}

/** Hours of a day, HH:MM; closing at or before opening is the next day. */
export interface OpenHours {
  opens: string;
  closes: string;
}

/**
 * When an event takes place, in the wall time of its zone. All kinds but "single" and "dates" may
 * leave out dates (`dropped`, by their original start) and change or add single ones (`dates`).
 */
export type Schedule =
  | { kind: "single"; allDay: boolean; dates: [ScheduledDate] }
  | { kind: "dates"; allDay: boolean; dates: ScheduledDate[] }
  | {
      kind: "rule";
      allDay: boolean;
      rules: RecurrenceRule[];
      dropped: WallTime[];
      dates: ScheduledDate[];
    }
  | {
      kind: "openingHours";
      allDay: false;
      /** First and last day, YYYY-MM-DD. */
      from: string;
      to: string;
      /** Monday to Sunday; null is closed. */
      hours: (OpenHours | null)[];
      dropped: WallTime[];
      dates: ScheduledDate[];
    };
/** Whether it has dates that people come back for; the days of a run are none. */
export const isSeries = ({ kind }: Schedule): boolean => kind === "dates" || kind === "rule";
export type ScheduleOfKind<K extends Schedule["kind"]> = Extract<Schedule, { kind: K }>;

/**
 * Days of opening hours are identified by their midnight, so that other hours keep their identity.
 */
export const KEY_TIME = "00:00";

/** Whether visitors can go: lists leave out what is cancelled or postponed. */
export const takesPlace = ({ status }: Pick<OccurrenceDetails, "status">): boolean =>
  status === "scheduled" || status === "sold-out";

/** From this duration on an event is on at other times than its start, ms. */
export const SHORT_EVENT = 6 * 3_600_000;

/**
 * Whether a search lists dates of a range: those that began before it are listed if they are long,
 * as other events.
 */
export const isListedBetween = (
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  from: number,
  to: number,
): boolean =>
  startsAt < to && endsAt > from && (startsAt >= from || endsAt - startsAt > SHORT_EVENT);
