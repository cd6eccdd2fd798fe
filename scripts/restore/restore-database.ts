import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { TableSum, type Value } from "../../backups/backup-rows";
import {
  columnsOf,
  quoted,
  readTable,
  type SchemaPart,
  schemaOf,
  tablesInOrder,
} from "../../backups/read-table";
import { createDatabase } from "../../db/client";
import { type BackupFile, openBackup, rowsOf } from "./backup-file";
import { expectedSchema, migrationNames, sameSql } from "./expected-schema";

/**
 * Rows of a batch, and the length of their JSON, characters. The rows of a table are one bound value, which may have 2 MB at most; a
 * character has three bytes at most.
 */
const ROWS = 2_000;
const LENGTH = 500_000;

interface State {
  file_hash: string;
  phase: "emptying" | "loading" | "finishing";
  loaded: number;
}

/**
 * Fills a migrated database without users and events from a backup. A row of `restore_state` makes
 * the product refuse to serve meanwhile; a second run resumes after the last batch. Triggers are
 * dropped, since the file has their results; at the end triggers and indexes are those of the
 * migrations.
 * @returns the number of events in the search index
 * @throws when the file is incomplete or of another version, the database is not empty, or the
 * result differs from the file
 */
export async function restoreDatabase(
  d1: D1Database,
  file: string,
  say: (line: string) => void = () => {},
): Promise<number> {
  const backup = await openBackup(file);
  const known = migrationNames();
  if (JSON.stringify(backup.summary.migrations) !== JSON.stringify(known))
    throw new Error(
      `The backup is of another version, whose last migration is ${backup.summary.migrations.at(-1)}. Restore it with that version, then migrate.`,
    );
  const state = await begin(d1, backup);
  if (state.phase !== "finishing") {
    for (const { name } of (await schemaOf(d1)).filter(({ type }) => type === "trigger"))
      await d1.prepare(`DROP TRIGGER IF EXISTS ${quoted(name)}`).run();
    const tables = await tablesInOrder(d1);
    if (state.phase === "emptying") {
      say("emptying");
      await d1.batch([
        d1.prepare("PRAGMA defer_foreign_keys = on"),
        ...tables.toReversed().map((table) => d1.prepare(`DELETE FROM ${quoted(table)}`)),
        d1.prepare("UPDATE restore_state SET phase = 'loading', loaded = 0"),
      ]);
    }
    await load(d1, file, backup, tables, state.phase === "loading" ? state.loaded : 0, say);
    await d1.prepare("UPDATE restore_state SET phase = 'finishing'").run();
  }
  say("facets");
  await refillFacets(d1);
  say("search index");
  const indexed = await rebuildSearch(createDatabase(d1));
  say("triggers and indexes");
  await makeSchema(d1);
  say("checking");
  await check(d1, backup);
  await d1.prepare("DELETE FROM restore_state").run();
  return indexed;
}

async function begin(d1: D1Database, { hash }: BackupFile): Promise<State> {
  const found = await d1
    .prepare("SELECT file_hash, phase, loaded FROM restore_state")
    .first<State>();
  if (found) {
    if (found.file_hash !== hash)
      throw new Error(
        "A restore from another file has not ended. Go on with that file, or take a new database.",
      );
    return found;
  }
  const rows = await d1
    .prepare("SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM events) AS count")
    .first<{ count: number }>();
  if (rows && rows.count > 0) throw new Error("The database is not empty. Restore into a new one.");
  await d1
    .prepare(
      "INSERT INTO restore_state (id, file_hash, phase, loaded, started_at) VALUES ('restore', ?, 'emptying', 0, unixepoch() * 1000)",
    )
    .bind(hash)
    .run();
  return { file_hash: hash, phase: "emptying", loaded: 0 };
}

async function load(
  d1: D1Database,
  file: string,
  backup: BackupFile,
  tables: readonly string[],
  done: number,
  say: (line: string) => void,
) {
  const all = Object.values(backup.summary.tables).reduce((sum, { rows }) => sum + rows, 0);
  const unknown = Object.keys(backup.summary.tables).filter((table) => !tables.includes(table));
  if (unknown.length > 0)
    throw new Error(`The backup has tables that the migrations do not make: ${unknown.join(", ")}`);
  let seen = 0;
  let loaded = done;
  let batch: D1PreparedStatement[] = [];
  let inBatch = 0;
  let gathered: Gathered | null = null;
  /** Makes a statement of the rows that have gathered. */
  const gather = () => {
    if (gathered) batch.push(insertOf(d1, gathered));
    gathered = null;
  };
  const flush = async () => {
    gather();
    if (batch.length === 0) return;
    const next = loaded + inBatch;
    await d1.batch([
      d1.prepare("PRAGMA defer_foreign_keys = on"),
      ...batch,
      // The rows and how far they reach: both or neither.
      d1.prepare("UPDATE restore_state SET loaded = ?").bind(next),
    ]);
    loaded = next;
    batch = [];
    inBatch = 0;
    length = 0;
    say(`${loaded} of ${all} rows`);
  };
  let length = 0;
  // The file has each table behind those that it refers to.
  for await (const { table, columns, values } of rowsOf(file)) {
    seen += 1;
    if (seen <= done) continue;
    const row = JSON.stringify(values.map(inJson));
    if (inBatch >= ROWS || length + row.length > LENGTH) await flush();
    if (gathered?.table !== table) gather();
    inBatch += 1;
    length += row.length;
    if (row.length > LENGTH) {
      gather();
      batch.push(insertOfOne(d1, table, columns, values));
      continue;
    }
    gathered ??= { table, columns, rows: [], hasBytes: columns.map(() => false) };
    gathered.rows.push(row);
    for (const [at, value] of values.entries())
      if (value instanceof ArrayBuffer) gathered.hasBytes[at] = true;
  }
  await flush();
}

/** Rows of a table that one statement inserts. */
interface Gathered {
  table: string;
  columns: string[];
  rows: string[];
  /** Which columns have bytes, as hexadecimal digits. */
  hasBytes: boolean[];
}

const inJson = (value: Value) =>
  value instanceof ArrayBuffer ? { bytes: Buffer.from(value).toString("hex") } : value;

function insertOf(
  d1: D1Database,
  { table, columns, rows, hasBytes }: Gathered,
): D1PreparedStatement {
  const values = columns.map((_, at) => {
    const value = `json_extract(row.value, '$[${at}]')`;
    return hasBytes[at]
      ? `iif(json_type(row.value, '$[${at}]') = 'object', unhex(json_extract(row.value, '$[${at}].bytes')), ${value})`
      : value;
  });
  return d1
    .prepare(
      `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(", ")}) SELECT ${values.join(", ")} FROM json_each(?) AS row`,
    )
    .bind(`[${rows.join(",")}]`);
}

/** A row whose JSON may be longer than a bound value can be: its values are bound one by one. */
const insertOfOne = (d1: D1Database, table: string, columns: string[], values: Value[]) =>
  d1
    .prepare(
      `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    )
    .bind(...values);

/** Lists that facets are made of. An event with a broken one has none; staff see it among bad rows. */
const LISTS = ["categories", "tag_keys", "traits", "accessibility"];

/** Facets of events and their counts as the triggers maintain them. */
async function refillFacets(d1: D1Database): Promise<void> {
  // Where a run before this one has recreated them, they would count along.
  for (const name of ["facet_counts_insert", "facet_counts_delete"])
    await d1.prepare(`DROP TRIGGER IF EXISTS ${name}`).run();
  await d1.batch(
    ["event_facets", "facet_counts"].map((table) => d1.prepare(`DELETE FROM ${table}`)),
  );
  const columns = (await columnsOf(d1, "event_facets")).map(({ name }) => quoted(name)).join(", ");
  const fill = d1.prepare(
    `INSERT OR IGNORE INTO event_facets (${columns}) SELECT ${columns} FROM event_facet_rows WHERE event_id = ?`,
  );
  for (let after = ""; ; ) {
    const { results } = await d1
      .prepare(
        `SELECT id FROM events WHERE id > ? AND ${LISTS.map((name) => `json_valid(${name})`).join(" AND ")} ORDER BY id LIMIT 100`,
      )
      .bind(after)
      .all<{ id: string }>();
    const last = results.at(-1);
    if (!last) break;
    await d1.batch(results.map(({ id }) => fill.bind(id)));
    after = last.id;
  }
  await d1
    .prepare(
      "INSERT INTO facet_counts (facet, upcoming) SELECT facet, count(*) FROM event_facets WHERE is_over = 0 AND is_next = 1 GROUP BY facet",
    )
    .run();
}

/** Recreates triggers and indexes as the migrations define them, and drops all others. */
async function makeSchema(d1: D1Database): Promise<void> {
  const isMade = ({ type }: SchemaPart) => type === "trigger" || type === "index";
  const wanted = expectedSchema().filter(isMade);
  const found = (await schemaOf(d1)).filter(isMade);
  const isSame = (one: SchemaPart, other: SchemaPart) =>
    one.type === other.type && one.name === other.name && sameSql(one.sql, other.sql);
  for (const part of found)
    if (!wanted.some((other) => isSame(part, other)))
      await d1.prepare(`DROP ${part.type} IF EXISTS ${quoted(part.name)}`).run();
  for (const part of wanted)
    if (!found.some((other) => isSame(part, other))) await d1.prepare(part.sql).run();
}

/** @throws where rows or schema are not those of the file and the migrations */
async function check(d1: D1Database, { summary }: BackupFile): Promise<void> {
  const problems: string[] = [];
  for (const table of await tablesInOrder(d1)) {
    const columns = (await columnsOf(d1, table)).map(({ name }) => name);
    const sum = new TableSum();
    for await (const { values } of readTable(d1, table, columns)) sum.add(columns, values);
    const [found, expected] = [sum.end(), summary.tables[table] ?? new TableSum().end()];
    if (found.rows !== expected.rows)
      problems.push(`${table} has ${found.rows} rows, the file ${expected.rows}`);
    else if (found.digest !== expected.digest)
      problems.push(`${table} has other contents than the file`);
  }
  const found = new Map(
    (await schemaOf(d1)).map((part) => [`${part.type} ${part.name}`, part.sql]),
  );
  for (const { type, name, sql } of expectedSchema()) {
    const key = `${type} ${name}`;
    if (!sameSql(found.get(key) ?? "", sql))
      problems.push(`${key} is not as the migrations make it`);
    found.delete(key);
  }
  problems.push(...[...found.keys()].map((key) => `${key} is not of the migrations`));
  if (problems.length > 0)
    throw new Error(
      `The restore is not whole, and the product refuses to serve:\n${problems.join("\n")}`,
    );
}
