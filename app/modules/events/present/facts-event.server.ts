import { type Reader, toIsoWithOffset } from "../../../lib/dates/dates.server";
import type { City } from "../../cities/queries.server";
import { takesPlace } from "../../schedule/expand-schedule.server";
import { hoursText } from "../../schedule/format-opening-hours.server";
import type { ScheduleReader } from "../../schedule/schedule-words.server";
import type { EventListRow } from "../event-columns.server";
import { isMultiDay } from "./event-times.server";

/** What an event's schedule is to a visitor; each kind has facts of its own. */
export const EVENT_KINDS = [
  /** One time. */
  "single",
  /** Several dates; a visitor chooses one. */
  "showings",
  /** A rule: every Tuesday. */
  "class",
  /** Opening hours until a last day. */
  "exhibition",
  /** One event of several days. */
  "days",
  /** The same, under way. */
  "ongoing",
  /** One time, without a place. */
  "online",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** @param now UTC epoch ms */
export function kindOfSchedule(
  event: Pick<
    EventListRow,
    "startsAt" | "endsAt" | "timeZone" | "allDay" | "attendance" | "runsUntil" | "schedule"
  >,
  now: number,
): EventKind {
  const { schedule, startsAt, endsAt, attendance } = event;
  if (event.runsUntil !== null || schedule?.kind === "openingHours") return "exhibition";
  if (schedule?.kind === "rule") return "class";
  if (schedule?.kind === "dates") return "showings";
  if (isMultiDay(event)) return startsAt <= now && endsAt > now ? "ongoing" : "days";
  return attendance === "online" ? "online" : "single";
}

/** What the facts of an event are read from: a row of a list, or the event. */
export type FactsEvent = Pick<
  EventListRow,
  | "startsAt"
  | "endsAt"
  | "timeZone"
  | "allDay"
  | "lifecycle"
  | "attendance"
  | "price"
  | "currency"
  | "occurrenceCount"
  | "runsUntil"
  | "schedule"
  | "times"
>;

export interface FactsContext extends Reader {
  /** UTC epoch ms. */
  now: number;
  city?: Pick<City, "nameEn" | "nameFa"> | undefined;
}

/** Who reads a schedule, and where its clock is. */
export const scheduleReader = (
  { timeZone }: FactsEvent,
  { locale, calendar, now }: FactsContext,
): ScheduleReader => ({ locale, calendar, now, timeZone });

/** The wall time of a moment, HH:MM. */
export const clockOf = (at: number, timeZone: string): string =>
  toIsoWithOffset(at, timeZone).slice(11, 16);

/** From when to when an event is on, each day. */
export const runHours = (
  { startsAt, endsAt, timeZone }: FactsEvent,
  { locale }: FactsContext,
): string => hoursText(clockOf(startsAt, timeZone), clockOf(endsAt, timeZone), { locale });

/** The last day of a run or of an event of several days: an instant within it. */
export const lastMoment = ({ runsUntil, startsAt, endsAt }: FactsEvent): number =>
  Math.max(startsAt, (runsUntil ?? endsAt) - 1);

/** The last day of several dates, YYYY-MM-DD; null for other schedules. */
export function lastShowing(schedule: FactsEvent["schedule"]): string | null {
  if (schedule?.kind !== "dates") return null;
  const days = schedule.dates
    .filter(takesPlace)
    .map(({ start, originalStart }) => (start ?? originalStart).slice(0, 10));
  return days.sort().at(-1) ?? null;
}
