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
