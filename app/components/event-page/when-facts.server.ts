import { listOf } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  inOtherCalendar,
  localDay,
  startOfDay,
} from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import { eventFacts } from "../../modules/events/present/event-facts.server";
import { formatDays, formatWhen } from "../../modules/events/present/event-times.server";
import { hoursOfDay } from "../../modules/schedule/format-opening-hours.server";
import { allOf } from "../../modules/schedule/schedule-words.server";
import type { Subject } from "./essential-facts.server";

/** Days of opening hours that a page shows, from today. */
const HOURS_SHOWN = 7;

/**
 * When an event is, for its page: the line that decides, the same in the other calendar, and what
 * it is at this moment. Each date stands once.
 * @param isChosen the page is about one date of several
 */
export function whenFacts(subject: Subject, isChosen: boolean) {
  const { event, city, locale, calendar, now } = subject;
  const t = translatorFor(locale);
  const reader = { locale, calendar };
  const { startsAt, endsAt, timeZone, allDay } = event;
  const facts = eventFacts(event, { ...reader, now, city });
  const live = facts.live();
  const other = inOtherCalendar(reader);
  const plain = {
    kind: facts.kind,
    line: formatWhen(event, reader),
    days: listOf(locale, [formatDays(event, reader), formatDays(event, other)]),
    aside: null,
    isOpen: false,
    hours: null,
  };
  if (facts.kind === "days" || facts.kind === "ongoing")
    return {
      ...plain,
      days: listOf(locale, [
        allDay ? "" : t("events:facts.fromTime", { time: formatTime(startsAt, timeZone, locale) }),
        allDay ? "" : t("events:facts.lastUntil", { time: formatTime(endsAt, timeZone, locale) }),
        formatDays(event, other),
      ]),
      aside: live.next,
    };
  if (facts.kind !== "exhibition" || isChosen || endsAt <= now) return plain;
  const last = (event.runsUntil ?? endsAt) - 1;
  const line = live.next ?? live.time;
  return {
    ...plain,
    line: line.slice(0, 1).toLocaleUpperCase(locale) + line.slice(1),
    days: listOf(locale, [
      t("events:until", { date: formatDate(last, timeZone, reader) }),
      formatDate(last, timeZone, other, { weekday: false }),
    ]),
    aside: live.aside,
    isOpen: live.isOpen,
    hours: hoursOfWeek(subject),
  };
}

/** The opening hours of the week from today; null without opening hours. */
function hoursOfWeek({ event: { schedule, timeZone }, locale, calendar, now }: Subject) {
  if (schedule?.kind !== "openingHours") return null;
  const t = translatorFor(locale);
  const today = localDay(now, timeZone);
  return Array.from({ length: HOURS_SHOWN }, (_, index) => {
    const key = addDays(today, index);
    const hours = hoursOfDay(schedule, key, { locale, calendar, timeZone, now });
    const { weekdayShort } = dateParts(startOfDay(key, timeZone), timeZone, { locale, calendar });
    return {
      key,
      day: index === 0 ? t("events:day.today") : weekdayShort,
      hours: hours.length > 0 ? allOf(hours, locale) : t("events:facts.closed"),
      isToday: index === 0,
      isClosed: hours.length === 0,
    };
  });
}
