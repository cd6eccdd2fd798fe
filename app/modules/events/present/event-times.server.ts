import { type Locale, listOf, localized } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatOffset,
  formatTime,
  hasDifferentOffset,
  inOtherCalendar,
  localDay,
  type Reader,
  toIsoWithOffset,
} from "../../../lib/dates/dates.server";
import { addDays, daysBetween } from "../../../lib/dates/days";
import { DAY, MINUTE } from "../../../lib/dates/durations";
import { takesPlace } from "../../../lib/event/schedule";
import type { City } from "../../cities/queries.server";
import {
  closedDaysText,
  formatWeekHours,
  hoursText,
  type ScheduleReader,
} from "../../schedule/format-opening-hours.server";
import { rulePattern } from "../../schedule/format-schedule.server";
import type { EventListRow, EventRow } from "../event-columns.server";

/** The zone of an event at its start: "Toronto time (GMT−5)". */
export function zoneName(
  { startsAt, timeZone }: Pick<EventRow, "startsAt" | "timeZone">,
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  locale: Locale,
): string {
  return translatorFor(locale)("events:zoned", {
    city: city ? localized({ en: city.nameEn, fa: city.nameFa }, locale) : timeZone,
    zone: formatOffset(startsAt, timeZone, locale),
  });
}

/**
 * "Toronto time (GMT−5)" when the reader's clock differs at that moment; null when equal, or when
 * the reader's zone is unknown.
 */
export function zoneNote(
  event: Pick<EventRow, "startsAt" | "timeZone">,
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  locale: Locale,
  readerZone: string | null,
): string | null {
  if (readerZone === null || !hasDifferentOffset(event.startsAt, event.timeZone, readerZone))
    return null;
  return zoneName(event, city, locale);
}

/** The reader of a formatted time. A null zone omits the zone; "unknown" adds the event's zone. */
export type ZonedReader = Reader & { timeZone: string | null | "unknown" };

export interface ZonedMoment {
  /** UTC epoch ms. */
  at: number;
  timeZone: string;
  allDay: boolean;
  city: { nameEn: string; nameFa: string | null } | undefined;
}

/**
 * A clock's time on the reader's clock, with its weekday where that is another day than in the
 * event's city.
 */
function yourTime(
  { at, timeZone }: Pick<ZonedMoment, "at" | "timeZone">,
  reader: Reader,
  readerZone: string,
): string {
  const time = formatTime(at, readerZone, reader.locale);
  if (localDay(at, readerZone) === localDay(at, timeZone)) return time;
  return listOf(reader.locale, [formatDate(at, readerZone, reader, { year: false }), time]);
}

/**
 * A time in words, as given, with city and zone and the reader's own time beside it where their
 * clock shows another: "Monday 23 November · 20:30 Tehran time (GMT+3:30), 18:00 where you are".
 */
export function withZone(when: string, moment: ZonedMoment, reader: ZonedReader): string {
  const { at, timeZone, allDay, city } = moment;
  if (allDay || reader.timeZone === null) return when;
  if (reader.timeZone === "unknown")
    return translatorFor(reader.locale)("events:timeZoned", {
      time: when,
      zoned: zoneName({ startsAt: at, timeZone }, city, reader.locale),
    });
  if (!hasDifferentOffset(at, timeZone, reader.timeZone)) return when;
  const zoned = zoneNote({ startsAt: at, timeZone }, city, reader.locale, reader.timeZone);
  return translatorFor(reader.locale)("events:zonedWhen", {
    when,
    zoned: zoned ?? "",
    yours: yourTime(moment, reader, reader.timeZone),
  });
}

type StatedEvent = Pick<
  EventRow,
  "lifecycle" | "startsAt" | "previousStartsAt" | "timeZone" | "allDay"
>;

/** The previous start of a moved event, UTC epoch ms; null for others and for cancelled ones. */
export const movedFrom = ({
  lifecycle,
  startsAt,
  previousStartsAt,
}: Pick<EventRow, "lifecycle" | "startsAt" | "previousStartsAt">) =>
  lifecycle === "scheduled" && previousStartsAt !== startsAt ? previousStartsAt : null;

/**
 * The event's most important state: cancelled, postponed, or moved to another time, with the zone
 * when the reader's clock differs (decisions.md §2); null when unchanged.
 */
export function stateSentence(
  event: StatedEvent,
  city: Pick<City, "nameEn" | "nameFa"> | undefined,
  reader: ZonedReader,
): string | null {
  const { locale } = reader;
  const t = translatorFor(locale);
  if (event.lifecycle !== "scheduled") return t(`pages:event.notice.${event.lifecycle}`);
  const previous = movedFrom(event);
  if (previous === null) return null;
  const { timeZone, allDay } = event;
  const day = formatDate(previous, timeZone, reader);
  const when = listOf(locale, [day, allDay ? "" : formatTime(previous, timeZone, locale)]);
  return t("events:movedFrom", {
    when: withZone(when, { at: previous, timeZone, allDay, city }, reader),
  });
}

export type TimedEvent = Pick<EventListRow, "startsAt" | "endsAt" | "timeZone" | "allDay">;

/**
 * The calendar days an event touches in its own zone, YYYY-MM-DD. An end at midnight belongs to the
 * day before.
 */
export function eventDays({ startsAt, endsAt, timeZone }: TimedEvent): {
  first: string;
  last: string;
  afterLast: string;
  count: number;
} {
  const first = localDay(startsAt, timeZone);
  const last = localDay(Math.max(startsAt, endsAt - 1), timeZone);
  return { first, last, afterLast: addDays(last, 1), count: daysBetween(first, last) + 1 };
}

/** More than a long night: it has days rather than hours. */
export function isMultiDay(event: TimedEvent): boolean {
  return eventDays(event).count > 1 && (event.allDay || event.endsAt - event.startsAt >= DAY);
}

/** "8 – 10 December 2026", "۲۹ آذر تا ۲ دی ۱۴۰۵": shared parts appear once. */
export function formatDays(
  event: TimedEvent,
  reader: Reader,
  {
    weekday = false,
    year = true,
    isShort = false,
  }: { weekday?: boolean; year?: boolean /** Short names of months. */; isShort?: boolean } = {},
): string {
  const { startsAt, endsAt, timeZone } = event;
  const from = dateParts(startsAt, timeZone, reader);
  const to = dateParts(Math.max(startsAt, endsAt - 1), timeZone, reader);
  const sameMonth = from.month === to.month && from.year === to.year;
  const say = (parts: typeof from, withMonth: boolean, withYear: boolean) =>
    [
      weekday && parts.weekday,
      parts.day,
      withMonth && (isShort ? parts.monthShort : parts.month),
      withYear && year && parts.year,
    ]
      .filter(Boolean)
      .join(" ");
  if (!isMultiDay(event)) return say(from, true, true);
  return translatorFor(reader.locale)("pages:event.range", {
    from: say(from, !sameMonth, from.year !== to.year),
    to: say(to, true, true),
  });
}

/**
 * Weekday and hours of an evening ("Tuesday, 20:30 – 22:20", past midnight "Friday 22:00 – Saturday
 * 02:00"), or the days of a longer event.
 */
export function formatWhen(event: TimedEvent, reader: Reader): string {
  const { locale } = reader;
  const t = translatorFor(locale);
  const { startsAt, endsAt, timeZone, allDay } = event;
  const from = dateParts(startsAt, timeZone, reader);
  if (isMultiDay(event)) return formatDays(event, reader, { weekday: true, year: false });
  if (allDay) return t("pages:event.dayTime", { day: from.weekday, time: t("pages:event.allDay") });
  if (eventDays(event).count === 1)
    return t("pages:event.dayTime", { day: from.weekday, time: formatHours(event, locale) });
  const end = dateParts(endsAt, timeZone, reader);
  return t("pages:event.range", {
    from: `${from.weekday} ${formatTime(startsAt, timeZone, locale)}`,
    to: `${end.weekday} ${formatTime(endsAt, timeZone, locale)}`,
  });
}

/** The same with its date, where none stands beside it: "Tuesday 5 January 2027, 18:00 – 20:00". */
export function formatDatedWhen(event: TimedEvent, reader: Reader): string {
  if (isMultiDay(event) || event.allDay) return formatDays(event, reader, { weekday: true });
  return translatorFor(reader.locale)("pages:event.dayTime", {
    day: formatDate(event.startsAt, event.timeZone, reader),
    time: formatHours(event, reader.locale),
  });
}

/** "20:30 – 22:20". */
export function formatHours({ startsAt, endsAt, timeZone }: TimedEvent, locale: Locale): string {
  const from = formatTime(startsAt, timeZone, locale);
  return endsAt > startsAt
    ? translatorFor(locale)("pages:event.range", { from, to: formatTime(endsAt, timeZone, locale) })
    : from;
}

/** "1 hour 50 minutes", "10 days"; null where start and end are the same moment. */
export function formatDuration(event: TimedEvent, locale: Locale): string | null {
  const t = translatorFor(locale);
  if (event.allDay || isMultiDay(event))
    return t("pages:event.days", { count: eventDays(event).count });
  const minutes = Math.round((event.endsAt - event.startsAt) / MINUTE);
  if (minutes <= 0) return null;
  const parts = [
    minutes >= 60 ? t("pages:event.hours", { count: Math.floor(minutes / 60) }) : null,
    minutes % 60 > 0 ? t("pages:event.minutes", { count: minutes % 60 }) : null,
  ];
  return parts.filter(Boolean).join(t("pages:event.and"));
}

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
export const lastMoment = ({
  runsUntil,
  startsAt,
  endsAt,
}: Pick<FactsEvent, "runsUntil" | "startsAt" | "endsAt">): number =>
  Math.max(startsAt, (runsUntil ?? endsAt) - 1);

/** The same where there are more days than one, for a sentence about all of them. */
export const lastDayAt = (event: TimedEvent & Pick<EventRow, "runsUntil">): number | undefined =>
  event.runsUntil !== null || isMultiDay(event) ? lastMoment(event) : undefined;

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
