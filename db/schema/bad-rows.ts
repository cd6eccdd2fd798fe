import { Column, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { isTimeZone } from "../../app/lib/dates/time-zone";
import { log } from "../../app/lib/runtime/log";
import { countOperation } from "../../app/lib/runtime/operation-counts";
import { remembered } from "../../app/lib/runtime/remembered";

/** What a column may hold, and what a row is read with where it holds something else. */
interface Reading {
  fits: (value: unknown) => boolean;
  instead: unknown;
}

const readings = new WeakMap<Column, Reading>();
const bad = new WeakMap<object, string>();

/** What leaves a bad row of a table out. */
type Leaving = "lists" | "everything" | "nothing";
/**
 * Columns of the row being read whose value did not fit. One list for all copies of this module: in
 * tests the built pages carry one.
 */
const MET = Symbol.for("rooydad.bad-values");
const shared = globalThis as { [MET]?: { column: Column; leaving: Leaving }[] };
shared[MET] ??= [];
const met = shared[MET];

/** The end of year 9999, UTC ms: later instants have no ISO form of four digits. */
const LAST_INSTANT = 253_402_300_799_999;
const INSTANT = /(^|_)(at|until|after|since|hour)$/;
const ZONES = 1_000;
const isKnownZone = remembered(ZONES, isTimeZone);
const isDay = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isNumberWithin = (least: number, most: number) => (value: unknown) =>
  typeof value === "number" && value >= least && value <= most;
const isList = (value: unknown) =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** JSON of other tables: whether it is JSON is all that can be told. */
const ANYTHING: Reading = { fits: () => true, instead: null };
/** Columns whose name says more than their type. */
const BY_NAME: Record<string, Reading> = {
  time_zone: {
    fits: (value) => typeof value === "string" && isKnownZone(value),
    instead: "UTC",
  },
  currency: {
    fits: (value) => typeof value === "string" && /^[A-Z]{3}$/.test(value),
    instead: "XXX",
  },
  local_day: { fits: isDay, instead: "1970-01-01" },
  first_day: { fits: isDay, instead: "1970-01-01" },
  day: { fits: isDay, instead: "1970-01-01" },
  latitude: { fits: isNumberWithin(-90, 90), instead: 0 },
  longitude: { fits: isNumberWithin(-180, 180), instead: 0 },
  price: { fits: isNumberWithin(0, 1e12), instead: 0 },
  doors_before: { fits: isNumberWithin(0, 1e6), instead: 0 },
  schedule: {
    fits: (value) => typeof (value as { kind?: unknown } | null)?.kind === "string",
    instead: null,
  },
};

function readingOf(column: Column, isOfTexts: boolean): Reading | undefined {
  const named = BY_NAME[column.name];
  if (named) return named;
  const { enumValues, dataType } = column;
  // Lists of other tables name what this code writes, not all that rows hold.
  if (enumValues && isOfTexts)
    return {
      fits: (value) => enumValues.includes(value as string),
      instead: column.default ?? enumValues[0],
    };
  if (!isOfTexts && /json|custom/.test(dataType)) return ANYTHING;
  if (dataType === "json") return { fits: isList, instead: [] };
  if (dataType === "number" && INSTANT.test(column.name))
    return {
      fits: (value) =>
        (isOfTexts ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
        Math.abs(value as number) <= LAST_INSTANT,
      instead: 0,
    };
  return dataType === "number" ? { fits: Number.isFinite, instead: 0 } : undefined;
}

/**
 * Replaces stored values that a column of the table may not hold as its rows are read. Rows outlive
 * the code that wrote them, and one that cannot be shown must not take a list down.
 * @param leaving what leaves a bad row out: lists, everything, or nothing, which reads it with what
 * stands in. What decides about access has to leave it out: an end that cannot be read is no end.
 * @param isOfTexts whether its JSON is lists of texts
 */
export function readTolerantly(table: SQLiteTable, leaving: Leaving, isOfTexts: boolean): void {
  for (const column of Object.values(getTableColumns(table))) {
    const reading = readingOf(column, isOfTexts);
    if (!reading) continue;
    const own = column.notNull ? reading : { ...reading, instead: null };
    readings.set(column, own);
    const decode = column.mapFromDriverValue.bind(column);
    column.mapFromDriverValue = (stored: unknown) => {
      try {
        const value = decode(stored);
        if (own.fits(value)) return value;
      } catch {
        // Not JSON.
      }
      met.push({ column, leaving });
      return own.instead;
    };
  }
}

/** Whether it is said what a column may hold. */
export const isChecked = (column: Column): boolean => readings.has(column);

/** Whether a value, as JSON has it, is none that the column may hold. */
const isBadValue = (column: Column, value: unknown): boolean =>
  !(value === null && !column.notNull) && readings.get(column)?.fits(value) === false;

/** Whether a value of the row was not readable: what it was read with must not be shown as true. */
export const isBadRow = (row: object): boolean => bad.has(row);

/** Rows that have been logged by this isolate. */
const LOGGED = 1_000;
const logOnce = remembered(LOGGED, (table: string, id: string, column: string): true => {
  log("error", "row.bad", { table, id, column });
  return true;
});

/** Logs a bad row once, and counts it for staff. */
function reportBadRow(column: Column, id: string): void {
  const table = getTableName(column.table);
  logOnce(table, id, column.name);
  countOperation("bad-row", `${table} ${id} ${column.name}`);
}

/**
 * Whether the values of a row that came as JSON fit their columns; one that does not is reported.
 * @param id of the row, or of the event that it belongs to
 */
export function fitsColumns(
  row: Readonly<Record<string, unknown>>,
  columns: readonly (readonly [name: string, Column])[],
  id: string,
): boolean {
  const found = columns.find(([name, column]) => isBadValue(column, row[name]));
  if (found) reportBadRow(found[1], id);
  return !found;
}

/**
 * SQL: an instant that an expression gives, UTC ms; null where a row has something else, which would
 * pass no reading of a column.
 */
export const instantOrNull = (value: SQL): SQL<number | null> =>
  sql`CASE WHEN typeof(${value}) = 'integer' AND abs(${value}) <= ${LAST_INSTANT} THEN ${value} END`;

type Field = { field: unknown };
type Row = readonly unknown[];

/** The id of the row that a column belongs to, where it was read too. */
function idOf(column: Column, fields: readonly Field[], row: Row): string {
  const at = fields.findIndex(
    ({ field }) =>
      is(field, Column) && field.table === column.table && /^(id|event_id)$/.test(field.name),
  );
  return at < 0 ? "?" : String(row[at]);
}

/**
 * Reads the rows of an answer.
 * @param read gives a row of each; @returns with bad ones marked, and left out of lists
 */
export function readRows<Result extends object>(
  rows: readonly Row[],
  fields: readonly Field[],
  read: (rows: readonly Row[]) => Result[],
  isOfList: boolean,
): Result[] {
  met.length = 0;
  const results = read(rows);
  if (met.length === 0) return results;
  return rows.flatMap((row) => {
    met.length = 0;
    const [result] = read([row]);
    const found = met.splice(0);
    for (const { column } of found) reportBadRow(column, idOf(column, fields, row));
    const leaves = ({ leaving }: (typeof found)[number]) =>
      leaving === "everything" || (isOfList && leaving === "lists");
    if (!result || found.some(leaves)) return [];
    if (found[0]) bad.set(result, found[0].column.name);
    return [result];
  });
}
