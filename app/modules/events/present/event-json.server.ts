import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { events, users } from "../../../../db/schema";
import { toIsoWithOffset } from "../../../lib/dates/dates.server";
import {
  columnNames,
  EVENT_FIELDS,
  type FieldColumnName,
  type NameOfType,
  type OwnFieldName,
  PUBLIC_FIELD_NAMES,
  type PublicFieldName,
} from "../../../lib/event/event-fields";
import { paths } from "../../../lib/paths";
import type { City } from "../../cities/queries.server";
import { shownPicture } from "../../media/media-files";
import { type RowOf, SCHEDULE_HEAD } from "../event-columns.server";
import type { EventJson } from "../schema";
import { drawnCover } from "./present-event.server";

const FIELD_COLUMNS = Object.fromEntries(
  columnNames(PUBLIC_FIELD_NAMES).map((name) => [name, events[name]]),
) as Pick<typeof events, Exclude<FieldColumnName, OwnFieldName>>;

/** Columns that `eventJson` reads; lists fetch no others, since each costs time per row. */
export const EVENT_JSON_COLUMNS = {
  id: events.id,
  cityId: events.cityId,
  ...FIELD_COLUMNS,
  publicOnlineUrl: events.publicOnlineUrl,
  timeZone: events.timeZone,
  status: events.status,
  lifecycle: events.lifecycle,
  isFeatured: events.isFeatured,
  isActive: events.isActive,
  viewCount: events.viewCount,
  interactionCount: events.interactionCount,
  creatorId: events.creatorId,
  createdAt: events.createdAt,
  updatedAt: events.updatedAt,
};

/** The same for lists, which may have many series. */
export const LISTED_JSON_COLUMNS = { ...EVENT_JSON_COLUMNS, schedule: SCHEDULE_HEAD };

export type EventJsonRow = Pick<typeof events.$inferSelect, keyof typeof EVENT_JSON_COLUMNS>;
export type ListedJsonRow = RowOf<typeof LISTED_JSON_COLUMNS>;

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
    createdAt: new Date(event.createdAt).toISOString(),
    updatedAt: new Date(event.updatedAt).toISOString(),
  };
}
