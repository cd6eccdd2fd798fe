import { boundValue, type Value } from "./backup-rows";

/** A table, index, trigger or view with its SQL. */
export interface SchemaPart {
  type: string;
  name: string;
  sql: string;
}

/**
 * Rows per page, and their total text length, characters: a response must fit into a Worker's
 * memory.
 */
const ROWS = 1_000;
const LENGTH = 2_000_000;
/**
 * Rebuilt at the end instead of loaded: the full-text indexes with their source tables, and the
 * facets of events, which are most of all rows.
 */
const REBUILT =
  /^(event_search|event_titles|user_names|search_words|search_spellings|event_facets|facet_counts)(_|$)/;
/** Filled by migrations. */
const SHIPPED = "known_names";
/** Copies that a backup is read from. */
export const COPY = "backup_copy_";
/** Copies of the last whole backup in R2, which later changes are told by. */
export const BASE = "backup_base_";

/** All objects of the product that have SQL. */
export const SCHEMA =
  "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'backup_base_*' ORDER BY type, name";

/** Tables that a statement may look into: D1 refuses those of its own. */
const OWN_TABLES =
  "(SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'backup_*')";

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Whether a backup includes a table: the product's own, and neither rebuilt by the restore nor shipped. */
const isBackedUp = (name: string): boolean =>
  !/^(sqlite_|_cf_|d1_)/.test(name) &&
  !name.startsWith(COPY) &&
  !name.startsWith(BASE) &&
  !REBUILT.test(name) &&
  name !== SHIPPED &&
  name !== "restore_state" &&
  name !== "stored_backups";

export const schemaOf = async (d1: D1Database): Promise<SchemaPart[]> =>
  (await d1.prepare(SCHEMA).all<SchemaPart>()).results;

/** Rows of a statement about all tables, by the table that they are of. */
function byTable<T extends { of: string }>(rows: readonly T[]): Map<string, T[]> {
  const tables = new Map<string, T[]>();
  for (const row of rows) {
    const own = tables.get(row.of) ?? [];
    own.push(row);
    tables.set(row.of, own);
  }
  return tables;
}

/** All tables that are backed up, each behind those that it refers to. */
export async function tablesInOrder(d1: D1Database): Promise<string[]> {
  const names = (await schemaOf(d1))
    .filter(({ type, name }) => type === "table" && isBackedUp(name))
    .map(({ name }) => name);
  const { results } = await d1
    .prepare(
      `SELECT m.name AS of, f."table" AS other FROM ${OWN_TABLES} m CROSS JOIN pragma_foreign_key_list(m.name) f`,
    )
    .all<{ of: string; other: string }>();
  const references = byTable(results);
  const ordered = new Set<string>();
  const add = (name: string, above: readonly string[]) => {
    if (ordered.has(name) || above.includes(name)) return;
    for (const { other } of references.get(name) ?? []) add(other, [...above, name]);
    ordered.add(name);
  };
  for (const name of names) add(name, []);
  return [...ordered];
}

interface Column {
  name: string;
  /** Position in the primary key, from 1; 0 for other columns. */
  pk: number;
}

/** The columns that a table stores; those that it computes are not among them. */
export async function columnsOf(d1: D1Database, table: string): Promise<Column[]> {
  return (await d1.prepare(`PRAGMA table_info(${quoted(table)})`).all<Column>()).results;
}

/** {@link columnsOf} of all tables in one statement: an invocation may make 1,000. */
export async function allColumns(d1: D1Database): Promise<Map<string, Column[]>> {
  const { results } = await d1
    .prepare(
      `SELECT m.name AS of, c.name, c.pk FROM ${OWN_TABLES} m CROSS JOIN pragma_table_info(m.name) c ORDER BY m.name, c.cid`,
    )
    .all<Column & { of: string }>();
  return byTable(results);
}

/** The sum of expressions as a tree that is not deep: SQLite refuses one of a hundred levels. */
function sumOf(terms: readonly string[]): string {
  if (terms.length <= 1) return terms[0] ?? "0";
  const half = terms.length >> 1;
  return `(${sumOf(terms.slice(0, half))} + ${sumOf(terms.slice(half))})`;
}

/** The length of a row as an expression. */
export const lengthOf = (columns: readonly string[]): string =>
  sumOf(columns.map((name) => `coalesce(length(${quoted(name)}), 0)`));

/**
 * All rows of a table in pages of its key, which bounds each response.
 * @param columns the columns to read, in this order
 * @param options.keys its key columns, quoted, where they are known
 * @param options.behind the key of a row: only those behind it
 * @param options.ask told of each statement, before it
 */
export async function* readTable(
  d1: D1Database,
  table: string,
  columns: readonly string[],
  {
    rows = ROWS,
    keys: known,
    behind: start = null,
    ask = () => {},
  }: {
    rows?: number;
    keys?: readonly string[] | undefined;
    behind?: Value[] | null;
    ask?: () => void;
  } = {},
): AsyncGenerator<{ values: Value[]; key: Value[]; isLast: boolean }> {
  const keys = known ?? (await readKeys(d1, table));
  const key = keys.join(", ");
  const size = lengthOf(columns);
  const marks = keys.map(() => "?").join(", ");
  for (let after = start; ; ) {
    ask();
    const behind: string = after ? `WHERE (${key}) > (${marks})` : "";
    const page = `SELECT ${key}, ${size} AS length FROM ${quoted(table)} ${behind} ORDER BY ${key} LIMIT ${rows}`;
    const sizes: Value[][] = await d1
      .prepare(page)
      .bind(...(after ?? []))
      .raw<Value[]>();
    let length = 0;
    const end = sizes.findIndex((row, at) => {
      length += Number(row.at(-1));
      return length > LENGTH && at > 0;
    });
    const taken = end === -1 ? sizes : sizes.slice(0, end);
    const last: Value[] | undefined = taken.at(-1)?.slice(0, -1);
    if (!last) return;
    const statement = `SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(table)} ${after ? `${behind} AND` : "WHERE"} (${key}) <= (${marks}) ORDER BY ${key}`;
    ask();
    const found = await d1
      .prepare(statement)
      .bind(...(after ?? []), ...last)
      .raw<(Value | number[])[]>();
    for (const [at, values] of found.entries())
      yield {
        values: values.map(boundValue),
        key: (taken[at] ?? []).slice(0, -1),
        isLast: at === found.length - 1,
      };
    if (end === -1 && sizes.length < rows) return;
    after = last;
  }
}

/** The key columns of a table, quoted: its rowid, or its primary key where it has none. */
export const keysOf = (sql: string, columns: readonly Column[]): string[] =>
  /WITHOUT\s+ROWID\s*;?\s*$/i.test(sql)
    ? columns
        .filter(({ pk }) => pk > 0)
        .sort((one, other) => one.pk - other.pk)
        .map(({ name }) => quoted(name))
    : ["rowid"];

async function readKeys(d1: D1Database, table: string): Promise<string[]> {
  const found = await d1
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?")
    .bind(table)
    .first<SchemaPart>();
  return keysOf(found?.sql ?? "", await columnsOf(d1, table));
}
