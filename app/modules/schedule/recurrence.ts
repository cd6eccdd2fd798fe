import type ICAL from "ical.js";
import type { WallPeriod } from "../../lib/event/schedule";
import type { WallTime } from "./wall-time";

/**
 * A VEVENT's part in a recurrence set (RFC 5545 §3.8.5), in the wall time of the event's zone. A
 * set is one entry without `recurrenceId` and its overrides.
 */
export interface RecurrenceEntry extends WallPeriod {
  /** Whole days: the end is the midnight after the last day. */
  isDate: boolean;
  /** Value of RRULE, with `UNTIL` as wall time; null without a rule. */
  rrule: string | null;
  exDates: WallTime[];
  rDates: WallPeriod[];
  /** The original start that this entry replaces; null for the entry with the rule. */
  recurrenceId: WallTime | null;
  isCancelled: boolean;
}

/** Why a recurrence set has no schedule. */
export type RecurrenceRefusal =
  /** No entry, or one that contradicts RFC 5545. */
  | "invalid"
  /** Repeats within a day. */
  | "frequency"
  /** A calendar other than Gregorian and Solar Hijri (RFC 7529). */
  | "calendar"
  /** A rule that the schedule cannot express, and that does not end within the limits. */
  | "pattern"
  /** Changes "this and all following" (RANGE). */
  | "range"
  /** Names days of the month in a zone in which it is another day. */
  | "zone"
  /** More than 370 dates of its own. */
  | "too-many";

/** Rules by which clocks really change: once a year. */
const YEARLY =
  /^(FREQ=YEARLY|INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=[+-]?\d?(SU|MO|TU|WE|TH|FR|SA)|BYMONTHDAY=[\d,-]{1,30}|UNTIL=[\dTZ]+|WKST=\w\w)$/;
const OBSERVANCES = 100;
const RULES = 10;

/**
 * Whether the zone that a file describes can be followed: other rules could repeat every second for
 * centuries.
 */
export function isFollowable(zone: ICAL.Component): boolean {
  const observances = [
    ...zone.getAllSubcomponents("standard"),
    ...zone.getAllSubcomponents("daylight"),
  ];
  const rules = observances.flatMap((observance) =>
    observance.getAllProperties("rrule").map((rule) => String(rule.getFirstValue())),
  );
  return (
    observances.length > 0 &&
    observances.length <= OBSERVANCES &&
    rules.length <= RULES &&
    rules.every((rule) => rule.split(";").every((part) => YEARLY.test(part)))
  );
}
