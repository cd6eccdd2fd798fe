import { rebuildSearch } from "../../app/modules/search/index-event.server";
import { createDatabase } from "../../db/client";
import { type BackupFile, openBackup, rowsOf } from "./backup-file";
import { expectedSchema, migrationNames, SCHEMA, type SchemaPart, sameSql } from "./expected-schema";

/** Rows of one batch, and how long their statements may be together, characters: values are bound, so none meets D1's 100 KB. */
const ROWS = 100;
const LENGTH = 500_000;
/** Made anew in the end rather than loaded: the indexes of full-text search, and whatever stands behind them. */
const REBUILT = /^(event_search|event_titles|user_names|search_words|search_spellings)(_|$)/;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Whether a table's rows belong into a backup: ours, and not made anew by the restore. */
export const isBackedUp = (name: string): boolean => !/^(sqlite_|_cf_|d1_)/.test(name) && !REBUILT.test(name) && name !== "restore_state";

interface State {
  file_hash: string;
  phase: "emptying" | "loading" | "finishing";
  loaded: number;
}

/**
 * Fills a migrated database without people and events from a backup. While it is under way a row of `restore_state` makes
 * the product refuse to serve; run again after it broke off, it goes on behind its last batch. Triggers rest meanwhile, since
 * what they keep is in the file; in the end they and the indexes are those of the migrations, whatever was found.
 * @returns how many events the search index holds
 * @throws where the file is not whole or of another version, the database is not empty, or counts and schema differ in the end
 */
export async function restoreDatabase(d1: D1Database, file: string, say: (line: string) => void = () => {}): Promise<number> {
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
  say("search index");
  const indexed = await rebuildSearch(createDatabase(d1));
  say("triggers and indexes");
  await makeSchema(d1);
  say("checking");
  await check(d1, backup);
  await d1.prepare("DELETE FROM restore_state").run();
  return indexed;
}

const schemaOf = async (d1: D1Database): Promise<SchemaPart[]> => (await d1.prepare(SCHEMA).all<SchemaPart>()).results;

async function begin(d1: D1Database, { hash }: BackupFile): Promise<State> {
  const found = await d1.prepare("SELECT file_hash, phase, loaded FROM restore_state").first<State>();
  if (found) {
    if (found.file_hash !== hash)
      throw new Error("A restore from another file has not ended. Go on with that file, or take a new database.");
    return found;
  }
  const rows = await d1.prepare("SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM events) AS count").first<{ count: number }>();
  if (rows && rows.count > 0) throw new Error("The database is not empty. Restore into a new one.");
  await d1
    .prepare(
      "INSERT INTO restore_state (id, file_hash, phase, loaded, started_at) VALUES ('restore', ?, 'emptying', 0, unixepoch() * 1000)",
    )
    .bind(hash)
    .run();
  return { file_hash: hash, phase: "emptying", loaded: 0 };
}

/** All tables that are loaded, each behind those that it refers to. */
async function tablesInOrder(d1: D1Database): Promise<string[]> {
  const names = (await schemaOf(d1)).filter(({ type, name }) => type === "table" && isBackedUp(name)).map(({ name }) => name);
  const references = new Map<string, string[]>();
  for (const name of names) {
    const { results } = await d1.prepare(`PRAGMA foreign_key_list(${quoted(name)})`).all<{ table: string }>();
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

async function load(
  d1: D1Database,
  file: string,
  backup: BackupFile,
  tables: readonly string[],
  done: number,
  say: (line: string) => void,
) {
  const all = Object.values(backup.summary.tables).reduce((sum, count) => sum + count, 0);
  const unknown = Object.keys(backup.summary.tables).filter((table) => !tables.includes(table));
  if (unknown.length > 0) throw new Error(`The backup has tables that the migrations do not make: ${unknown.join(", ")}`);
  let seen = 0;
  let loaded = done;
  let batch: D1PreparedStatement[] = [];
  let length = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const next = loaded + batch.length;
    await d1.batch([
      d1.prepare("PRAGMA defer_foreign_keys = on"),
      ...batch,
      // The rows and how far they reach: both or neither.
      d1.prepare("UPDATE restore_state SET loaded = ?").bind(next),
    ]);
    loaded = next;
    batch = [];
    length = 0;
    say(`${loaded} of ${all} rows`);
  };
  for (const table of tables)
    for await (const { columns, values, length: of } of rowsOf(file, backup, table)) {
      seen += 1;
      if (seen <= done) continue;
      if (batch.length >= ROWS || length + of > LENGTH) await flush();
      const sql = `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
      batch.push(d1.prepare(sql).bind(...values));
      length += of;
    }
  await flush();
}

/** Makes triggers and indexes what the migrations say, and takes away whatever else there is. */
async function makeSchema(d1: D1Database): Promise<void> {
  const isMade = ({ type }: SchemaPart) => type === "trigger" || type === "index";
  const wanted = expectedSchema().filter(isMade);
  const found = (await schemaOf(d1)).filter(isMade);
  const isSame = (one: SchemaPart, other: SchemaPart) => one.type === other.type && one.name === other.name && sameSql(one.sql, other.sql);
  for (const part of found)
    if (!wanted.some((other) => isSame(part, other))) await d1.prepare(`DROP ${part.type} IF EXISTS ${quoted(part.name)}`).run();
  for (const part of wanted) if (!found.some((other) => isSame(part, other))) await d1.prepare(part.sql).run();
}

/** @throws where rows or schema are not those of the file and the migrations */
async function check(d1: D1Database, { summary }: BackupFile): Promise<void> {
  const problems: string[] = [];
  for (const table of await tablesInOrder(d1)) {
    const { count } = (await d1.prepare(`SELECT count(*) AS count FROM ${quoted(table)}`).first<{ count: number }>()) ?? { count: 0 };
    const expected = summary.tables[table] ?? 0;
    if (count !== expected) problems.push(`${table} has ${count} rows, the file ${expected}`);
  }
  const found = new Map((await schemaOf(d1)).map((part) => [`${part.type} ${part.name}`, part.sql]));
  for (const { type, name, sql } of expectedSchema()) {
    const key = `${type} ${name}`;
    if (!sameSql(found.get(key) ?? "", sql)) problems.push(`${key} is not as the migrations make it`);
    found.delete(key);
  }
  problems.push(...[...found.keys()].map((key) => `${key} is not of the migrations`));
  if (problems.length > 0) throw new Error(`The restore is not whole, and the product refuses to serve:\n${problems.join("\n")}`);
}
