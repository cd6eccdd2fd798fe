import type { Value } from "./backup-file";
import { SCHEMA, type SchemaPart } from "./expected-schema";

/**
 * Rows per page, and their total text length, characters: a response must fit into a Worker's
 * memory.
 */
const ROWS = 1_000;
const LENGTH = 2_000_000;
/** Rebuilt at the end instead of loaded: the full-text indexes and their source tables. */
const REBUILT = /^(event_search|event_titles|user_names|search_words|search_spellings)(_|$)/;
/** Filled by migrations. */
const SHIPPED = "known_names";
/** Copies that a backup is read from. */
export const COPY = "backup_copy_";

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Whether a backup includes a table: the product's own, and neither rebuilt by the restore nor shipped. */
const isBackedUp = (name: string): boolean =>
  !/^(sqlite_|_cf_|d1_)/.test(name) &&
  !name.startsWith(COPY) &&
  !REBUILT.test(name) &&
  name !== SHIPPED &&
  name !== "restore_state";

export const schemaOf = async (d1: D1Database): Promise<SchemaPart[]> =>
  (await d1.prepare(SCHEMA).all<SchemaPart>()).results;

/** All tables that are backed up, each behind those that it refers to. */
export async function tablesInOrder(d1: D1Database): Promise<string[]> {
  const names = (await schemaOf(d1))
    .filter(({ type, name }) => type === "table" && isBackedUp(name))
    .map(({ name }) => name);
  const references = new Map<string, string[]>();
  for (const name of names) {
    const { results } = await d1
      .prepare(`PRAGMA foreign_key_list(${quoted(name)})`)
      .all<{ table: string }>();
    references.set(
      name,
      results.map(({ table }) => table),
    );
  }
  const ordered = new Set<string>();
  const add = (name: string, above: readonly string[]) => {
    if (ordered.has(name) || above.includes(name)) return;
    for (const other of references.get(name) ?? []) add(other, [...above, name]);
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

/** The sum of expressions as a tree that is not deep: SQLite refuses one of a hundred levels. */
function sumOf(terms: readonly string[]): string {
  if (terms.length <= 1) return terms[0] ?? "0";
  const half = terms.length >> 1;
  return `(${sumOf(terms.slice(0, half))} + ${sumOf(terms.slice(half))})`;
}

/**
 * All rows of a table in pages of its key, which bounds each response.
 * @param columns the columns to read, in this order
 */
export async function* readTable(
  d1: D1Database,
  table: string,
  columns: readonly string[],
  rows = ROWS,
): AsyncGenerator<{ values: Value[]; length: number }> {
  const keys = await keysOf(d1, table);
  const key = keys.join(", ");
  const size = sumOf(columns.map((name) => `coalesce(length(${quoted(name)}), 0)`));
  const marks = keys.map(() => "?").join(", ");
  for (let after: Value[] | null = null; ; ) {
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
    const found = await d1
      .prepare(statement)
      .bind(...(after ?? []), ...last)
      .raw<(Value | number[])[]>();
    for (const [at, values] of found.entries())
      yield {
        values: values.map((value) =>
          Array.isArray(value) ? new Uint8Array(value).buffer : value,
        ),
        length: Number(taken[at]?.at(-1) ?? 0),
      };
    if (end === -1 && sizes.length < rows) return;
    after = last;
  }
}

/** The key columns of a table: its rowid, or its primary key where it has none. */
async function keysOf(d1: D1Database, table: string): Promise<string[]> {
  const { sql } = (await d1
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?")
    .bind(table)
    .first<SchemaPart>()) ?? {
    sql: "",
  };
  if (!/WITHOUT\s+ROWID\s*;?\s*$/i.test(sql)) return ["rowid"];
  return (await columnsOf(d1, table))
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map(({ name }) => quoted(name));
}
