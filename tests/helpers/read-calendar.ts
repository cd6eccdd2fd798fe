import ICAL from "ical.js";
import { DAY } from "../../app/lib/dates/durations";

/** Reads a calendar with ical.js. */
export function readWithIcalJs(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  return {
    calendar,
    events: calendar.getAllSubcomponents("vevent").map((component) => {
      const event = new ICAL.Event(component);
      return {
        uid: event.uid,
        title: event.summary,
        description: event.description,
        start: event.startDate.toJSDate().getTime(),
        end: event.endDate.toJSDate().getTime(),
        isDate: event.startDate.isDate,
        days: [event.startDate.toString(), event.endDate.toString()],
        status: String(component.getFirstPropertyValue("status")),
        sequence: event.sequence,
      };
    }),
  };
}

/** A date of a series: start and end, UTC epoch ms, and its state. */
export type SeriesDate = [start: number, end: number, status: string];

/** The dates that ical.js finds in a file until an instant, by rule and changed dates. */
export function readSeriesDates(file: string, until: number): SeriesDate[] {
  const calendar = new ICAL.Component(ICAL.parse(file));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents("vtimezone"))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const all = calendar.getAllSubcomponents("vevent");
  const [master, ...others] = all.filter((one) => !one.hasProperty("recurrence-id"));
  if (!master || others.length > 0) throw new Error("There is not one series in the file.");
  const exceptions = all.filter((one) => one.hasProperty("recurrence-id"));
  const event = new ICAL.Event(master, { exceptions });
  const steps = event.iterator();
  const found: SeriesDate[] = [];
  for (let next = steps.next(); next && found.length < 2_000; next = steps.next()) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    if (startDate.toJSDate().getTime() > until + 400 * DAY) break;
    const status = String(item.component.getFirstPropertyValue("status"));
    const start = startDate.toJSDate().getTime();
    if (start <= until) found.push([start, endDate.toJSDate().getTime(), status]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}
