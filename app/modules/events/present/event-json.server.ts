import { inArray, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "../../../../db/client";
import { users } from "../../../../db/schema";
import { toIsoWithOffset } from "../../../lib/dates/dates.server";
import type { Deps } from "../../../lib/deps";
import { EVENT_FIELDS, type NameOfType } from "../../../lib/event/event-fields";
import { PUBLIC_FIELD_NAMES, type PublicFieldName } from "../../../lib/event/field-groups";
import { decodeCursor, encodeCursor } from "../../../lib/http/cursor";
import { paths } from "../../../lib/paths";
import type { City } from "../../cities/queries.server";
import { shownPicture } from "../../media/media-files";
import type { EventJsonRow, EventRow, ListedJsonRow } from "../event-columns.server";
import type { EventJson, OccurrenceJson } from "../event-json-schema";
import { listOccurrences, type OccurrenceRow } from "../get-event.server";
import { drawnCover } from "./present-event.server";

/**
 * The names of the creators of these events, by their id. Editorial events have none, so that most
 * lists ask nothing.
 */
export async function creatorNames(
  db: Database,
  rows: readonly Pick<EventJsonRow, "creatorId">[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ creatorId }) => creatorId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: users.id, displayName: users.displayName })
    .from(users)
    .where(inArray(users.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`));
  return new Map(found.map(({ id, displayName }) => [id, displayName]));
}

/** Fields whose JSON is their column. */
type PlainName = Exclude<PublicFieldName, NameOfType<"text" | "city" | "time">>;
/**
 * Plain fields with a place of their own in an answer, whose order never changes; the others follow
 * `currency`.
 */
const PLACED = [
  "latitude",
  "longitude",
  "allDay",
  "imageUrl",
  "imageFocus",
  "categories",
  "tags",
] as const satisfies PlainName[];
type UnplacedName = Exclude<PlainName, (typeof PLACED)[number]>;
const UNPLACED = PUBLIC_FIELD_NAMES.filter(
  (name): name is UnplacedName =>
    !["text", "city", "time"].includes(EVENT_FIELDS[name].type) &&
    !PLACED.some((placed) => placed === name),
);

function unplacedFields(event: ListedJsonRow): Pick<ListedJsonRow, UnplacedName> {
  const fields: Record<string, unknown> = {};
  for (const name of UNPLACED) fields[name] = event[name];
  return fields as Pick<ListedJsonRow, UnplacedName>;
}

/**
 * An event as the API gives it (decisions.md §12). `origin` makes the cover's address absolute.
 * @param names of creators, by id
 */
export function eventJson(
  event: EventJsonRow | ListedJsonRow,
  city: City | undefined,
  origin: string,
  names: ReadonlyMap<string, string> = new Map(),
): EventJson {
  return {
    id: event.id,
    url: `${origin}${paths.event(event.id)}`,
    title: { en: event.titleEn, fa: event.titleFa },
    description: { en: event.descriptionEn, fa: event.descriptionFa },
    venue: { en: event.venueEn, fa: event.venueFa },
    address: { en: event.addressEn, fa: event.addressFa },
    latitude: event.latitude,
    longitude: event.longitude,
    city: { slug: city?.slug ?? "", name: { en: city?.nameEn ?? "", fa: city?.nameFa ?? null } },
    startsAt: toIsoWithOffset(event.startsAt, event.timeZone),
    endsAt: toIsoWithOffset(event.endsAt, event.timeZone),
    timeZone: event.timeZone,
    allDay: event.allDay,
    ...unplacedFields(event),
    onlineUrl: event.publicOnlineUrl,
    imageFocus: event.imageFocus,
    imageUrl: shownPicture(event.imageUrl) ?? `${origin}${drawnCover(event)}`,
    categories: event.categories,
    tags: event.tags,
    organizer: { en: event.organizerEn, fa: event.organizerFa },
    status: event.status,
    lifecycle: event.lifecycle,
    isFeatured: event.isFeatured,
    isActive: event.isActive,
    viewCount: event.viewCount,
    interactionCount: event.interactionCount,
    creator:
      event.creatorId === null
        ? null
        : { id: event.creatorId, displayName: names.get(event.creatorId) ?? "" },
    machineTranslated: event.machineTranslated,
    createdAt: new Date(event.createdAt).toISOString(),
    updatedAt: new Date(event.updatedAt).toISOString(),
  };
}

/** Dates that an event's own JSON has. */
const NEXT = 30;

const occurrenceJson = (row: OccurrenceRow, timeZone: string): OccurrenceJson => ({
  at: row.originalStart,
  startsAt: toIsoWithOffset(row.startsAt, timeZone),
  endsAt: toIsoWithOffset(row.endsAt, timeZone),
  status: row.status,
  previousStartsAt:
    row.previousStartsAt === null ? null : toIsoWithOffset(row.previousStartsAt, timeZone),
  note: { en: row.noteEn, fa: row.noteFa },
  price: row.price,
  ticketUrl: row.ticketUrl,
});

type Reader = Pick<Deps, "db" | "clock">;
type Dated = Pick<EventRow, "id" | "timeZone">;

/** The next dates of an event; cancelled ones included. */
export async function nextOccurrences(
  { db, clock }: Reader,
  { id, timeZone }: Dated,
): Promise<OccurrenceJson[]> {
  const rows = await listOccurrences(db, id, {
    from: clock.now(),
    to: null,
    after: null,
    limit: NEXT,
  });
  return rows.map((row) => occurrenceJson(row, timeZone));
}

const Position = v.strictTuple([
  v.pipe(v.number(), v.safeInteger()),
  v.pipe(v.string(), v.maxLength(16)),
]);

/** Query of a page of dates: UTC epoch ms, `to` exclusive. */
interface OccurrenceQuery {
  from: number | null;
  to: number | null;
  cursor: string | null;
  limit: number;
}

/**
 * A page of an event's dates, by default of those to come. @throws AppError("bad-request") for a
 * cursor that is not ours
 */
export async function occurrencePage(
  { db, clock }: Reader,
  { id, timeZone }: Dated,
  { from, to, cursor, limit }: OccurrenceQuery,
) {
  const after = cursor === null ? null : decodeCursor(Position, cursor);
  const rows = await listOccurrences(db, id, {
    from: from ?? clock.now(),
    to,
    after,
    limit: limit + 1,
  });
  const items = rows.slice(0, limit).map((row) => occurrenceJson(row, timeZone));
  const last = rows[limit - 1];
  const nextCursor =
    rows.length > limit && last ? encodeCursor([last.startsAt, last.originalStart]) : null;
  return { items, nextCursor, hasMore: nextCursor !== null };
}
