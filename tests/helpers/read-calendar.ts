import ICAL from "ical.js";

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
