import * as v from "valibot";
import type { CalendarSystem } from "../../../lib/dates/dates.server";
import { isDay } from "../../../lib/dates/days";
import { foldDigits } from "../../../lib/text/digits";

/** The days that an event covers, ISO 8601, inclusive. */
export interface PlacedSpan {
  id: string;
  first: string;
  last: string;
  /** Instants, for the order within a day. */
  startsAt: number;
}

/** A segment of a bar across days: whether it starts, ends or carries the label. */
export interface Piece<Event> {
  event: Event;
  begins: boolean;
  ends: boolean;
  /** On the first day of the week's bar, how many days of the week it covers; 0 on the others. */
  span: number;
}

/** A week's cells: for each day the lanes from the top; null is a gap below a bar of other days. */
export type WeekLanes<Event> = (Piece<Event> | null)[][];

const isLater = (a: PlacedSpan, b: PlacedSpan) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1);

/**
 * Assigns a week's events to lanes, so that a bar keeps its lane over all its days. Multi-day bars
 * come first, then earlier starts.
 * @param days of one week, ISO 8601, in order
 * @param fillsGaps whether events of one day use the gaps between bars: only where they are as high
 * as a bar
 */
export function placeEvents<Event extends PlacedSpan>(
  days: readonly string[],
  events: readonly Event[],
  { fillsGaps = true } = {},
): WeekLanes<Event> {
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const lanes: WeekLanes<Event> = days.map(() => []);
  const here = events.filter(({ first, last }) => first <= to && last >= from);
  const isBar = ({ first, last }: Event) => first !== last;
  for (const event of [
    ...here.filter(isBar).sort(isLater),
    ...here.filter((one) => !isBar(one)).sort(isLater),
  ]) {
    const covered = days.flatMap((day, index) =>
      day >= event.first && day <= event.last ? [index] : [],
    );
    let lane = fillsGaps || isBar(event) ? 0 : (lanes[covered[0] ?? 0]?.length ?? 0);
    while (covered.some((index) => lanes[index]?.[lane])) lane += 1;
    for (const index of covered) {
      const column = lanes[index] as (Piece<Event> | null)[];
      while (column.length < lane) column.push(null);
      const day = days[index];
      column[lane] = {
        event,
        begins: day === event.first,
        ends: day === event.last,
        span: index === covered[0] ? covered.length : 0,
      };
    }
  }
  return lanes;
}

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
