import type { Locale } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { dateParts, formatDate, formatTime, type Reader } from "~/lib/dates/dates.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import type { PlannedChange } from "~/modules/authoring/plan-showing.server";
import type { EventRow } from "~/modules/events/list/list-events.server";
import type { Occurrence } from "~/modules/schedule/expand-schedule.server";

type PlanEvent = Pick<EventRow, "id" | "timeZone" | "allDay">;

/** "Tuesday 24 November, 18:00", in the event's zone. */
export function dateText(
  { timeZone, allDay }: PlanEvent,
  { startsAt }: Pick<Occurrence, "startsAt">,
  reader: Reader,
): string {
  const day = formatDate(startsAt, timeZone, reader, { year: false });
  return allDay
    ? day
    : day +
        translatorFor(reader.locale)("pages:event.comma") +
        formatTime(startsAt, timeZone, reader.locale);
}

/** "Tuesday 24 November, 18:00 and 4 more dates". @param dates in order, at least one */
export function datesText(
  event: PlanEvent,
  [first, ...others]: readonly Occurrence[],
  reader: Reader,
): string {
  if (!first) return "";
  const date = dateText(event, first, reader);
  return others.length === 0
    ? date
    : translatorFor(reader.locale)("authoring:plan.dateAnd", { date, count: others.length });
}

/** "Sold out", "Cancelled" or "Postponed"; null for a date that takes place as announced. */
export const stateText = ({ status }: Pick<Occurrence, "status">, locale: Locale): string | null =>
  status === "scheduled" ? null : translatorFor(locale)(`events:${status}`);

/** Links to the change of each date, by month. */
export function monthsOfDates(event: PlanEvent, dates: readonly Occurrence[], reader: Reader) {
  const months: { key: string; label: string; dates: ReturnType<typeof dateLink>[] }[] = [];
  for (const date of dates) {
    const parts = dateParts(date.startsAt, event.timeZone, reader);
    const key = `${parts.year}-${parts.month}`;
    const last = months.at(-1);
    if (last?.key === key) last.dates.push(dateLink(event, date, reader));
    else
      months.push({
        key,
        label: `${parts.month} ${parts.year}`,
        dates: [dateLink(event, date, reader)],
      });
  }
  return months;
}

function dateLink(event: PlanEvent, date: Occurrence, reader: Reader) {
  const { weekdayShort, day } = dateParts(date.startsAt, event.timeZone, reader);
  return {
    at: date.originalStart,
    href: paths.changePlan(event.id, { at: date.originalStart }),
    weekday: weekdayShort,
    day,
    time: event.allDay ? null : formatTime(date.startsAt, event.timeZone, reader.locale),
    label: dateText(event, date, reader),
    status: date.status,
    state: stateText(date, reader.locale),
  };
}

/** Dates that a review lists. */
const CHANGED_SHOWN = 12;

/** The dates that a change changes, each as it was and as it becomes. */
export function changedView(event: EventRow, { series }: PlannedChange, context: SignedInContext) {
  const t = translatorFor(context.locale);
  const changed = series?.changed ?? [];
  const rest = changed.length - CHANGED_SHOWN;
  return {
    title: t("authoring:plan.datesChange", { count: changed.length }),
    list: changed.slice(0, CHANGED_SHOWN).map(({ before, after }) => ({
      at: before.originalStart,
      old: dateText(event, before, context),
      new: after.startsAt === before.startsAt ? null : dateText(event, after, context),
    })),
    more: rest > 0 ? t("authoring:plan.moreDates", { count: rest }) : null,
  };
}
