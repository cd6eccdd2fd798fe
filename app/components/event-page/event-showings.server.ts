import { listOf } from "../../i18n/locale";
import { translatorFor } from "../../i18n/messages.server";
import {
  dateParts,
  formatDate,
  formatTime,
  inOtherCalendar,
  localDay,
  type Reader,
  startOfDay,
  toIsoWithOffset,
} from "../../lib/dates/dates.server";
import { addDays, weekOf } from "../../lib/dates/days";
import { HOUR } from "../../lib/dates/durations";
import { orNull } from "../../lib/errors";
import type { RequestContext } from "../../lib/http/request-context";
import type { DateTileView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { formatNumber, unitName, unitsIn } from "../../lib/text/money";
import type { EventRow } from "../../modules/events/event-columns.server";
import {
  getListedEvent,
  noteOf,
  OCCURRENCES_SHOWN,
  type OccurrenceRow,
  type PageOccurrences,
} from "../../modules/events/get-event.server";
import { eventFacts, nearDay, priceText } from "../../modules/events/present/event-facts.server";
import {
  eventDays,
  formatDays,
  formatHours,
  formatWhen,
  isMultiDay,
  lastShowing,
  scheduleReader,
} from "../../modules/events/present/event-times.server";
import {
  chosenShowing,
  getHosting,
  type HostedShowing,
  hostedShowingsOf,
} from "../../modules/hosting/showings.server";
import {
  allOf,
  dayText,
  hoursOfDay,
  hoursText,
} from "../../modules/schedule/format-opening-hours.server";
import { formatSchedule, rulePattern } from "../../modules/schedule/format-schedule.server";
import type { Subject } from "./essential-facts.server";

interface ShowingsContext extends Reader {
  now: number;
  /** The event's title in the reader's language, for labels. */
  title: string;
  /** Whether the reader is signed in, and so can have saved dates. */
  isSaved: boolean;
}

/** A note longer than this is shown for the chosen date only, characters. */
const SHORT_NOTE = 18;
/** Weeks of the calendar; later ones are a link away. */
const WEEKS_SHOWN = 6;
const THOUSAND = 1000;
/** Hours that no clock change moves to another day, ms. */
const NOON = 12 * HOUR;

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
  const { locale, now } = context;
  const { timeZone } = event;
  const t = translatorFor(locale);
  const isRun = event.schedule?.kind === "openingHours";
  const weeksFrom = (dates: readonly OccurrenceRow[]) =>
    isRun ? [] : weeksWith(dates.slice(0, OCCURRENCES_SHOWN), locale);
  const isAhead =
    shown !== null &&
    !isRun &&
    !weeksFrom(toCome)
      .slice(0, WEEKS_SHOWN)
      .some((week) => week.rows.some(({ originalStart }) => originalStart === shown.originalStart));
  const rows = isAhead ? fromChosen : toCome;
  const today = localDay(now, timeZone);
  const timeOf = (row: OccurrenceRow) => ({
    at: row.originalStart,
    dateTime: toIsoWithOffset(row.startsAt, timeZone),
    href: paths.event(event.id, { at: row.originalStart }),
    time: timeText(event, row, locale),
    ...labelOf(event, row, context),
    status: row.status,
    isShown: row.originalStart === shown?.originalStart,
    isSaved: saved.has(row.originalStart),
  });
  const weeks = weeksFrom(rows);
  const listed = weeks.slice(0, WEEKS_SHOWN);
  const next =
    weeks[WEEKS_SHOWN]?.rows[0] ?? (weeks.length > 0 ? rows[OCCURRENCES_SHOWN] : undefined);
  let month = "";
  const cellOf = (key: string, dated: readonly OccurrenceRow[]) => {
    const noon = startOfDay(key, timeZone) + NOON;
    const [own, other] = [
      dateParts(noon, timeZone, context),
      dateParts(noon, timeZone, inOtherCalendar(context)),
    ];
    const isOther = own.monthShort !== month;
    month = own.monthShort;
    return {
      key,
      day: own.day,
      /** Where a month begins. */
      month: isOther ? month : null,
      other: other.day,
      isToday: key === today,
      times: dated.filter((row) => row.localDay === key).map(timeOf),
    };
  };
  const [firstWeek] = listed;
  return {
    title: isRun
      ? t("pages:event.openingHours")
      : toCome.length > 0
        ? t("pages:event.dates", { count: event.occurrenceCount })
        : t("pages:event.fact.when"),
    sentence: sentenceOf(event, context),
    weekdays: (firstWeek?.days ?? []).map(
      (key) => dateParts(startOfDay(key, timeZone) + NOON, timeZone, context).weekdayShort,
    ),
    weeks: listed.map(({ days, rows: dated }) => ({
      key: days[0] ?? "",
      days: days.map((key) => cellOf(key, dated)),
    })),
    unit: unitText(event, rows, locale),
    more: next ? paths.event(event.id, { at: next.originalStart }) : null,
    first: isAhead || isChosen ? paths.event(event.id) : null,
    file: paths.eventIcs(event.id),
    chosen: shown && (!isRun || isChosen) ? chosenView(event, shown, context, saved) : null,
  };
}

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

/** Weeks with dates, in order; those without are left out. */
function weeksWith(rows: readonly OccurrenceRow[], locale: Reader["locale"]) {
  const weeks: { days: string[]; rows: OccurrenceRow[] }[] = [];
  for (const row of rows) {
    const { first } = weekOf(row.localDay, locale);
    const last = weeks.at(-1);
    if (last?.days[0] === first) last.rows.push(row);
    else
      weeks.push({ days: Array.from({ length: 7 }, (_, day) => addDays(first, day)), rows: [row] });
  }
  return weeks;
}

/**
 * What the calendar does not say: the rule of a series, the hours of a run. Several dates stand in
 * the calendar, and are counted by the title alone.
 */
function sentenceOf(
  { schedule, timeZone }: EventRow,
  { locale, calendar, now }: ShowingsContext,
): string {
  const reader = { locale, calendar, timeZone, now };
  if (schedule === null) return "";
  const last = lastShowing(schedule);
  if (last === null) return formatSchedule(schedule, reader);
  return last > localDay(now, timeZone)
    ? translatorFor(locale)("events:until", { date: dayText(last, reader) })
    : "";
}

const isPriced = ({ price }: { price: number | null }) => price !== null && price > 0;

/** In what the prices of the calendar are; null where it has none. */
function unitText(
  event: EventRow,
  rows: readonly OccurrenceRow[],
  locale: Reader["locale"],
): string | null {
  if (!isPriced(event) && !rows.some(isPriced)) return null;
  const unit = unitName(event.currency, locale);
  const t = translatorFor(locale);
  return unitsIn(event.currency) > 1
    ? t("pages:event.pricesInThousand", { unit })
    : t("pages:event.pricesIn", { unit });
}

/**
 * What stands below the time of a date, its state, else a short note, else its price; and the whole
 * for those who do not see the calendar.
 */
function labelOf(event: EventRow, row: OccurrenceRow, context: ShowingsContext) {
  const { locale, calendar } = context;
  const t = translatorFor(locale);
  const note = noteOf(row, locale);
  const price = row.price ?? event.price;
  const units = unitsIn(event.currency);
  const off = row.status === "scheduled" ? null : row.status;
  const state = off ? t(`events:${off}`) : "";
  const short =
    price === null
      ? ""
      : price === 0
        ? t("events:free")
        : formatNumber(units > 1 ? price / units / THOUSAND : price, locale, {
            maximumFractionDigits: 1,
          });
  const day = formatDate(row.startsAt, event.timeZone, { locale, calendar }, { year: false });
  return {
    label: state || (note.length <= SHORT_NOTE && note) || short || null,
    /** The state in one short word, for the cells of a phone. */
    brief: off && t(`events:brief.${off}`),
    name: listOf(locale, [
      day,
      timeText(event, row, locale),
      state || (price === null ? "" : priceText({ price, currency: event.currency }, locale)),
      note,
    ]),
  };
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

/** A moment in the reader's calendar: "Sat 28 November, 20:00". */
export const showingMoment = (at: number, timeZone: string, reader: Reader): string =>
  translatorFor(reader.locale)("pages:event.dayTime", {
    day: formatDate(at, timeZone, reader, { year: false }),
    time: formatTime(at, timeZone, reader.locale),
  });

/** What a showing's places are, in a few words, and how many come where everyone may know. */
export function placesText(showing: HostedShowing, timeZone: string, reader: Reader): string {
  const free = freeText(showing, timeZone, reader);
  const count = showing.coming ?? 0;
  const t = translatorFor(reader.locale);
  return count > 0 ? `${free} · ${t("hosting:place.coming", { count })}` : free;
}

function freeText(showing: HostedShowing, timeZone: string, reader: Reader): string {
  const t = translatorFor(reader.locale);
  const { phase, left, waiting, opensAt, needsApproval } = showing;
  if (phase === "early")
    return t("hosting:place.early", { when: showingMoment(opensAt ?? 0, timeZone, reader) });
  if (phase === "line") return t("hosting:place.line", { count: waiting });
  if (phase !== "open") return t(`hosting:place.${phase}`);
  if (needsApproval) return t("hosting:place.asks");
  return left === null ? t("hosting:place.open") : t("hosting:place.left", { count: left });
}

/** The places of the showing that a page is about; null where it takes no RSVPs. */
export async function placesTextAt(
  { deps, locale, calendar }: RequestContext,
  { id, timeZone }: Pick<EventRow, "id" | "timeZone">,
  at: string | null,
): Promise<string | null> {
  const showing = chosenShowing(await hostedShowingsOf(deps, id), at);
  return showing ? placesText(showing, timeZone, { locale, calendar }) : null;
}

/**
 * The way to a place at the event; null where it takes no RSVPs. How many are left is as old as the
 * page, which is kept for everyone: with a script the button asks again.
 */
export async function rsvpOf(context: RequestContext, id: string, at: string | null) {
  const { deps, locale } = context;
  const { isOn, needsApproval } = await getHosting(deps, id);
  if (!isOn) return null;
  const event = await orNull(getListedEvent(deps, id));
  return {
    href: paths.rsvpForm(id, { at }),
    places: paths.rsvpPlaces(id, { at }),
    label: translatorFor(locale)(needsApproval ? "hosting:box.ask" : "hosting:box.going"),
    left: event && (await placesTextAt(context, event, at)),
  };
}

/** The showings of an event to choose from, with their places. */
export const showingChoices = (
  showings: readonly HostedShowing[],
  timeZone: string,
  reader: Reader,
) =>
  showings.map((showing) => ({
    value: showing.originalStart,
    label: showingMoment(showing.startsAt, timeZone, reader),
    help: placesText(showing, timeZone, reader),
    isDisabled: showing.phase !== "open" && showing.phase !== "line",
  }));

/** Days of opening hours that a page shows, from today. */
const HOURS_SHOWN = 7;

/**
 * When an event is, for its page: a tile with the day, what stands beside and below it, and what it
 * is at this moment. Each date stands once. `line` and `days` say the same without a tile.
 * @param isChosen the page is about one date of several
 */
export function whenFacts(subject: Subject, isChosen: boolean) {
  const { event, city, locale, calendar, now } = subject;
  const t = translatorFor(locale);
  const reader = { locale, calendar };
  const context = { ...reader, now, city };
  const { startsAt, endsAt, timeZone, allDay, schedule } = event;
  const { kind, live: liveFacts } = eventFacts(event, context);
  const live = liveFacts();
  const other = inOtherCalendar(reader);
  const hours = allDay ? t("events:allDay") : formatHours(event, locale);
  const near = endsAt > now ? nearDay(event, context) : null;
  const plain = {
    kind,
    tile: tileOf(event, reader),
    line: formatWhen(event, reader),
    beside: isMultiDay(event)
      ? t("pages:event.days", { count: eventDays(event).count })
      : listOf(locale, [near ?? "", hours]),
    days: listOf(locale, [formatDays(event, reader), formatDays(event, other)]),
    below: formatDays(event, other),
    aside: null,
    isOpen: false,
    hours: null,
  };
  if (kind === "days" || kind === "ongoing") {
    const clock = (at: number) => ({ time: formatTime(at, timeZone, locale) });
    const days = listOf(locale, [
      allDay ? "" : t("events:facts.fromTime", clock(startsAt)),
      allDay ? "" : t("events:facts.lastUntil", clock(endsAt)),
      formatDays(event, other),
    ]);
    return { ...plain, days, below: days, aside: live.next };
  }
  if (isChosen || endsAt <= now) return plain;
  if (kind === "class" && schedule?.kind === "rule") {
    const { days, isOneTime } = rulePattern(schedule, scheduleReader(event, context));
    return {
      ...plain,
      tile: { ...plain.tile, weekday: t("events:facts.nextTile") },
      beside: listOf(locale, [days, isOneTime ? hours : ""]),
      below: listOf(locale, [isOneTime ? "" : hours, plain.below]),
      aside: near,
    };
  }
  if (kind !== "exhibition") return plain;
  const last = (event.runsUntil ?? endsAt) - 1;
  const next = live.next ?? live.time;
  const line = next.slice(0, 1).toLocaleUpperCase(locale) + next.slice(1);
  const lastOther = formatDate(last, timeZone, other, { weekday: false });
  const days = listOf(locale, [
    t("events:until", { date: formatDate(last, timeZone, reader) }),
    lastOther,
  ]);
  return {
    ...plain,
    tile: live.tile,
    line,
    beside: line,
    days,
    below: live.tile.isUntil ? t("events:until", { date: lastOther }) : days,
    aside: live.aside,
    isOpen: live.isOpen,
    hours: hoursOfWeek(subject),
  };
}

/** Time as the bar of the page shows it: "30 Nov, 20:30", "17 – 19 Dec", "Until 24 December". */
export function shortWhen({ event, locale, calendar, now }: Subject, isChosen: boolean): string {
  const reader = { locale, calendar };
  const { kind, live } = eventFacts(event, { ...reader, now });
  if (kind === "exhibition" && !isChosen) return live().when;
  const days = formatDays(event, reader, { year: false, isShort: true });
  return event.allDay || isMultiDay(event)
    ? days
    : listOf(locale, [days, formatTime(event.startsAt, event.timeZone, locale)]);
}

/** The day of an event, or "Thu – Sat 17–19 Dec". */
function tileOf(event: EventRow, reader: Reader): DateTileView {
  const { startsAt, endsAt, timeZone } = event;
  const from = dateParts(startsAt, timeZone, reader);
  const to = isMultiDay(event) ? dateParts(endsAt - 1, timeZone, reader) : from;
  const both = (first: string, last: string, dash: string) =>
    first === last ? first : first + dash + last;
  return {
    weekday: both(from.weekdayShort, to.weekdayShort, " – "),
    day: from === to ? from.day : `${from.day}–${to.day}`,
    month: both(from.monthShort, to.monthShort, " – "),
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
