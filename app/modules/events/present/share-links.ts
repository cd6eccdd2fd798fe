import { webUrl } from "../../../lib/http/web-url";
import { type Actor, can } from "../../../lib/permissions";
import type { EventRow } from "../event-columns.server";

const query = (values: Record<string, string>) =>
  new URLSearchParams(values).toString().replaceAll("+", "%20");

export type ShareLinks = Record<"telegram" | "whatsApp" | "bale" | "eitaa" | "x" | "email", string>;

/** Where people hand a link on without a script: their messengers, networks and mail. */
export function shareLinks(url: string, title: string): ShareLinks {
  return {
    telegram: `https://t.me/share/url?${query({ url, text: title })}`,
    whatsApp: `https://wa.me/?${query({ text: `${title}\n${url}` })}`,
    bale: `https://ble.ir/share/url?${query({ url, text: title })}`,
    eitaa: `https://eitaa.com/share/url?${query({ url, text: title })}`,
    x: `https://x.com/intent/post?${query({ url, text: title })}`,
    email: `mailto:?${query({ subject: title, body: `${title}\n${url}` })}`,
  };
}

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

/**
 * Whether a reader may see the link of an online event (decisions.md §3): everyone, or its creator,
 * staff and those whom it is for.
 * @param isFor whether the reader has saved the event, or has a place where it takes RSVPs
 */
export const seesOnlineUrl = (
  event: Pick<EventRow, "onlineUrlFor" | "creatorId">,
  reader: Actor | null,
  isFor: boolean,
): boolean =>
  event.onlineUrlFor === "everyone" ||
  (reader !== null && (isFor || event.creatorId === reader.id || can(reader, "event:manage-all")));

/** Where tickets are sold, or the waiting list once they are sold out; null without one. */
export const ticketLink = (
  event: Pick<EventRow, "soldOut" | "waitlistUrl" | "ticketUrl">,
): URL | null => webUrl(event.soldOut ? event.waitlistUrl : event.ticketUrl);
