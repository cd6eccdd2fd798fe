import { isThursdayWeekend, localDay, presetRange } from "../../lib/dates/dates.server";
import { addDays } from "../../lib/dates/days";
import type { City } from "../cities/queries.server";
import type { Weekend } from "./queries.server";

/**
 * "This weekend" by country: Thursday and Friday in Iran and Afghanistan, Saturday and Sunday
 * elsewhere (decisions.md §2), in each event's time zone.
 */
export function weekendsOf(cities: readonly City[], now: number): Weekend[] {
  const found = new Map<
    boolean,
    { days: Set<string>; cityIds: string[]; from: number; to: number }
  >();
  const ranges = new Map<string, ReturnType<typeof presetRange>>();
  for (const { id, timeZone, countryCode } of cities) {
    const isEarly = isThursdayWeekend(countryCode);
    const key = `${timeZone} ${isEarly}`;
    if (!ranges.has(key)) ranges.set(key, presetRange("weekend", now, timeZone, countryCode));
    const range = ranges.get(key);
    if (!range) continue;
    const weekend = found.get(isEarly) ?? { days: new Set(), cityIds: [], ...range };
    for (
      let day = localDay(range.from, timeZone);
      day <= localDay(range.to - 1, timeZone);
      day = addDays(day, 1)
    )
      weekend.days.add(day);
    weekend.cityIds.push(id);
    weekend.from = Math.min(weekend.from, range.from);
    weekend.to = Math.max(weekend.to, range.to);
    found.set(isEarly, weekend);
  }
  return [...found.values()].map(({ days, ...weekend }) => ({ ...weekend, days: [...days] }));
}
