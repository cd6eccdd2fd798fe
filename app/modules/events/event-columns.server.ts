import type { Column, GetColumnData } from "drizzle-orm";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { events } from "../../../db/schema";

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
};

/** An event in a list. */
export type EventListRow = Pick<EventRow, keyof typeof LIST_COLUMNS>;

/** Columns of `events` by the names that rows shall have. */
export type EventColumns = { id: typeof events.id; startsAt: typeof events.startsAt } & Record<string, Column>;
export type RowOf<Columns extends EventColumns> = { [Name in keyof Columns]: GetColumnData<Columns[Name]> } & {
  id: string;
  startsAt: number;
};

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
      text: sql.raw(`json_group_array(json_array(${parts.map((part) => `json_array(${part.join(", ")})`).join(", ")}))`),
      names: entries.map(([name]) => name),
      booleans: entries.filter(([, { dataType }]) => dataType === "boolean").map(([name]) => name),
    };
    recipes.set(columns, recipe);
  }
  return recipe;
}

/**
 * A statement that reads the events of `found` (with a column `id`), in no order. They come as one JSON text, since
 * taking rows apart column by column costs more than finding them; `readEvents` reads it.
 */
export function selectEvents(db: Database, columns: EventColumns, found: SQL) {
  return db
    .select({ events: sql<string>`${recipeOf(columns).text}`.as("events") })
    .from(sql`${found} AS found CROSS JOIN events e`)
    .where(sql`e.id = found.id`);
}

/** The rows of an answer to `selectEvents`. */
export function readEvents<Columns extends EventColumns>(columns: Columns, [answer]: readonly { events: string }[]): RowOf<Columns>[] {
  const { names, booleans } = recipeOf(columns);
  return (JSON.parse(answer?.events ?? "[]") as unknown[][][]).map((parts) => {
    const row: Record<string, unknown> = {};
    let index = 0;
    // Thirty columns of each row: putting them into an array of pairs first takes twice the time.
    for (const part of parts) for (const value of part) row[names[index++] ?? ""] = value;
    for (const name of booleans) row[name] = row[name] === 1;
    return row as RowOf<Columns>;
  });
}

/** Events by id, in the order of the ids; unknown ones are left out. */
export async function eventsInOrder<Columns extends EventColumns>(
  db: Database,
  columns: Columns,
  ids: readonly string[],
): Promise<RowOf<Columns>[]> {
  if (ids.length === 0) return [];
  const wanted = sql`(SELECT value AS id FROM json_each(${JSON.stringify(ids)}))`;
  const rows = new Map(readEvents(columns, await selectEvents(db, columns, wanted)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}
