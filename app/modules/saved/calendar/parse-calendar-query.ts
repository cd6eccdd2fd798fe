import * as v from "valibot";
import type { CalendarSystem } from "../../../lib/dates/dates.server";
import { isDay } from "../../../lib/dates/days";
import { foldDigits } from "../../../lib/text/digits";

export const LAYOUTS = ["month", "week", "agenda"] as const;

/**
 * Days that a calendar is turned to; events themselves are in the same years
 * (authoring/written-times).
 */
const YEAR_MIN = 1990;
const YEAR_MAX = 2100;

const Day = v.pipe(
  v.string(),
  v.transform(foldDigits),
  v.string(),
  v.isoDate(),
  v.check((day) => {
    const year = Number(day.slice(0, 4));
    return isDay(day) && year >= YEAR_MIN && year < YEAR_MAX;
  }),
);

const CalendarQuery = v.object({
  layout: v.fallback(v.picklist(LAYOUTS), "month"),
  date: v.fallback(v.nullable(Day), null),
  calendar: v.fallback(
    v.nullable(v.picklist(["jalali", "gregorian"] satisfies CalendarSystem[])),
    null,
  ),
});
export type CalendarQuery = v.InferOutput<typeof CalendarQuery>;

/** Parses the query of My Calendar; ignores invalid values. */
export function parseCalendarQuery(params: URLSearchParams): CalendarQuery {
  return v.parse(CalendarQuery, {
    layout: params.get("layout"),
    date: params.get("date"),
    calendar: params.get("calendar"),
  });
}
