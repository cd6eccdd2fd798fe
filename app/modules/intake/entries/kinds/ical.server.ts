import { webUrl } from "../../../../lib/http/web-url";
import { readCalendar } from "../read-calendar-file.server";
import { type SourceReader, snippetOf } from "../source-item";

/**
 * iCalendar (RFC 5545). An item is a UID with all its overrides; showings with UIDs of their own
 * but one title and place are one item. STATUS:CANCELLED of the whole series cancels it. An entry
 * without a summary is left out.
 */
export const ical: SourceReader = {
  accept: "text/calendar, application/ics, text/plain;q=0.5",
  types: /calendar|ics|octet-stream|text\/plain/,
  isComplete: true,
  request: (url) => ({ url: url.href.replace(/^webcal:/i, "https:") }),
  read({ text }, { now }) {
    const { events, past, unread } = readCalendar(text, now);
    const items = events.flatMap(({ id, uid, found }) =>
      found.title === null
        ? []
        : [
            {
              id,
              url: webUrl(found.ticketUrl)?.href ?? null,
              isCancelled: found.status === "cancelled",
              found,
              snippet: snippetOf(entryLines(text, uid)),
            },
          ],
    );
    const left = events.flatMap(({ uid, found }) =>
      found.title === null
        ? [
            {
              title: null,
              code: "missing-title" as const,
              snippet: snippetOf(entryLines(text, uid)),
            },
          ]
        : [],
    );
    return { items, leftOut: left.length + unread, left, over: past, follow: [], unread };
  },
};

/** The file's own lines about a UID; empty for one that it does not name so. */
export function entryLines(text: string, id: string | null): string {
  const at = id === null ? -1 : text.indexOf(`UID:${id}`);
  if (at < 0) return "";
  const from = text.lastIndexOf("BEGIN:VEVENT", at);
  const to = text.indexOf("END:VEVENT", at);
  return text.slice(Math.max(0, from), to < 0 ? at + 500 : to);
}
