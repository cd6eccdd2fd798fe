import { type Locale, listOf } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  inOtherCalendar,
  localDay,
} from "../../../lib/dates/dates.server";
import { takesPlace } from "../../schedule/expand-schedule.server";
import { closedDaysText, formatWeekHours } from "../../schedule/format-opening-hours.server";
import { rulePattern } from "../../schedule/format-schedule.server";
import { formatDays } from "./event-times.server";
import type { EventKind } from "./facts-event.server";
import {
  type FactsContext,
  type FactsEvent,
  lastMoment,
  lastShowing,
  runHours,
  scheduleReader,
} from "./facts-event.server";
import { zoneName } from "./zoned-when.server";

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
