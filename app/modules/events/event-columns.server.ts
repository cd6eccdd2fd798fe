import type { Column, GetColumnData } from "drizzle-orm";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { events } from "../../../db/schema";
import type { InstantRange } from "../../lib/dates/dates.server";
import { DAY } from "../../lib/dates/durations";
import { takesPlace } from "../schedule/expand-schedule.server";
import type { OccurrenceStatus } from "../schedule/schedule";

export type EventRow = typeof events.$inferSelect;

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
  lifecycle: events.lifecycle,
  saveCount: events.saveCount,
  occurrenceCount: events.occurrenceCount,
  runsUntil: events.runsUntil,
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
  /** All times of the listed day, cancelled ones included; undefined for an event without a schedule. */
  times?: DayTime[];
};

/** Columns of `events` by the names that rows shall have. */
export type EventColumns = { id: typeof events.id; startsAt: typeof events.startsAt } & Record<string, Column>;
export type RowOf<Columns extends EventColumns> = { [Name in keyof Columns]: GetColumnData<Columns[Name]> } & {
  id: string;
  startsAt: number;
} & Pick<EventListRow, "times">;

/**
 * The day of a series that a row shows: the next one, the first within a range, or that of the columns `startsAt` and `day` of the
 * places found.
 */
export type ShownDay = "next" | "found" | Partial<InstantRange>;

/** D1 takes 32 arguments of a function at most. */
const ARGUMENTS = 30;

interface Recipe {
  text: SQL;
  names: string[];
  booleans: string[];
}

const recipes = new WeakMap<EventColumns, Recipe>();

function recipeOf(columns: EventColumns): Recipe {
  let recipe = recipes.get(columns);
  if (!recipe) {
    const entries = Object.entries(columns);
    const values = entries.map(([, { name, dataType }]) => (dataType === "json" ? `json(e.${name})` : `e.${name}`));
    const parts = Array.from({ length: Math.ceil(values.length / ARGUMENTS) }, (_, part) =>
      values.slice(part * ARGUMENTS, (part + 1) * ARGUMENTS),
    );
    recipe = {
      text: sql.raw(parts.map((part) => `json_array(${part.join(", ")})`).join(", ")),
      names: entries.map(([name]) => name),
      booleans: entries.filter(([, { dataType }]) => dataType === "boolean").map(([name]) => name),
    };
    recipes.set(columns, recipe);
  }
  return recipe;
}

const TAKES_PLACE = sql.raw("status IN ('scheduled', 'sold-out')");

/** SQL: the start from which the times of the shown day are read. */
function firstStart(shown: ShownDay): SQL {
  if (shown === "found") return sql`found.startsAt`;
  if (shown === "next") return sql`e.starts_at`;
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = shown;
  return sql`coalesce((SELECT starts_at FROM event_occurrences WHERE event_id = e.id AND starts_at < ${to} AND ends_at > ${from} AND ${TAKES_PLACE} ORDER BY starts_at LIMIT 1), e.starts_at)`;
}

/** SQL: the shown day, in the event's zone. */
function dayShown(shown: ShownDay): SQL {
  if (shown === "found") return sql`found.day`;
  if (shown === "next") return sql`e.local_day`;
  return sql`(SELECT local_day FROM event_occurrences WHERE event_id = e.id AND starts_at = ${firstStart(shown)} LIMIT 1)`;
}

/** SQL: JSON of the times of the shown day, `[originalStart, startsAt, endsAt, status, day]` each; null for an event without a schedule. */
const timesOf = (shown: ShownDay) =>
  sql`CASE WHEN e.schedule IS NULL THEN NULL ELSE (SELECT json_group_array(json_array(o.original_start, o.starts_at, o.ends_at, o.status, o.local_day)) FROM event_occurrences o
    WHERE o.event_id = e.id AND o.starts_at > ${firstStart(shown)} - ${DAY} AND o.starts_at < ${firstStart(shown)} + ${DAY} AND o.local_day = ${dayShown(shown)}) END`;

/**
 * A statement that reads the events of `found` (with a column `id`), in no order. They come as one JSON text, since
 * taking rows apart column by column costs more than finding them; `readEvents` reads it.
 */
export function selectEvents(db: Database, columns: EventColumns, found: SQL, shown: ShownDay = "next") {
  return db
    .select({ events: sql<string>`json_group_array(json_array(${timesOf(shown)}, ${recipeOf(columns).text}))`.as("events") })
    .from(sql`${found} AS found CROSS JOIN events e`)
    .where(sql`e.id = found.id`);
}

type WrittenTime = [originalStart: string, startsAt: number, endsAt: number, status: OccurrenceStatus, localDay: string];

/** Puts the listed day of a series into its row. */
function putDay(row: Record<string, unknown>, written: string | WrittenTime[]): void {
  const listed = typeof written === "string" ? (JSON.parse(written) as WrittenTime[]) : written;
  const times = listed
    .map(([originalStart, startsAt, endsAt, status]) => ({ originalStart, startsAt, endsAt, status }))
    .sort((a, b) => a.startsAt - b.startsAt);
  const first = times.find(takesPlace);
  if (!first) return;
  row.times = times;
  row.startsAt = first.startsAt;
  if ("endsAt" in row) row.endsAt = first.endsAt;
  if ("localDay" in row) row.localDay = listed[0]?.[4];
}

/** The rows of an answer to `selectEvents`. */
export function readEvents<Columns extends EventColumns>(columns: Columns, [answer]: readonly { events: string }[]): RowOf<Columns>[] {
  const { names, booleans } = recipeOf(columns);
  return (JSON.parse(answer?.events ?? "[]") as [WrittenTime[] | null, ...unknown[][]][]).map(([times, ...parts]) => {
    const row: Record<string, unknown> = {};
    let index = 0;
    // Thirty columns of each row: putting them into an array of pairs first takes twice the time.
    for (const part of parts) for (const value of part) row[names[index++] ?? ""] = value;
    for (const name of booleans) row[name] = row[name] === 1;
    if (times) putDay(row, times);
    return row as RowOf<Columns>;
  });
}

/** Events by id, in the order of the ids; unknown ones are left out. */
export async function eventsInOrder<Columns extends EventColumns>(
  db: Database,
  columns: Columns,
  ids: readonly string[],
  shown: ShownDay = "next",
): Promise<RowOf<Columns>[]> {
  if (ids.length === 0) return [];
  const wanted = sql`(SELECT value AS id FROM json_each(${JSON.stringify(ids)}))`;
  const rows = new Map(readEvents(columns, await selectEvents(db, columns, wanted, shown)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}
