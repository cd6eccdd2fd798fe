import { and, eq, isNull, sql } from "drizzle-orm";
import { collectionEvents, collections, eventDrafts, events } from "../../../db/schema";
import { USUAL_ZONE } from "../../lib/dates/dates.server";
import { addDays, type DayRange } from "../../lib/dates/days";
import { instantOf } from "../../lib/dates/written-times.server";
import type { Deps } from "../../lib/deps";
import { type Actor, assertCan } from "../../lib/permissions";
import { type City, citiesById } from "../cities/queries.server";
import { eventDays, type TimedEvent } from "../events/event-times.server";
import { type EventListRow, LIST_COLUMNS } from "../events/list-events.server";
import type { PlacedSpan } from "./place-events";

/** Limit of events per month in the calendar; lists show the rest. */
const SHOWN = 500;

/** Why an event is in the calendar; `draft` and `pending` are the user's own and not public yet. */
export type CalendarMark = "draft" | "pending" | "own" | "saved";

export interface CalendarEvent
  extends PlacedSpan,
    TimedEvent,
    Pick<EventListRow, "titleEn" | "titleFa" | "venueEn" | "venueFa" | "lifecycle"> {
  city: City | undefined;
  category: string | undefined;
  mark: CalendarMark;
  /** Whether its page is public. */
  isListed: boolean;
}

const COLUMNS = { ...LIST_COLUMNS, status: events.status, isListed: events.isListed };
type Row = Omit<EventListRow, "localDay"> & { status: string; isListed: boolean };

/**
 * The user's saved and own events in a range, dated drafts included: one round trip. Events fall on the reader's days;
 * all-day events keep their dates.
 * @param readerZone null when unknown: then days are those of each event's own zone
 */
export async function findOwnCalendar(
  { db, memo }: Pick<Deps, "db" | "memo">,
  actor: Actor | null,
  range: DayRange,
  readerZone: string | null,
): Promise<CalendarEvent[]> {
  assertCan(actor, "collection:manage");
  // Days are those of some zone, and no zone is further than a day from UTC.
  const from = Date.parse(`${addDays(range.first, -1)}T00:00:00Z`);
  const to = Date.parse(`${addDays(range.last, 2)}T00:00:00Z`);
  // The plus keeps the planner from walking all the events of these days instead of this person's few.
  const isThen = and(sql`+${events.startsAt} < ${to}`, sql`+${events.endsAt} >= ${from}`);
  const [saved, own, drafts] = await db.batch([
    db
      .selectDistinct(COLUMNS)
      .from(collections)
      .innerJoin(collectionEvents, eq(collectionEvents.collectionId, collections.id))
      .innerJoin(events, eq(events.id, collectionEvents.eventId))
      .where(and(eq(collections.ownerId, actor.id), eq(events.isListed, true), isThen))
      .limit(SHOWN),
    db
      .select(COLUMNS)
      .from(events)
      .where(and(eq(events.creatorId, actor.id), isNull(events.deletedAt), sql`+${events.status} <> 'rejected'`, isThen))
      .limit(SHOWN),
    db
      .select({ id: eventDrafts.id, titleEn: eventDrafts.titleEn, values: eventDrafts.values })
      .from(eventDrafts)
      .where(eq(eventDrafts.creatorId, actor.id))
      .limit(SHOWN),
  ]);
  const cities = await citiesById({ db, memo });
  const bySlug = new Map([...cities.values()].map((city) => [city.slug, city]));
  const found = new Map<string, CalendarEvent>();
  const daysOf = (times: TimedEvent) => eventDays(times.allDay || readerZone === null ? times : { ...times, timeZone: readerZone });
  const take = (row: Row, mark: CalendarMark) => {
    const { first, last } = daysOf(row);
    if (first > range.last || last < range.first) return;
    found.set(row.id, { ...row, first, last, city: cities.get(row.cityId), category: row.categories[0], mark });
  };
  for (const row of saved) take(row as Row, "saved");
  for (const row of own as Row[]) take(row, row.status === "approved" ? "own" : row.status === "draft" ? "draft" : "pending");
  for (const { id, titleEn, values } of drafts) {
    const city = bySlug.get(values.city ?? "");
    const timeZone = city?.timeZone ?? readerZone ?? USUAL_ZONE;
    const startsAt = values.startsAt === null ? null : instantOf(values.startsAt, timeZone);
    if (startsAt === null) continue;
    const endsAt = Math.max(startsAt, (values.endsAt === null ? null : instantOf(values.endsAt, timeZone)) ?? startsAt);
    const times = { startsAt, endsAt, timeZone, allDay: values.allDay };
    const { first, last } = daysOf(times);
    if (first > range.last || last < range.first) continue;
    found.set(id, {
      ...times,
      id,
      first,
      last,
      city,
      titleEn,
      titleFa: values.title.fa,
      venueEn: values.venue.en ?? "",
      venueFa: values.venue.fa,
      category: values.categories[0],
      lifecycle: "scheduled",
      mark: "draft",
      isListed: false,
    });
  }
  return [...found.values()].sort((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1));
}
