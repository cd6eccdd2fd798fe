import { type Locale, listOf } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  inOtherCalendar,
  localDay,
  type Reader,
  toIsoWithOffset,
} from "../../../lib/dates/dates.server";
import type { City } from "../../cities/queries.server";
import { takesPlace } from "../../schedule/expand-schedule.server";
import type { ScheduleReader } from "../../schedule/format-opening-hours.server";
import {
  closedDaysText,
  formatWeekHours,
  hoursText,
} from "../../schedule/format-opening-hours.server";
import { rulePattern } from "../../schedule/format-schedule.server";
import type { EventListRow } from "../event-columns.server";
import { formatDays, isMultiDay, zoneName } from "./event-times.server";

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

/** Facts for what others keep: absolute, without price and counts. */
export interface KeptFacts {
  /** Null where no day says it. */
  tile: readonly [string, string, string] | null;
  when: string;
  /** The same in the other calendar. */
  other: string;
}

/** From as many dates on, the whole run is said as many. */
const MANY = 4;
/** From this hour on, dates are evenings. */
const EVENING = "16:00";

/** "Many evenings", "Several showings". */
function runText({ schedule }: FactsEvent, locale: Locale): string {
  const t = translatorFor(locale);
  const starts =
    schedule?.kind === "dates"
      ? schedule.dates
          .filter(takesPlace)
          .map(({ start, originalStart }) => (start ?? originalStart).slice(11))
      : [];
  const areEvenings = starts.every((clock) => clock >= EVENING);
  if (starts.length < MANY) return t("events:facts.severalShowings");
  return t(areEvenings ? "events:facts.manyEvenings" : "events:facts.manyShowings");
}

/** The facts of an event on pictures and link cards, by the kind of its schedule. */
export function keptFacts(event: FactsEvent, kind: EventKind, context: FactsContext): KeptFacts {
  const { locale } = context;
  const t = translatorFor(locale);
  const { schedule, startsAt, endsAt, timeZone, allDay } = event;
  const reader = scheduleReader(event, context);
  const other = inOtherCalendar(context);
  const first = dateParts(startsAt, timeZone, context);
  const last = dateParts(lastMoment(event), timeZone, context);
  const clock = allDay
    ? t("events:allDay")
    : t("pages:card.at", { time: formatTime(startsAt, timeZone, locale) });
  const single: KeptFacts = {
    tile: [first.weekday, first.day, first.month],
    when: clock,
    other: formatDays(event, other),
  };
  const until = (at: number, when: string): KeptFacts => {
    const parts = dateParts(at, timeZone, context);
    return {
      tile: [t("pages:card.until"), parts.day, parts.month],
      when,
      other: t("events:until", { date: formatDate(at, timeZone, other, { weekday: false }) }),
    };
  };
  switch (kind) {
    case "exhibition":
      return until(
        lastMoment(event),
        schedule?.kind === "openingHours"
          ? sentence(closedDaysText(schedule, reader) ?? formatWeekHours(schedule, reader), locale)
          : runHours(event, context),
      );
    case "showings": {
      const day = lastShowing(schedule);
      if (day === null || day <= localDay(startsAt, timeZone)) return single;
      return until(Date.parse(`${day}T12:00:00Z`), runText(event, locale));
    }
    case "class": {
      if (schedule?.kind !== "rule") return single;
      const { days, isOneTime } = rulePattern(schedule, reader);
      const [rule, ...others] = schedule.rules;
      const isWeekly =
        rule?.frequency === "weekly" &&
        rule.interval === 1 &&
        rule.weekdays.length === 1 &&
        others.length === 0;
      if (isWeekly)
        return { tile: [t("events:facts.every"), first.weekday, ""], when: clock, other: "" };
      return { tile: null, when: isOneTime ? listOf(locale, [days, clock]) : days, other: "" };
    }
    case "days":
    case "ongoing": {
      const isOneMonth = first.month === last.month;
      const between = (from: string, to: string) => t("schedule:open.range", { from, to });
      return {
        tile: [
          between(first.weekday, last.weekday),
          between(first.day, last.day),
          isOneMonth ? first.month : between(first.month, last.month),
        ],
        when: allDay
          ? ""
          : t("events:facts.fromTime", { time: formatTime(startsAt, timeZone, locale) }),
        other: formatDays({ startsAt, endsAt, timeZone, allDay }, other),
      };
    }
    case "online":
      return {
        ...single,
        when: allDay
          ? clock
          : t("events:timeZoned", { time: clock, zoned: zoneName(event, context.city, locale) }),
      };
    default:
      return single;
  }
}

/** A text at the beginning of a line. */
const sentence = (text: string, locale: Locale): string =>
  text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
