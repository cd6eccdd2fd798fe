import { listOf, localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { calendarTexts } from "~/lib/dates/calendar-texts.server";
import type {
  CalendarDayView,
  CalendarGroupView,
  CalendarItemView,
  CalendarView,
} from "~/lib/dates/calendar-view";
import {
  type CalendarSystem,
  dateParts,
  formatDate,
  formatTime,
  inOtherCalendar,
  localDay,
  type Reader,
  USUAL_ZONE,
} from "~/lib/dates/dates.server";
import {
  addDays,
  type DayRange,
  isRestDay,
  monthOf,
  weekdayOf,
  weekOf,
  weeksOf,
} from "~/lib/dates/days";
import { findCategory } from "~/lib/event/categories";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import type { PageHeadData } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { formatDays, zoneNote } from "~/modules/events/present/event-times.server";
import { cityName, statedTitle } from "~/modules/events/present/present-event.server";
import {
  type CalendarEvent,
  findOwnCalendar,
  LAYOUTS,
  type Piece,
  parseCalendarQuery,
  placeEvents,
} from "~/modules/saved/calendar/find-own-calendar.server";

/** Lanes in a month's cell. If there are more events, the last lane shows their number. */
const LANES = 3;
const DOTS = 4;
/** Days without a time zone, as UTC. */
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

type Texts = ReturnType<typeof calendarTexts>;

/** The event's page, at the shown date of a series. */
const addressOf = ({ eventId, originalStart }: CalendarEvent): string =>
  originalStart === null
    ? paths.event(eventId)
    : `${paths.event(eventId)}?at=${encodeURIComponent(originalStart)}`;

/** Calendar item: time in the reader's zone, with the local time if it differs. */
function itemOf(
  event: CalendarEvent,
  reader: Reader,
  readerZone: string | null,
  t: Texts,
): CalendarItemView {
  const { locale } = reader;
  const say = translatorFor(locale);
  const isLong = event.first !== event.last;
  const zoned = event.allDay ? null : zoneNote(event, event.city, locale, readerZone);
  const shown = zoned === null || readerZone === null ? event : { ...event, timeZone: readerZone };
  return {
    id: event.id,
    href: event.isListed ? addressOf(event) : paths.editEvent(event.eventId),
    title: statedTitle(event, locale),
    titleLang: locale === "fa" && !event.titleFa ? "en" : undefined,
    family: findCategory(event.category ?? "")?.family ?? "firoozeh",
    time: isLong
      ? formatDays(shown, reader, { year: false })
      : event.allDay
        ? say("events:allDay")
        : formatTime(event.startsAt, shown.timeZone, locale),
    local: zoned && say("events:timeZoned", { time: localTimeOf(event, shown, reader), zoned }),
    place: listOf(locale, [
      localized({ en: event.venueEn, fa: event.venueFa }, locale),
      cityName(event.city, locale),
    ]),
    marks: event.mark === "saved" ? [] : [t(`calendar:mark.${event.mark}`)],
    isOpen: event.mark === "draft" || event.mark === "pending",
    isCancelled: event.lifecycle === "cancelled",
    isRun: event.isRun,
  };
}

/** Time in the event's city, with the weekday if it differs. */
function localTimeOf(
  event: CalendarEvent,
  { timeZone }: { timeZone: string },
  reader: Reader,
): string {
  const time = formatTime(event.startsAt, event.timeZone, reader.locale);
  const isSameDay = localDay(event.startsAt, event.timeZone) === localDay(event.startsAt, timeZone);
  return isSameDay ? time : `${dateParts(event.startsAt, event.timeZone, reader).weekday} ${time}`;
}

/** Titles in both calendars: "December 2026" and "Azar – Dey", or the days of a week. */
function titlesOf(
  range: DayRange,
  layout: CalendarView["layout"],
  reader: Reader,
): { title: string; other: string } {
  const span = {
    startsAt: at(range.first),
    endsAt: at(addDays(range.last, 1)),
    timeZone: "UTC",
    allDay: true,
  };
  const other = inOtherCalendar(reader);
  if (layout === "week") return { title: formatDays(span, reader), other: formatDays(span, other) };
  const { month, year } = dateParts(at(range.first), "UTC", reader);
  const [from, to] = [
    dateParts(at(range.first), "UTC", other),
    dateParts(at(range.last), "UTC", other),
  ];
  const end = `${to.month} ${to.year}`;
  const start = from.year === to.year ? from.month : `${from.month} ${from.year}`;
  return { title: `${month} ${year}`, other: from.month === to.month ? end : `${start} – ${end}` };
}

/**
 * Data of My Calendar (issue 4): month, week or agenda of saved and own events, in either calendar.
 */
export async function myCalendar(
  context: SignedInContext,
  params: URLSearchParams,
): Promise<{ head: PageHeadData; calendar: CalendarView }> {
  const { deps, locale, origin, seo, signedIn } = context;
  const t = calendarTexts(locale);
  const query = parseCalendarQuery(params);
  const { layout } = query;
  const calendar: CalendarSystem = query.calendar ?? context.calendar;
  const reader: Reader = { locale, calendar };
  const zone = context.timeZone ?? USUAL_ZONE;
  const today = localDay(deps.clock.now(), zone);
  const chosen = query.date ?? today;
  const range = layout === "week" ? weekOf(chosen, locale) : monthOf(chosen, calendar);
  const weeks = weeksOf(range, locale);
  const shown =
    layout === "agenda"
      ? range
      : { first: weeks[0]?.[0] ?? range.first, last: weeks.at(-1)?.at(-1) ?? range.last };
  const events = await findOwnCalendar(deps, signedIn, shown, context.timeZone);
  const items = new Map(
    events.map((event) => [event.id, itemOf(event, reader, context.timeZone, t)]),
  );
  const item = (event: CalendarEvent) => items.get(event.id) as CalendarItemView;

  const href = (changes: { layout?: string; date?: string | null; calendar?: string }) => {
    const { layout: kind = layout, date = query.date, calendar: system = query.calendar } = changes;
    return paths.calendar({
      layout: kind === "month" ? null : kind,
      date,
      calendar: system === context.calendar ? null : system,
    });
  };
  const on = (day: string) => events.filter(({ first, last }) => first <= day && last >= day);
  const group = (day: string, listed: CalendarEvent[]): CalendarGroupView => ({
    day,
    title: formatDate(at(day), "UTC", reader, { year: false }),
    other: formatDate(at(day), "UTC", inOtherCalendar(reader), { weekday: false, year: false }),
    isToday: day === today,
    items: listed.map(item),
  });

  const dayView = (
    day: string,
    index: number,
    column: (Piece<CalendarEvent> | null)[],
  ): CalendarDayView => {
    const lanes = layout === "week" || column.length <= LANES ? column.length : LANES - 1;
    const hidden = column.slice(lanes).filter((piece) => piece !== null).length;
    const parts = dateParts(at(day), "UTC", reader);
    const other = dateParts(at(day), "UTC", inOtherCalendar(reader));
    const isOther1st = monthOf(day, inOtherCalendar(reader).calendar).first === day;
    const listed = on(day);
    return {
      day,
      href: href({ date: day }),
      number: parts.day,
      other: isOther1st || index === 0 ? `${other.day} ${other.monthShort}` : other.day,
      label: listOf(locale, [
        formatDate(at(day), "UTC", reader),
        formatDate(at(day), "UTC", inOtherCalendar(reader), { weekday: false }),
        listed.length > 0 ? t("calendar:events", { count: listed.length }) : "",
      ]),
      isOut: layout === "month" && (day < range.first || day > range.last),
      isRest: isRestDay(day, locale),
      isToday: day === today,
      isChosen: day === chosen,
      slots: column.slice(0, lanes).map((piece) => {
        if (!piece) return null;
        const { begins, ends, span } = piece;
        const view = item(piece.event);
        return {
          item: view,
          begins,
          ends,
          span,
          continues: t("calendar:continues", { title: view.title }),
        };
      }),
      more: hidden > 0 ? t("calendar:more", { count: hidden }) : null,
      dots: listed.slice(0, DOTS).map((event) => item(event).family),
    };
  };

  const days = layout === "agenda" ? [] : weeks;
  const { title, other } = titlesOf(range, layout, reader);
  const isBare = events.every(({ first, last }) => first > range.last || last < range.first);
  return {
    head: pageHead({ origin, locale, seo }, paths.calendar(), {
      title: `${t("calendar:title")} · ${title}`,
      description: t("calendar:description"),
      noindex: true,
    }),
    calendar: {
      eyebrow: t("calendar:title"),
      title,
      other,
      layout,
      layoutsLabel: t("calendar:layouts"),
      layouts: LAYOUTS.map((key) => ({
        key,
        label: t(`calendar:layout.${key}`),
        href: href({ layout: key }),
        isOn: key === layout,
      })),
      calendarsLabel: t("calendar:calendars"),
      calendars: (["jalali", "gregorian"] as const).map((key) => ({
        key,
        label: t(`calendar:system.${key}`),
        href: href({ calendar: key }),
        isOn: key === calendar,
      })),
      turnLabel: t("calendar:turn"),
      previous: {
        label: t(`calendar:previous.${layout}`),
        href: href({ date: turned(range, layout, calendar, -1) }),
      },
      today: { label: t("calendar:today"), href: href({ date: null }) },
      next: {
        label: t(`calendar:next.${layout}`),
        href: href({ date: turned(range, layout, calendar, 1) }),
      },
      weekdays: (weeks[0] ?? []).map((day) => {
        const { weekday, weekdayShort } = dateParts(at(day), "UTC", reader);
        return {
          key: weekdayOf(day),
          short: locale === "fa" ? weekday.slice(0, 1) : weekdayShort,
          long: weekday,
        };
      }),
      weeks: days.map((week, row) => {
        const lanes = placeEvents(week, events, { fillsGaps: layout !== "week" });
        return {
          key: week[0] ?? "",
          days: week.map((day, column) => dayView(day, row + column, lanes[column] ?? [])),
        };
      }),
      groups:
        layout === "agenda"
          ? agendaOf(events, range).map(([day, listed]) => group(day, listed))
          : [group(chosen, on(chosen))],
      nothing: t("calendar:nothing"),
      empty: isBare
        ? {
            title: t(`calendar:empty.${layout}`),
            text: t("calendar:empty.text"),
            action: { label: t("calendar:empty.action"), href: paths.events() },
          }
        : null,
      feed: {
        title: t("calendar:take.title"),
        text: t("calendar:take.text"),
        action: { label: t("calendar:take.action"), href: paths.accountCalendar() },
      },
      keys: t("calendar:keys"),
      day: chosen,
    },
  };
}

/** First day of the previous or next range. */
function turned(
  { first, last }: DayRange,
  layout: CalendarView["layout"],
  calendar: CalendarSystem,
  by: 1 | -1,
): string {
  if (by > 0) return addDays(last, 1);
  const before = addDays(first, -1);
  return layout === "week" ? addDays(first, -7) : monthOf(before, calendar).first;
}

/** Events by day of their start. Those that started earlier are listed on the first day. */
function agendaOf(events: readonly CalendarEvent[], range: DayRange): [string, CalendarEvent[]][] {
  const days = new Map<string, CalendarEvent[]>();
  for (const event of events) {
    // biome-ignore lint/complexity/useMathMinMax: days are strings
    const day = event.first < range.first ? range.first : event.first;
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1));
}
