import { getTableColumns, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { eventOccurrences } from "../../../db/schema";
import type { InstantRange } from "../../lib/dates/dates.server";

export type OccurrenceRow = typeof eventOccurrences.$inferSelect;

const COLUMNS = Object.entries(getTableColumns(eventOccurrences));
const AS_JSON = sql.raw(`json_array(${COLUMNS.map(([, { name }]) => `one.${name}`).join(", ")})`);

/** Occurrences of a series that may have begun before a range and last into it. */
const LASTING = 2;

/**
 * A statement that reads the first occurrences of each series that touch a range, in order of their
 * start: a row each, which `readOccurrences` reads. @param ids of events with a schedule @param each
 * occurrences of an event at most
 */
export const selectOccurrences = (
  db: Database,
  ids: readonly string[],
  { from, to }: InstantRange,
  each: number,
) => {
  const first = sql`coalesce((SELECT starts_at FROM event_occurrences WHERE event_id = wanted.value AND starts_at < ${from} ORDER BY starts_at DESC LIMIT 1 OFFSET ${LASTING - 1}), 0)`;
  const found = sql`SELECT ${AS_JSON} AS row FROM event_occurrences AS one WHERE one.event_id = wanted.value AND one.starts_at >= ${first} AND one.starts_at < ${to} AND one.ends_at > ${from} ORDER BY one.starts_at LIMIT ${each}`;
  return db
    .select({
      occurrences:
        sql<string>`(SELECT json_group_array(json(of_event.row)) FROM (${found}) AS of_event)`.as(
          "occurrences",
        ),
    })
    .from(sql`json_each(${JSON.stringify(ids)}) AS wanted`);
};

/** The occurrences of an answer to `selectOccurrences`. */
export const readOccurrences = (answer: readonly { occurrences: string }[]): OccurrenceRow[] =>
  answer.flatMap(({ occurrences }) =>
    (JSON.parse(occurrences) as unknown[][]).map(
      (values) =>
        Object.fromEntries(
          COLUMNS.map(([name, { dataType }], at) => [
            name,
            dataType === "boolean" ? values[at] === 1 : values[at],
          ]),
        ) as OccurrenceRow,
    ),
  );
