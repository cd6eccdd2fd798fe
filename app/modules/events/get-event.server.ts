import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { events, type ImageFocus, users } from "../../../db/schema";
import { isBadRow } from "../../../db/schema/bad-rows";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { type Actor, can } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import {
  type PageOccurrences,
  type PageVisit,
  pageOccurrenceStatements,
} from "./event-occurrences.server";
import { type EventListRow, type EventRow, LIST_COLUMNS } from "./list/list-events.server";

/** An event that everyone may see, and that can be shown. @throws AppError("not-found") */
export async function getListedEvent({ db }: Pick<Deps, "db">, id: string): Promise<EventRow> {
  if (!isUuid(id)) throw new AppError("not-found");
  const event = await db
    .select()
    .from(events)
    .where(and(eq(events.id, id), eq(events.isListed, true), isNull(events.deletedAt)))
    .get();
  if (!event || isBadRow(event)) throw new AppError("not-found");
  return event;
}

/**
 * An event visible to the viewer: a public one, or their own in any state; staff see all.
 * @param isHost whether the viewer is one of its hosts, asked of events that are not public
 * @throws AppError("not-found")
 */
export async function getVisibleEvent(
  { db }: Pick<Deps, "db">,
  viewer: Actor | null,
  id: string,
  isHost: () => boolean | Promise<boolean>,
): Promise<EventRow> {
  if (!isUuid(id)) throw new AppError("not-found");
  const event = await db
    .select()
    .from(events)
    .where(and(eq(events.id, id), isNull(events.deletedAt)))
    .get();
  if (!event) throw new AppError("not-found");
  const isOwn =
    viewer !== null && (event.creatorId === viewer.id || can(viewer, "event:manage-all"));
  if (isBadRow(event) && !isOwn) throw new AppError("not-found");
  if (!event.isListed && !isOwn && !(await isHost())) throw new AppError("not-found");
  return event;
}

/** Summary of a venue's or organizer's page for an event's page. */
interface EventHost {
  slug: string;
  imageUrl: string | null;
  imageFocus: ImageFocus;
}

/** The pages of an event's venue and organizer; null without one. */
export interface EventHosts {
  venue: EventHost | null;
  organizer: EventHost | null;
}
const EVENT_HOST = sql.raw(
  "json_object('slug', slug, 'imageUrl', image_url, 'imageFocus', image_focus)",
);
const readHost = (text: string) => JSON.parse(text) as EventHost;
const NO_HOSTS: EventHosts = { venue: null, organizer: null };

/** Events of each kind. */
const RELATED = 4;
/** Events scanned per shown one: some are cancelled, or listed at the venue already. */
const SPARE = 3;
/** Events to come of a creator that are searched for the same organizer's. */
const HOSTED = 40;

/**
 * Other upcoming events at the venue and of the organizer, and similar events of the same leading
 * category, those of the city first. Each event once. `profile` is the creator's id if their
 * profile is public; `hosts` are the slugs of venue and organizer; `dates` are the event's own,
 * read in the same round trip.
 */
export async function relatedEvents(
  { db, clock }: Pick<Deps, "db" | "clock">,
  event: EventRow,
  visit: PageVisit = { at: null, userId: null },
): Promise<{
  similar: EventListRow[];
  atVenue: EventListRow[];
  ofOrganizer: EventListRow[];
  profile: string | null;
  hosts: EventHosts;
  dates: PageOccurrences;
}> {
  const limit = RELATED;
  const now = clock.now();
  const [category = ""] = event.categories;
  const looked = limit * SPARE;
  const walk = (facet: string) =>
    sql`SELECT * FROM (SELECT event_id, starts_at FROM event_facets WHERE facet = ${facet} AND is_over = 0 AND is_next = 1 AND ends_at > ${now} AND event_id <> ${event.id} ORDER BY starts_at LIMIT ${looked})`;
  const ids = sql`SELECT event_id, min(place) AS place, starts_at FROM (
    SELECT event_id, starts_at, 0 AS place FROM (${walk(`city:${event.cityId}|category:${category}`)})
    UNION ALL SELECT event_id, starts_at, 1 FROM (${walk(`category:${category}`)})
  ) GROUP BY event_id ORDER BY place, starts_at LIMIT ${looked}`;
  const similar = db
    .select(LIST_COLUMNS)
    .from(sql`(${ids}) AS found`)
    .crossJoin(events)
    .where(sql`${events.id} = found.event_id`)
    .orderBy(sql`found.place, found.starts_at`);
  const atVenue = db
    .select(LIST_COLUMNS)
    .from(events)
    .where(
      and(
        eq(events.venueId, event.venueId ?? ""),
        eq(events.isListed, true),
        eq(events.isOver, false),
        // The plus keeps the planner from walking everything to come by its end instead of this
        // venue's few.
        sql`+${events.endsAt} > ${now}`,
        ne(events.lifecycle, "cancelled"),
        ne(events.id, event.id),
      ),
    )
    .orderBy(events.startsAt)
    .limit(limit);
  const organizer = event.organizerEn ?? event.organizerFa ?? "";
  // Staff enter events of many organizers, so the name must be the same too.
  const hosted = sql`SELECT id FROM (
    SELECT id, coalesce(organizer_en, organizer_fa) AS organizer, is_listed, is_over, ends_at, lifecycle FROM events
    WHERE creator_id = ${event.creatorId ?? ""} AND status = 'approved' AND starts_at > ${now - DAY} ORDER BY starts_at LIMIT ${HOSTED}
  ) WHERE organizer = ${organizer} AND is_listed = 1 AND is_over = 0 AND ends_at > ${now} AND lifecycle <> 'cancelled' AND id <> ${event.id} LIMIT ${limit}`;
  const ofOrganizer = db
    .select(LIST_COLUMNS)
    .from(sql`(${hosted}) AS found`)
    .crossJoin(events)
    .where(sql`${events.id} = found.id`)
    .orderBy(events.startsAt);
  const profile = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, event.creatorId ?? ""),
        eq(users.isActive, true),
        isNotNull(users.emailVerifiedAt),
      ),
    );
  const hosts = db
    .select({
      venue:
        sql<EventHost | null>`(SELECT ${EVENT_HOST} FROM venues WHERE id = ${event.venueId} AND status = 'listed' AND city_id = ${event.cityId})`.mapWith(
          readHost,
        ),
      organizer:
        sql<EventHost | null>`(SELECT ${EVENT_HOST} FROM organizers WHERE id = ${event.organizerId} AND status = 'listed')`.mapWith(
          readHost,
        ),
    })
    .from(sql`(SELECT 1)`);
  const [toCome, fromChosen, saved] = pageOccurrenceStatements(db, event.id, visit, now);
  const [likes, there, theirs, [host], [slugs], ...found] = await db.batch([
    similar,
    atVenue,
    ofOrganizer,
    profile,
    hosts,
    toCome,
    fromChosen,
    saved,
  ]);
  const dates = {
    toCome: found[0],
    fromChosen: found[1],
    saved: new Set(found[2].map(({ originalStart }) => originalStart)),
  };
  const shown = new Set([...there, ...theirs].map(({ id }) => id));
  const hostedElsewhere = theirs.filter(({ id }) => !there.some((one) => one.id === id));
  const others = likes.filter(({ id, lifecycle }) => !shown.has(id) && lifecycle !== "cancelled");
  return {
    similar: others.slice(0, limit) as EventListRow[],
    atVenue: there as EventListRow[],
    ofOrganizer: hostedElsewhere as EventListRow[],
    profile: host?.id ?? null,
    hosts: slugs ?? NO_HOSTS,
    dates,
  };
}
