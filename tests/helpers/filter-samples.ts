import { DATE_PRESETS } from "../../app/lib/dates/date-presets";
import { localDay } from "../../app/lib/dates/dates.server";
import { addDays } from "../../app/lib/dates/days";
import { type EventQueryParameters, SORTS } from "../../app/modules/events/schema";

/** Parameters of the list of events. */
export type EventFilter = keyof typeof EventQueryParameters.entries;

/**
 * Queries of each parameter of the list of events, for walks over all of them: a new parameter does
 * not compile without one. @param now UTC epoch ms
 */
export function filterSamples(now: number): Record<EventFilter, readonly string[]> {
  const day = (days: number) => addDays(localDay(now, "Asia/Tehran"), days);
  const position = "lat=35.7&lng=51.4";
  return {
    q: ["q=music", "q=theatre+this+friday", "q=کنسرت+رایگان", "q=muzic"],
    city: ["city=tehran", "city=all"],
    category: [
      "category=concert",
      "category=concert&category=theater",
      "city=tehran&category=film",
    ],
    tag: ["tag=daf"],
    trait: ["trait=quiet", "trait=quiet,seated", "city=tehran&trait=outdoor"],
    age: ["age=7-12"],
    min: ["min=100000"],
    max: ["max=300000", "city=tehran&min=100000&max=300000"],
    time: ["time=evening", "time=morning&time=night"],
    when: DATE_PRESETS.map((preset) => `when=${preset}`),
    from: [`from=${day(14)}`, `from=${day(-60)}`, `from=${day(1)}&q=music`],
    to: [`to=${day(14)}`, `from=${day(2)}&to=${day(4)}`, `from=${day(-60)}&to=${day(-2)}`],
    free: ["free=1"],
    online: ["online=1"],
    lat: [position],
    lng: [`${position}&when=month`],
    radius: [`${position}&radius=200`, "city=tehran&radius=5"],
    bbox: ["bbox=51.2,35.6,51.6,35.9", "bbox=44,25,63.5,40&when=month"],
    sort: SORTS.map((sort) => `sort=${sort}`),
    // The walk follows the cursors of answers.
    cursor: [""],
    limit: ["limit=100", "limit=100&when=month"],
    without: ["q=tehran+concert&without=city&without=corrections"],
  };
}
