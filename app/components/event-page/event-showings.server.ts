import { translatorFor } from "../../i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  localDay,
  type Reader,
  toIsoWithOffset,
} from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import { paths } from "../../lib/paths";
import type { EventRow } from "../../modules/events/event-columns.server";
import type { OccurrenceRow } from "../../modules/events/event-occurrences.server";
import {
  noteOf,
  OCCURRENCES_SHOWN,
  type PageOccurrences,
} from "../../modules/events/event-occurrences.server";
import { priceText } from "../../modules/events/present/present-event.server";
import { hoursText } from "../../modules/schedule/format-opening-hours.server";
import { formatSchedule } from "../../modules/schedule/format-schedule.server";

interface ShowingsContext extends Reader {
  now: number;
  /** The event's title in the reader's language, for labels. */
  title: string;
  /** Whether the reader is signed in, and so can have saved dates. */
  isSaved: boolean;
}

/** A note longer than this is shown for the chosen date only, characters. */
const SHORT_NOTE = 18;

/**
 * The dates of an event for its page (decisions.md §3 "Occurrences"): the schedule in words, days
 * with their times, and the chosen date.
 * @param shown the occurrence whose facts the page shows
 * @param isChosen whether the page's address names it
 */
export function presentShowings(
  event: EventRow,
  context: ShowingsContext,
  { toCome, fromChosen, saved }: PageOccurrences,
  shown: OccurrenceRow | null,
  isChosen: boolean,
) {
  const { locale, calendar, now } = context;
  const { timeZone } = event;
  const t = translatorFor(locale);
  const isAhead = shown !== null && !isAmong(toCome, shown);
  const rows = isAhead ? fromChosen : toCome;
  const next = rows[OCCURRENCES_SHOWN];
  const today = localDay(now, timeZone);
  const days: {
    key: string;
    weekday: string;
    day: string;
    month: string;
    times: ReturnType<typeof timeOf>[];
  }[] = [];
  const timeOf = (row: OccurrenceRow) => ({
    at: row.originalStart,
    dateTime: toIsoWithOffset(row.startsAt, timeZone),
    href: paths.event(event.id, { at: row.originalStart }),
    time: timeText(event, row, locale),
    label: labelOf(event, row, locale),
    status: row.status,
    isShown: row.originalStart === shown?.originalStart,
    isSaved: saved.has(row.originalStart),
  });
  for (const row of rows.slice(0, OCCURRENCES_SHOWN)) {
    const last = days.at(-1);
    if (last?.key === row.localDay) last.times.push(timeOf(row));
    else {
      const parts = dateParts(row.startsAt, timeZone, { locale, calendar });
      const near =
        row.localDay === today ? "today" : row.localDay === addDays(today, 1) ? "tomorrow" : null;
      const weekday = near ? t(`events:day.${near}`) : parts.weekdayShort;
      days.push({
        key: row.localDay,
        weekday,
        day: parts.day,
        month: parts.monthShort,
        times: [timeOf(row)],
      });
    }
  }
  return {
    title:
      toCome.length > 0
        ? t("pages:event.dates", { count: event.occurrenceCount })
        : t("pages:event.fact.when"),
    sentence: event.schedule
      ? formatSchedule(event.schedule, { locale, calendar, timeZone, now })
      : "",
    days,
    more: next ? paths.event(event.id, { at: next.originalStart }) : null,
    first: isAhead || isChosen ? paths.event(event.id) : null,
    file: paths.eventIcs(event.id),
    chosen: shown && chosenView(event, shown, context, saved),
  };
}

const isAmong = (rows: readonly OccurrenceRow[], { originalStart }: OccurrenceRow): boolean =>
  rows.slice(0, OCCURRENCES_SHOWN).some((row) => row.originalStart === originalStart);

/** "18:30", the hours of a day of opening hours, or "All day". */
function timeText(
  { timeZone, allDay, schedule }: EventRow,
  { startsAt, endsAt }: OccurrenceRow,
  locale: Reader["locale"],
): string {
  if (allDay) return translatorFor(locale)("events:allDay");
  if (schedule?.kind !== "openingHours" || endsAt === startsAt)
    return formatTime(startsAt, timeZone, locale);
  const [opens = "", closes = ""] = [startsAt, endsAt].map((at) =>
    toIsoWithOffset(at, timeZone).slice(11, 16),
  );
  return hoursText(opens, closes, { locale });
}

/** Distinction of a date: its state, else a short note, else its own price. */
function labelOf(event: EventRow, row: OccurrenceRow, locale: Reader["locale"]): string | null {
  if (row.status !== "scheduled") return translatorFor(locale)(`events:${row.status}`);
  const note = noteOf(row, locale);
  if (note !== "" && note.length <= SHORT_NOTE) return note;
  return row.price === null || row.price === event.price
    ? null
    : priceText({ price: row.price, currency: event.currency }, locale);
}

function chosenView(
  event: EventRow,
  row: OccurrenceRow,
  { locale, calendar, title, isSaved }: ShowingsContext,
  saved: PageOccurrences["saved"],
) {
  const t = translatorFor(locale);
  const date = formatDate(row.startsAt, event.timeZone, { locale, calendar }, { year: false });
  const label = `${date}${t("pages:event.comma")}${timeText(event, row, locale)}`;
  return {
    label,
    note: noteOf(row, locale) || null,
    heart: {
      id: event.id,
      at: row.originalStart,
      title: t("pages:event.dateOf", { title, date: label }),
      isSaved: isSaved ? saved.has(row.originalStart) : null,
    },
  };
}
