import { and, desc, eq, sql } from "drizzle-orm";
import { eventFacets, facetCounts, hostAnnouncements, hostClaims } from "../../../db/schema";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { foreignCursor } from "../../lib/http/cursor";
import { eachOnce, LIST_COLUMNS, readEvents, selectEvents } from "../events/event-columns.server";
import { placesOf } from "../events/list/facet-walks.server";
import type { Filters } from "../events/list/list-filters.server";
import { cursorBehind, decodePlace } from "../events/list/paginate-events.server";

/** An announcement stays on the page so long, ms. */
const ANNOUNCED = 30 * DAY;
/** Past events are counted up to this many. */
export const MAX_COUNTED_PAST = 500;

const filtersOf = (host: string, past: boolean): Filters => ({
  host,
  cityId: null,
  near: null,
  bounds: null,
  categories: [],
  traits: [],
  tag: null,
  free: false,
  past,
  any: false,
  range: {},
  words: null,
});

interface HostEventsQuery {
  past?: boolean;
  limit: number;
  cursor?: string | null;
}

/**
 * A page of a host's events: the next ones, or past ones, latest first. One walk of the facets'
 * index.
 * @param facet `hostFacet` of the host @throws AppError("bad-request") for a cursor that is not
 * ours
 */
export async function listHostEvents(
  { db, clock }: Pick<Deps, "db" | "clock">,
  facet: string,
  { past = false, limit, cursor = null }: HostEventsQuery,
) {
  const after = cursor === null ? null : decodePlace(cursor, "date");
  if (after && !("id" in after)) throw foreignCursor();
  const places = placesOf(filtersOf(facet, past), clock.now(), limit + 1, { after });
  const found = readEvents(LIST_COLUMNS, await selectEvents(db, LIST_COLUMNS, places, "found"));
  const sign = past ? -1 : 1;
  const sorted = found.sort((a, b) => sign * (a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1)));
  const events = eachOnce(sorted.slice(0, limit));
  const before = after?.before ?? 0;
  const cursorAfter = (count: number) => {
    const row = events[count - 1];
    return row ? cursorBehind(row, before + count) : cursor;
  };
  return {
    events,
    nextCursor: sorted.length > limit ? cursorAfter(limit) : null,
    cursorAfter,
  };
}

interface HostCounts {
  upcoming: number;
  past: number;
  isVerified: boolean;
  /** The latest message to its followers, of the last 30 days; null without one. */
  announcement: { textEn: string | null; textFa: string | null; sentAt: number | null } | null;
}

/** Whether a host has a page: it has a public event, or staff have written about it. */
export const hasPage = (
  { version }: { version: number },
  { upcoming, past }: Pick<HostCounts, "upcoming" | "past">,
): boolean => upcoming + past > 0 || version > 1;

/**
 * How many events a host has, upcoming ones by the facet's counter, past ones up to
 * `MAX_COUNTED_PAST`, and whether its own people look after its page.
 */
export async function countHostEvents(
  { db, clock }: Pick<Deps, "db" | "clock">,
  facet: string,
): Promise<HostCounts> {
  const ended = db
    .select({ id: eventFacets.eventId })
    .from(eventFacets)
    .where(
      and(eq(eventFacets.facet, facet), eq(eventFacets.isOver, true), eq(eventFacets.isNext, true)),
    )
    .limit(MAX_COUNTED_PAST + 1);
  const id = facet.slice(facet.indexOf(":") + 1);
  const [[counted], [past], verified, [announcement]] = await db.batch([
    db
      .select({ upcoming: facetCounts.upcoming })
      .from(facetCounts)
      .where(eq(facetCounts.facet, facet)),
    db.select({ count: sql<number>`count(*)` }).from(ended.as("ended")),
    // Written out, so that the partial index is taken.
    db
      .select({ id: hostClaims.id })
      .from(hostClaims)
      .where(sql`host_id = ${id} AND status = 'approved'`)
      .limit(1),
    db
      .select({
        textEn: hostAnnouncements.textEn,
        textFa: hostAnnouncements.textFa,
        sentAt: hostAnnouncements.sentAt,
      })
      .from(hostAnnouncements)
      .where(
        sql`host_id = ${id} AND status = 'approved' AND created_at > ${clock.now() - ANNOUNCED}`,
      )
      .orderBy(desc(hostAnnouncements.createdAt))
      .limit(1),
  ]);
  return {
    upcoming: counted?.upcoming ?? 0,
    past: past?.count ?? 0,
    isVerified: verified.length > 0,
    announcement: announcement ?? null,
  };
}
