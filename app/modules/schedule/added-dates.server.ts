import { isSeries, type Schedule, takesPlace } from "../../lib/event/schedule";
import { materialise, type Occurrence, type SchedulePlace } from "./expand-schedule.server";

/**
 * The dates to come that an edit adds to a series, by start. A date at another hour of its day is a
 * changed one, and dates of an endless rule that both schedules have are none, whether they are
 * stored yet or not.
 * @param after as `materialise` returns them; null without a schedule @param now UTC epoch ms
 */
export function addedDates(
  before: Schedule | null,
  after: readonly Occurrence[] | null,
  place: SchedulePlace,
  now: number,
): Occurrence[] {
  if (before === null || after === null || !isSeries(before)) return [];
  const known = materialise(before, place, now);
  const starts = new Set(known.map(({ originalStart }) => originalStart));
  const room = new Map<string, number>();
  const count = (day: string, by: number) => room.set(day, (room.get(day) ?? 0) + by);
  for (const { localDay } of known.filter(takesPlace)) count(localDay, -1);
  const open = after.filter(takesPlace);
  for (const { localDay } of open) count(localDay, 1);
  return open
    .filter(({ originalStart, localDay }) => {
      if (starts.has(originalStart) || (room.get(localDay) ?? 0) <= 0) return false;
      count(localDay, -1);
      return true;
    })
    .sort((a, b) => a.startsAt - b.startsAt);
}
