import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { dateParts, formatTime, localDay } from "~/lib/dates/dates.server";
import { addDays, monthOf } from "~/lib/dates/days";
import { holidayOn } from "~/lib/dates/holidays";
import { type Schedule, takesPlace } from "~/lib/event/schedule";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import type { VenueClash } from "~/modules/authoring/find-venue-clash.server";
import type { City } from "~/modules/cities/queries.server";
import { materialise, type Occurrence } from "~/modules/schedule/expand-schedule.server";
import { formatSchedule } from "~/modules/schedule/format-schedule.server";
import { monthGridOf } from "~/ui/month-grid";

/** Mark of a day in the calendar of a schedule. */
type DayMark = "date" | "clash" | "holiday" | "lunarHoliday" | "cancelled";

export type DatesView = ReturnType<typeof presentDates>;

/** Months of the calendar beside the inputs. */
const MONTHS = 3;
/** Clashes that are named. */
const NAMED = 5;

/** Dates of a schedule to come, with the events at their venue that they clash with. */
export interface ExpandedDates {
  schedule: Schedule;
  occurrences: Occurrence[];
  timeZone: string;
}

/** Null without a schedule. */
export function expandDates(
  schedule: Schedule | null,
  city: City | undefined,
  { deps, timeZone }: SignedInContext,
): ExpandedDates | null {
  if (schedule === null) return null;
  const zone = city?.timeZone ?? timeZone ?? "Asia/Tehran";
  return {
    schedule,
    timeZone: zone,
    occurrences: materialise(schedule, { eventId: "", timeZone: zone }, deps.clock.now()),
  };
}

/**
 * The schedule in a sentence, and a calendar of its first months in the reader's calendar, with
 * clashes and holidays.
 */
export function presentDates(
  { schedule, occurrences, timeZone }: ExpandedDates,
  clashes: readonly VenueClash[],
  city: City | undefined,
  context: SignedInContext,
) {
  const { deps, locale, calendar } = context;
  const t = translatorFor(locale);
  const open = occurrences.filter(takesPlace);
  const clashing = open.flatMap((occurrence) => {
    const other = clashes.find(
      ({ startsAt, endsAt }) => startsAt < occurrence.endsAt && endsAt > occurrence.startsAt,
    );
    return other ? [{ occurrence, other }] : [];
  });
  const marks = new Map<string, DayMark>(
    occurrences.map(({ localDay: day, status }) => [
      day,
      status === "cancelled" ? "cancelled" : "date",
    ]),
  );
  const holidays = { fixed: "holiday", lunar: "lunarHoliday" } as const;
  for (const { localDay: day } of open) {
    const holiday = city ? holidayOn(day, city.countryCode) : null;
    marks.set(day, holiday ? holidays[holiday] : "date");
  }
  for (const { occurrence } of clashing) marks.set(occurrence.localDay, "clash");
  const first = open[0]?.localDay ?? localDay(deps.clock.now(), timeZone);
  const last = open.at(-1)?.localDay ?? first;
  const months: string[] = [];
  for (
    let day = monthOf(first, calendar).first;
    months.length < MONTHS && day <= last;
    day = addDays(monthOf(day, calendar).last, 1)
  )
    months.push(day);
  const shown = new Set(marks.values());
  return {
    legend: (["date", "clash", "holiday", "lunarHoliday"] as const)
      .filter((mark) => mark !== "lunarHoliday" || shown.has(mark))
      .map((mark) => ({ mark, label: t(`authoring:when.legend.${mark}`) })),
    sentence: formatSchedule(schedule, { locale, calendar, timeZone, now: deps.clock.now() }),
    count: t("authoring:when.count", { count: open.length }),
    months: months.map((day) => {
      const { label, weekdays, weeks } = monthGridOf(day, calendar, locale);
      return {
        label,
        weekdays,
        weeks: weeks.map((week) =>
          week.map((cell) => {
            const mark = cell && (marks.get(cell.day) ?? null);
            return (
              cell && {
                number: cell.number,
                mark,
                label: mark && t(`authoring:when.mark.${mark}`, { day: cell.label }),
              }
            );
          }),
        ),
      };
    }),
    clashes: clashing.slice(0, NAMED).map(({ occurrence: { startsAt }, other }) => {
      const { weekdayShort, day, month } = dateParts(startsAt, timeZone, context);
      return {
        key: startsAt,
        when: `${weekdayShort} ${day} ${month}, ${formatTime(startsAt, timeZone, locale)}`,
        title: localized({ en: other.titleEn, fa: other.titleFa }, locale),
        href: paths.event(other.id),
      };
    }),
  };
}
