import type { Column, GetColumnData } from "drizzle-orm";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { eventOccurrences, events } from "../../../db/schema";
import { fitsColumns, isChecked } from "../../../db/schema/bad-rows";
import { DAY } from "../../lib/dates/durations";
import {
  columnNames,
  type FieldColumnName,
  type OwnFieldName,
  PUBLIC_FIELD_NAMES,
} from "../../lib/event/field-groups";
import { type OccurrenceStatus, type Schedule, takesPlace } from "../../lib/event/schedule";

export type EventRow = typeof events.$inferSelect;

declare const once: unique symbol;
/**
 * The id of an event in a list that has each event once. Rows of a list by day have plain strings,
 * since an event of several days is in several of them.
 */
export type EventId = string & { readonly [once]: true };
/** A row of a list that has each event once. */
export type Once<Row> = Row & { id: EventId };

/** The rows with each event once, the first of each. */
export function eachOnce<Row extends { id: string }>(rows: readonly Row[]): Once<Row>[] {
  const first = new Map<string, Row>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  return [...first.values()] as Once<Row>[];
}

/** Event columns that lists read; each column costs time per row. */
export const LIST_COLUMNS = {
  id: events.id,
  cityId: events.cityId,
  titleEn: events.titleEn,
  titleFa: events.titleFa,
  venueEn: events.venueEn,
  venueFa: events.venueFa,
  latitude: events.latitude,
  longitude: events.longitude,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  timeZone: events.timeZone,
  localDay: events.localDay,
  allDay: events.allDay,
  price: events.price,
  currency: events.currency,
  imageUrl: events.imageUrl,
  imageFocus: events.imageFocus,
  categories: events.categories,
  tags: events.tags,
  lifecycle: events.lifecycle,
  attendance: events.attendance,
  soldOut: events.soldOut,
  saveCount: events.saveCount,
  occurrenceCount: events.occurrenceCount,
  runsUntil: events.runsUntil,
  schedule: events.schedule,
};

/** One of the times at which an event of several dates takes place on a day. UTC epoch ms. */
export interface DayTime {
  originalStart: string;
  startsAt: number;
  endsAt: number;
  status: OccurrenceStatus;
}

/** An event in a list. Start, end and day are those of the listed day. */
export type EventListRow = Pick<EventRow, keyof typeof LIST_COLUMNS> & {
  /**
   * All times of the listed day, cancelled ones included; undefined for an event without a
   * schedule.
   */
  times?: DayTime[];
};

/** A value computed from the row `e` of an event: SQL that gives JSON. */
interface Computed<Value> {
  json: string;
  /** What the value is of: a row whose own one does not fit is left out. */
  column: Column;
  value?: Value;
}

/**
 * Summary of a schedule for the API's lists: with all its dates it is larger than the rest of the
 * event. Null for a single date.
 */
export const SCHEDULE_HEAD: Computed<Pick<Schedule, "kind" | "allDay"> | null> = {
  json: "CASE WHEN json_valid(e.schedule) THEN json_object('kind', e.schedule ->> 'kind', 'allDay', json(e.schedule -> 'allDay')) ELSE json_quote(e.schedule) END",
  column: events.schedule,
};

/**
 * The place of an event in a list, which needs nothing of the event itself: its start is null where
 * that is the event's own.
 */
export const EVENT_PLACES = { id: events.id, startsAt: events.startsAt };

/** Columns of `events` by the names that rows shall have. */
export type EventColumns = { id: typeof events.id; startsAt: typeof events.startsAt } & Record<
  string,
  Column | Computed<unknown>
>;
type ValueOf<Source> = Source extends Column
  ? GetColumnData<Source>
  : Source extends Computed<infer Value>
    ? Value
    : never;
export type RowOf<Columns extends EventColumns> = {
  [Name in keyof Columns]: ValueOf<Columns[Name]>;
} & {
  id: string;
  startsAt: number;
} & Pick<EventListRow, "times">;

/**
 * The day of a series that a row shows: the next one, or that of the columns `startsAt` and `day`
 * of the places found, which are null for the next one. Start: the same with its first time alone.
 * None: rows have the start of the next one, without its times.
 */
type ShownDay = "next" | "found" | "start" | "none";

/** D1 takes 32 arguments of a function at most. */
const ARGUMENTS = 30;

interface Recipe {
  text: SQL;
  names: string[];
  booleans: string[];
  columns: [string, Column][];
}

function recipeOf(columns: EventColumns): Recipe {
  const entries = Object.entries(columns);
  const values = entries.map(([, source]) => {
    if ("json" in source) return `json(${source.json})`;
    return source.dataType === "json"
      ? `CASE WHEN json_valid(e.${source.name}) THEN json(e.${source.name}) ELSE e.${source.name} END`
      : `e.${source.name}`;
  });
  const parts = Array.from({ length: Math.ceil(values.length / ARGUMENTS) }, (_, part) =>
    values.slice(part * ARGUMENTS, (part + 1) * ARGUMENTS),
  );
  return {
    text: sql.raw(parts.map((part) => `json_array(${part.join(", ")})`).join(", ")),
    names: entries.map(([name]) => name),
    booleans: entries
      .filter(([, source]) => "dataType" in source && source.dataType === "boolean")
      .map(([name]) => name),
    columns: entries.flatMap(([name, source]): [string, Column][] => {
      const column = "json" in source ? source.column : source;
      return column.dataType !== "boolean" && isChecked(column) ? [[name, column]] : [];
    }),
  };
}

/** SQL: the start from which the times of the shown day are read. */
const firstStart = (shown: ShownDay): SQL =>
  shown === "found" || shown === "start"
    ? sql`coalesce(found.startsAt, e.starts_at)`
    : sql`e.starts_at`;

/** SQL: the shown day, in the event's zone. */
const dayShown = (shown: ShownDay): SQL =>
  shown === "found" ? sql`coalesce(found.day, e.local_day)` : sql`e.local_day`;

/**
 * SQL: JSON of the times of the shown day, `[originalStart, startsAt, endsAt, status, day]` each;
 * null for an event without a schedule.
 */
const timesOf = (shown: ShownDay) =>
  shown === "none"
    ? sql`NULL`
    : sql`CASE WHEN e.schedule IS NULL THEN NULL ELSE (SELECT json_group_array(json_array(o.original_start, o.starts_at, o.ends_at, o.status, o.local_day)) FROM event_occurrences o
    WHERE o.event_id = e.id AND ${
      shown === "start"
        ? sql`o.starts_at = ${firstStart(shown)}`
        : sql`o.starts_at > ${firstStart(shown)} - ${DAY} AND o.starts_at < ${firstStart(shown)} + ${DAY} AND o.local_day = ${dayShown(shown)}`
    }) END`;

/**
 * A statement that reads the events of `found` (with a column `id`), in no order. Each comes as one
 * JSON text, since taking rows apart column by column costs more than finding them; `readEvents`
 * reads them.
 */
export function selectEvents(
  db: Database,
  columns: EventColumns,
  found: SQL,
  shown: ShownDay = "next",
) {
  if (columns === EVENT_PLACES)
    return db
      .select({ event: sql<string>`json_array(NULL, json_array(id, startsAt))`.as("event") })
      .from(sql`${found} AS found`);
  return db
    .select({
      event: sql<string>`json_array(${timesOf(shown)}, ${recipeOf(columns).text})`.as("event"),
    })
    .from(sql`${found} AS found CROSS JOIN events e`)
    .where(sql`e.id = found.id`);
}

type WrittenTime = [
  originalStart: string,
  startsAt: number,
  endsAt: number,
  status: OccurrenceStatus,
  localDay: string,
];

const TIME_COLUMNS: [string, Column][] = [
  ["startsAt", eventOccurrences.startsAt],
  ["endsAt", eventOccurrences.endsAt],
  ["status", eventOccurrences.status],
];

/** Puts the listed day of a series into its row. */
function putDay(row: Record<string, unknown>, written: string | WrittenTime[]): void {
  const listed = typeof written === "string" ? (JSON.parse(written) as WrittenTime[]) : written;
  const times = listed
    .map(([originalStart, startsAt, endsAt, status]) => ({
      originalStart,
      startsAt,
      endsAt,
      status,
    }))
    .filter((time) => fitsColumns(time, TIME_COLUMNS, String(row.id)))
    .sort((a, b) => a.startsAt - b.startsAt);
  const first = times.find(takesPlace);
  if (!first) return;
  row.times = times;
  row.startsAt = first.startsAt;
  if ("endsAt" in row) row.endsAt = first.endsAt;
  if ("localDay" in row) row.localDay = listed[0]?.[4];
}

/** The rows of an answer to `selectEvents`, without those that cannot be shown. */
export function readEvents<Columns extends EventColumns>(
  columns: Columns,
  answer: readonly { event: string }[],
): RowOf<Columns>[] {
  const { names, booleans, columns: checked } = recipeOf(columns);
  return answer.flatMap(({ event }) => {
    const [times, ...parts] = JSON.parse(event) as [string | WrittenTime[] | null, ...unknown[][]];
    const row: Record<string, unknown> = {};
    let index = 0;
    // Thirty columns of each row: putting them into an array of pairs first takes twice the time.
    for (const part of parts) for (const value of part) row[names[index++] ?? ""] = value;
    for (const name of booleans) row[name] = row[name] === 1;
    const isPlace = columns === EVENT_PLACES;
    if (!isPlace && !fitsColumns(row, checked, String(row.id))) return [];
    if (times) putDay(row, times);
    return [row as RowOf<Columns>];
  });
}

/** A date of a series: its start, UTC epoch ms, and local day. */
export interface ListedDate {
  startsAt: number;
  day: string;
}

const NEXT: ReadonlyMap<string, ListedDate> = new Map();

/**
 * Events by id, in the order of the ids; unknown ones are left out.
 * @param dates the dates that series show instead of their next ones, by id; null reads no times
 */
export async function eventsInOrder<Columns extends EventColumns>(
  db: Database,
  columns: Columns,
  ids: readonly string[],
  dates: ReadonlyMap<string, ListedDate> | null = NEXT,
): Promise<RowOf<Columns>[]> {
  if (ids.length === 0) return [];
  if (columns === EVENT_PLACES)
    return ids.map(
      (id) => ({ id, startsAt: dates?.get(id)?.startsAt ?? null }) as unknown as RowOf<Columns>,
    );
  const places = JSON.stringify(
    ids.map((id) => [id, dates?.get(id)?.startsAt ?? null, dates?.get(id)?.day ?? null]),
  );
  const wanted = sql`(SELECT value ->> 0 AS id, value ->> 1 AS startsAt, value ->> 2 AS day FROM json_each(${places}))`;
  const answer = await selectEvents(db, columns, wanted, dates ? "found" : "none");
  const rows = new Map<string, RowOf<Columns>>(
    readEvents(columns, answer).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}

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
  machineTranslated: events.machineTranslated,
  createdAt: events.createdAt,
  updatedAt: events.updatedAt,
};

/** The same for lists, which may have many series. */
export const LISTED_JSON_COLUMNS = { ...EVENT_JSON_COLUMNS, schedule: SCHEDULE_HEAD };

export type EventJsonRow = Pick<typeof events.$inferSelect, keyof typeof EVENT_JSON_COLUMNS>;
export type ListedJsonRow = RowOf<typeof LISTED_JSON_COLUMNS>;
