import { type Column, getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  cities,
  collections,
  eventOccurrences,
  events,
  organizers,
  users,
  venues,
} from "../db/schema";

/** Tables that lists and pages of people read. */
const TABLES: readonly SQLiteTable[] = [
  events,
  eventOccurrences,
  cities,
  venues,
  organizers,
  users,
  collections,
];

const within = (most: number) => (value: string) => `${value} NOT BETWEEN -${most} AND ${most}`;

/** What is wrong with a value, for columns whose name says more than their type. */
const BY_NAME: Record<string, (value: string) => string> = {
  currency: (value) => `${value} NOT GLOB '[A-Z][A-Z][A-Z]'`,
  local_day: (value) => `${value} NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'`,
  latitude: within(90),
  longitude: within(180),
};

/** The condition of a value that the column may not hold; null where SQL cannot tell. */
function faultOf({ name, enumValues, dataType }: Column): string | null {
  const value = `NEW."${name}"`;
  const named = BY_NAME[name];
  if (named) return named(value);
  if (enumValues) return `${value} NOT IN (${enumValues.map((one) => `'${one}'`).join(", ")})`;
  return dataType === "json" ? `NOT json_valid(${value})` : null;
}

/**
 * Triggers that refuse values which their column may not hold: SQLite adds no CHECK to a table that
 * exists. Of an update, they look at the columns that it sets, so that a bad row can be corrected.
 * A change of a list of values needs a migration with these (docs/decisions/bad-rows.md).
 */
export function valueTriggers(): { name: string; sql: string }[] {
  return TABLES.flatMap((table) => {
    const of = getTableName(table);
    const faults = Object.values(getTableColumns(table)).flatMap((column) => {
      const fault = faultOf(column);
      return fault ? [{ column: column.name, fault }] : [];
    });
    const checks = faults
      .map(
        ({ column, fault }) =>
          `  SELECT RAISE(ABORT, '${of}.${column} may not hold that value') WHERE ${fault};`,
      )
      .join("\n");
    const only = faults.map(({ column }) => `"${column}"`).join(", ");
    return [
      { name: `values_of_new_${of}`, when: "BEFORE INSERT" },
      { name: `values_of_${of}`, when: `BEFORE UPDATE OF ${only}` },
    ].map(({ name, when }) => ({
      name,
      sql: `CREATE TRIGGER "${name}" ${when} ON "${of}" BEGIN\n${checks}\nEND`,
    }));
  });
}
