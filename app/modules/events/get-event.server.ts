import { and, eq, getTableColumns, gt, gte, isNotNull, isNull, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import {
  eventOccurrences,
  events,
  type ImageFocus,
  savedOccurrences,
  users,
} from "../../../db/schema";
import { fitsColumns, isBadRow } from "../../../db/schema/bad-rows";
import { type Locale, localized } from "../../i18n/locale";
import type { InstantRange } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import { takesPlace } from "../../lib/event/schedule";
import { type Actor, can } from "../../lib/permissions";
import { isUuid } from "../../lib/runtime/ids";
import { type EventListRow, type EventRow, LIST_COLUMNS } from "./event-columns.server";

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

export type OccurrenceRow = typeof eventOccurrences.$inferSelect;

const COLUMNS = Object.entries(getTableColumns(eventOccurrences));
const AS_JSON = sql.raw(`json_array(${COLUMNS.map(([, { name }]) => `found.${name}`).join(", ")})`);

/** Occurrences of a series that may have begun before a range and last into it. */
const LASTING = 2;

/**
 * A statement that reads the first occurrences of each series that touch a range: a row for each
 * series, which `readOccurrences` reads. @param ids of events with a schedule @param each
 * occurrences of an event at most, besides those that last into the range @param firsts starts of the
 * first one of each event, where they are known: then nothing before them is read
 */
export const selectOccurrences = (
  db: Database,
  ids: readonly string[],
  { from, to }: InstantRange,
  each: number,
  firsts?: readonly number[],
) => {
  const wanted = JSON.stringify(firsts ? ids.map((id, at) => [id, firsts[at]]) : ids);
  const datesOf = sql`SELECT * FROM event_occurrences AS one WHERE one.event_id = wanted.value`;
  const lasting = sql`${datesOf} AND one.starts_at < ${from} ORDER BY one.starts_at DESC LIMIT ${LASTING}`;
  const begun = sql`${datesOf} AND one.starts_at >= ${from} AND one.starts_at < ${to} ORDER BY one.starts_at LIMIT ${each}`;
  // Not ordered together: that would read every date of the range.
  const dates = firsts
    ? sql`SELECT * FROM event_occurrences AS one WHERE one.event_id = wanted.value ->> 0 AND one.starts_at >= wanted.value ->> 1 AND one.starts_at < ${to} AND one.ends_at > ${from} ORDER BY one.starts_at LIMIT ${each}`
    : sql`SELECT * FROM (${lasting}) WHERE ends_at > ${from} UNION ALL SELECT * FROM (${begun})`;
  const found = sql`SELECT ${AS_JSON} AS row FROM (${dates}) AS found`;
  return db
    .select({
      occurrences:
        sql<string>`(SELECT json_group_array(json(of_event.row)) FROM (${found}) AS of_event)`.as(
          "occurrences",
        ),
    })
    .from(sql`json_each(${wanted}) AS wanted`);
};

const NAMES = COLUMNS.map(([name]) => name);
const BOOLEANS = COLUMNS.flatMap(([name, { dataType }]) => (dataType === "boolean" ? [name] : []));
const CHECKED = COLUMNS.filter(([, column]) => column.dataType !== "boolean");

/** The occurrences of an answer to `selectOccurrences`, those of a series in order of their start. */
export const readOccurrences = (answer: readonly { occurrences: string }[]): OccurrenceRow[] =>
  answer.flatMap(({ occurrences }) =>
    (JSON.parse(occurrences) as unknown[][])
      .map(occurrenceOf)
      .filter((row) => fitsColumns(row, CHECKED, String(row.eventId)))
      .map((row) => row as OccurrenceRow)
      .sort((a, b) => a.startsAt - b.startsAt),
  );

/** A calendar reads hundreds: objects between the values and the row take most of its time. */
function occurrenceOf(values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = 0;
  for (const name of NAMES) row[name] = values[at++];
  for (const name of BOOLEANS) row[name] = row[name] === 1;
  return row;
}

/** Occurrences that a page shows at once. */
export const OCCURRENCES_SHOWN = 60;

const ofEvent = (eventId: string) => eq(eventOccurrences.eventId, eventId);
const isChosen = (eventId: string, at: string) =>
  and(ofEvent(eventId), eq(eventOccurrences.originalStart, at));

/** Dates for an event's page: those to come, those from the chosen one on, and the saved ones. */
export interface PageOccurrences {
  toCome: OccurrenceRow[];
  /** Empty for an unknown one. */
  fromChosen: OccurrenceRow[];
  /** Original starts that the reader has saved. */
  saved: ReadonlySet<string>;
}

/** Whose page it is, and the date that its address names. */
export interface PageVisit {
  at: string | null;
  userId: string | null;
}

/**
 * The statements of `PageOccurrences`. One row more than shown says that there are more. @param now
 * UTC epoch ms
 */
function pageOccurrenceStatements(
  db: Database,
  eventId: string,
  { at, userId }: PageVisit,
  now: number,
) {
  const chosenStart = sql`(SELECT starts_at FROM event_occurrences WHERE event_id = ${eventId} AND original_start = ${at ?? ""})`;
  const inOrder = (condition: ReturnType<typeof gt>) =>
    db
      .select()
      .from(eventOccurrences)
      .where(and(ofEvent(eventId), condition))
      .orderBy(eventOccurrences.startsAt)
      .limit(OCCURRENCES_SHOWN + 1);
  return [
    inOrder(gt(eventOccurrences.endsAt, now)),
    inOrder(gte(eventOccurrences.startsAt, chosenStart)),
    db
      .select({ originalStart: savedOccurrences.originalStart })
      .from(savedOccurrences)
      .where(and(eq(savedOccurrences.userId, userId ?? ""), eq(savedOccurrences.eventId, eventId))),
  ] as const;
}

/** One occurrence. @param at original start. @throws AppError("not-found") */
export async function getOccurrence(
  db: Database,
  eventId: string,
  at: string,
): Promise<OccurrenceRow> {
  const found = await db.select().from(eventOccurrences).where(isChosen(eventId, at)).get();
  if (!found) throw new AppError("not-found");
  return found;
}

/** A page of occurrences in order of their starts. @param range UTC epoch ms; `to` is exclusive */
export function listOccurrences(
  db: Database,
  eventId: string,
  {
    from,
    to,
    after,
    limit,
  }: {
    from: number;
    to: number | null;
    after: [startsAt: number, originalStart: string] | null;
    limit: number;
  },
): Promise<OccurrenceRow[]> {
  const { startsAt, endsAt, originalStart } = eventOccurrences;
  const isAfter =
    after &&
    and(
      gte(startsAt, after[0]),
      sql`(${startsAt} > ${after[0]} OR (${startsAt} = ${after[0]} AND ${originalStart} > ${after[1]}))`,
    );
  return db
    .select()
    .from(eventOccurrences)
    .where(
      and(
        ofEvent(eventId),
        gt(endsAt, from),
        to === null ? undefined : lt(startsAt, to),
        isAfter ?? undefined,
      ),
    )
    .orderBy(startsAt, originalStart)
    .limit(limit);
}

type AtOccurrence = Pick<
  EventRow,
  | "startsAt"
  | "endsAt"
  | "localDay"
  | "price"
  | "ticketUrl"
  | "previousStartsAt"
  | "lifecycle"
  | "soldOut"
>;

/** An event as it is on one of its dates: time, price, link and state of that date. */
export function atOccurrence<
  Row extends Partial<AtOccurrence> & Pick<AtOccurrence, "lifecycle" | "price" | "ticketUrl">,
>(
  event: Row,
  { startsAt, endsAt, localDay, price, ticketUrl, previousStartsAt, status }: OccurrenceRow,
): Row {
  const isOff =
    event.lifecycle === "scheduled" && (status === "cancelled" || status === "postponed");
  return {
    ...event,
    startsAt,
    endsAt,
    localDay,
    previousStartsAt,
    price: price ?? event.price,
    ticketUrl: ticketUrl ?? event.ticketUrl,
    lifecycle: isOff ? status : event.lifecycle,
    soldOut: event.soldOut === true || status === "sold-out",
  };
}

/**
 * The occurrence whose facts the event's page shows: the chosen one, or the next. Null for an event
 * of one date.
 */
export function shownOccurrence(
  event: Pick<EventRow, "schedule" | "startsAt">,
  { toCome, fromChosen }: PageOccurrences,
  at: string | null,
): OccurrenceRow | null {
  if (!event.schedule) return null;
  const chosen =
    at === null ? undefined : fromChosen.find(({ originalStart }) => originalStart === at);
  return chosen ?? toCome.find((one) => one.startsAt === event.startsAt && takesPlace(one)) ?? null;
}

/** The note of a date in the reader's language, else in the other one; empty without one. */
export const noteOf = ({ noteEn, noteFa }: OccurrenceRow, locale: Locale): string =>
  localized({ en: noteEn ?? noteFa ?? "", fa: noteFa }, locale).trim();
