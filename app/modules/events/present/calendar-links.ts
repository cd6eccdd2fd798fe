/** An event as calendar services take it. */
export interface CalendarEntry {
  title: string;
  details: string;
  location: string;
  timeZone: string;
  /** UTC epoch ms, or for whole days the first day and the day after the last, YYYY-MM-DD. */
  time: { startsAt: number; endsAt: number } | { first: string; afterLast: string };
}

const instant = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");
const compact = (text: string) => text.replace(/[-:]/g, "");

/** Spaces as %20: Outlook shows the pluses of a form's encoding as they are. */
function link(address: string, values: Record<string, string>): string {
  return `${address}?${new URLSearchParams(values).toString().replaceAll("+", "%20")}`;
}

export function googleCalendarUrl({
  title,
  details,
  location,
  timeZone,
  time,
}: CalendarEntry): string {
  const dates =
    "first" in time ? [time.first, time.afterLast] : [instant(time.startsAt), instant(time.endsAt)];
  return link("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: dates.map(compact).join("/"),
    ctz: timeZone,
    details,
    location,
  });
}

export function outlookCalendarUrl({ title, details, location, time }: CalendarEntry): string {
  return link("https://outlook.live.com/calendar/0/deeplink/compose", {
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    ...("first" in time
      ? { startdt: time.first, enddt: time.afterLast, allday: "true" }
      : { startdt: instant(time.startsAt), enddt: instant(time.endsAt) }),
    body: details,
    location,
  });
}
