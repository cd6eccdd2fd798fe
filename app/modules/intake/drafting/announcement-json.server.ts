import * as v from "valibot";
import type { Locale } from "../../../i18n/locale";
import { translatorFor } from "../../../i18n/messages.server";
import { fromWallTime, toIsoWithOffset } from "../../../lib/dates/dates.server";
import { addDays } from "../../../lib/dates/days";
import { CATEGORY_NAMES } from "../../../lib/event/categories";
import { ATTENDANCES } from "../../../lib/event/event-fields";
import { FIELD_JSON } from "../../events/event-json-schema";
import type { AnnouncedEvent } from "../entries/read-announcement-text";
import { gradeOf, ISSUE_GRADES } from "../issue-table";
import { ANNOUNCEMENT_MAX } from "./read-announcement.server";

const Text = v.nullable(v.string());
const Amount = v.nullable(v.number());

/** Body of `POST /drafts/read`. */
export const AnnouncementTextInput = v.strictObject({
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(ANNOUNCEMENT_MAX)),
  city: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100))), null),
  postedAt: v.optional(
    v.nullable(v.pipe(v.string(), v.isoTimestamp("errors:issue.noSuchTime"))),
    null,
  ),
});

const AnnouncementFindingJson = v.pipe(
  v.object({
    field: v.string(),
    code: v.string(),
    grade: v.picklist(ISSUE_GRADES),
    message: v.string(),
    words: Text,
  }),
  v.metadata({ ref: "AnnouncementFinding" }),
);

const AnnouncedPriceJson = v.pipe(
  v.object({ free: v.nullable(v.boolean()), min: Amount, max: Amount, currency: Text }),
  v.metadata({ ref: "AnnouncedPrice" }),
);

/** An event as `POST /drafts/read` reads it from a text. */
export const AnnouncedEventJson = v.pipe(
  v.object({
    title: Text,
    description: v.string(),
    category: v.nullable(v.picklist(CATEGORY_NAMES)),
    startsAt: Text,
    endsAt: Text,
    allDay: v.boolean(),
    starts: v.array(v.string()),
    schedule: FIELD_JSON.schedule,
    city: Text,
    venue: Text,
    address: Text,
    attendance: v.picklist(ATTENDANCES),
    onlineUrl: Text,
    price: AnnouncedPriceJson,
    ticketUrl: Text,
    ageLimit: Amount,
    status: v.picklist(["scheduled", "cancelled", "postponed", "sold-out"]),
    findings: v.array(AnnouncementFindingJson),
    unusedWords: v.array(v.string()),
  }),
  v.metadata({ ref: "AnnouncedEvent" }),
);
export type AnnouncedEventJson = v.InferOutput<typeof AnnouncedEventJson>;

/** Answer of `POST /drafts/read`. */
export const AnnouncementJson = v.pipe(
  v.object({ events: v.array(AnnouncedEventJson) }),
  v.metadata({ ref: "Announcement" }),
);

/** An announced event as JSON. @param timeZone of its city; null leaves times without an offset */
export function announcedEventJson(
  event: AnnouncedEvent,
  timeZone: string | null,
  locale: Locale,
): AnnouncedEventJson {
  const t = translatorFor(locale);
  const { times, place, price, links } = event;
  const written = (day: string, time: string) =>
    timeZone === null
      ? `${day}T${time}`
      : toIsoWithOffset(fromWallTime(day, time, timeZone), timeZone);
  const starts = times.showings.map(({ day, start }) => written(day, start ?? "00:00"));
  const { lastDay, lastEnd, allDay } = times;
  const end =
    lastDay === null
      ? null
      : allDay
        ? written(addDays(lastDay, 1), "00:00")
        : lastEnd && written(lastDay, lastEnd);
  return {
    title: event.title,
    description: event.description,
    category: event.category,
    startsAt: starts[0] ?? null,
    endsAt: end,
    allDay,
    starts,
    schedule: times.schedule as AnnouncedEventJson["schedule"],
    city: place.city,
    venue: place.venue,
    address: place.address,
    attendance: place.attendance,
    onlineUrl: links.onlineUrl,
    price: { free: price.free, min: price.min, max: price.max, currency: price.currency },
    ticketUrl: links.ticketUrl,
    ageLimit: event.ageLimit,
    status: event.status === "private" || event.status === "tentative" ? "scheduled" : event.status,
    findings: event.findings.map(({ field, code, words }) => ({
      field,
      code,
      grade: gradeOf(code),
      message: t(`ingestion:finding.${code}`),
      words,
    })),
    unusedWords: event.findings.flatMap(({ code, words }) =>
      code === "unused-words" && words !== null ? [words] : [],
    ),
  };
}
