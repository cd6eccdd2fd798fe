import {
  type BackupSummary,
  boundValue,
  goneLine,
  rowLine,
  summaryLine,
  type TableDigest,
  TableSum,
  tableLine,
  type Value,
} from "./backup-rows";
import {
  allColumns,
  BASE,
  keysOf,
  lengthOf,
  quoted,
  readTable,
  schemaOf,
  tablesInOrder,
} from "./read-table";

/** The parts of R2 that backups use. */
export interface Bucket {
  put(key: string, text: string): Promise<unknown>;
  get(key: string): Promise<{ text(): Promise<string> } | null>;
  delete(keys: string[]): Promise<void>;
  list(options: { cursor?: string | undefined }): Promise<{
    objects: { key: string }[];
    truncated: boolean;
    cursor?: string;
  }>;
}

/** A table of a whole backup. */
interface KeptTable extends TableDigest {
  name: string;
  columns: string[];
  /** Quoted; null where rows have a rowid. */
  keys: string[] | null;
}

/** The description of a whole backup: `<folder>/whole.json`. */
export interface Whole {
  /** Its moment, UTC: 2026-11-28T01-10. */
  folder: string;
  parts: number;
  migrations: string[];
  tables: KeptTable[];
}

/** The last one, `latest.json`, and how far it is: the tables that are stored, and a key in the next. */
interface Latest extends Whole {
  done: number;
  behind: Value[] | null;
}

/** What a call has stored. */
interface Stored {
  key: string;
  rows: number;
  /** A part of a whole backup; the next call goes on. */
  isUnfinished?: true;
}

const LATEST = "latest.json";
/** Characters of a part of a whole backup, and of changes that one answer of D1 may have. */
const PART = 8_000_000;
const MOST = 20_000_000;
/** Statements of a call that takes whole tables: an invocation may make 1,000. */
const STATEMENTS = 900;
/** Rows of a page of a table, and of a statement that copies them. */
const ROWS = 5_000;
const COPIED = 50_000;
/** Backups are kept so long, ms. */
const KEPT = 30 * 86_400_000;
/** Keys that one call deletes. */
const DELETED = 1_000;

export const partKey = (folder: string, part: number): string =>
  `${folder}/whole-${String(part).padStart(4, "0")}.jsonl`;
const momentOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace(":", "-");

/** All keys of a bucket, sorted. */
export async function keysIn(bucket: Bucket): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ cursor });
    keys.push(...page.objects.map(({ key }) => key));
    if (!page.truncated) return keys.sort();
    ({ cursor } = page);
  }
}

/**
 * Stores a backup, once an hour: on the first call of a day, after migrations, or without an earlier
 * one, the whole database; else what has changed since the last whole one. The tables of the last one
 * are kept as copies in the database, so a batch tells the changes of one moment and reads no more
 * than they are. A whole one whose pages are more than a call may read goes on in the next calls.
 * @param statements how many a call may make
 * @returns what was stored; null where nothing is due, and while a restore is unfinished
 */
export async function storeBackup(
  d1: D1Database,
  bucket: Bucket,
  now: number,
  statements = STATEMENTS,
): Promise<Stored | null> {
  const restoring = await d1
    .prepare("SELECT count(*) AS count FROM restore_state")
    .first<{ count: number }>();
  if (restoring && restoring.count > 0) return null;
  let left = statements;
  const ask = (count = 1) => {
    left -= count;
  };
  const { results } = await d1
    .prepare("SELECT name FROM d1_migrations ORDER BY name")
    .all<{ name: string }>();
  const migrations = results.map(({ name }) => name);
  const latest = await readLatest(d1, bucket, migrations);
  const keys = await tidy(bucket, now, latest);
  const pages = { left: () => left, ask };
  if (latest && latest.done < latest.tables.length) return storeParts(d1, bucket, latest, pages);
  const moment = momentOf(now);
  const hour = moment.slice(0, 13);
  if (latest?.folder.startsWith(hour)) return null;
  if (latest?.folder.slice(0, 10) === moment.slice(0, 10)) {
    if (keys.some((key) => key.startsWith(`${latest.folder}/changes-${hour}`))) return null;
    const stored = await storeChanges(d1, bucket, latest, now);
    if (stored) return stored;
    ask(latest.tables.length);
  }
  const tables = latest?.tables ?? (await copyTables(d1, ask));
  await d1.batch([
    ...tables.flatMap((table) => refreshOf(table).map((sql) => d1.prepare(sql))),
    d1.prepare(`DELETE FROM ${BASE}of`),
    d1.prepare(`INSERT INTO ${BASE}of VALUES (?)`).bind(moment),
  ]);
  ask(2 * tables.length + 2);
  const none = { rows: 0, digest: "0" };
  const whole = {
    ...{ folder: moment, parts: 0, migrations, done: 0, behind: null },
    tables: tables.map((table) => ({ ...table, ...none })),
  };
  await bucket.put(LATEST, JSON.stringify(whole));
  return storeParts(d1, bucket, whole, pages);
}

/** The last whole backup, if the database still has its copies and schema. */
async function readLatest(
  d1: D1Database,
  bucket: Bucket,
  migrations: readonly string[],
): Promise<Latest | null> {
  const stored = await bucket.get(LATEST);
  const latest = stored && (JSON.parse(await stored.text()) as Latest);
  // One of an earlier form does not say how far it is.
  if (!latest || latest.done === undefined) return null;
  if (JSON.stringify(latest.migrations) !== JSON.stringify(migrations)) return null;
  // A database that was restored has none, or those of another time.
  const base = await d1
    .prepare(`SELECT folder FROM ${BASE}of`)
    .first<{ folder: string }>()
    .catch(() => null);
  return base?.folder === latest.folder ? latest : null;
}

/**
 * Makes the copies anew, statement by statement: not of one moment, until what has changed meanwhile
 * is in them.
 */
async function copyTables(
  d1: D1Database,
  ask: (count?: number) => void,
): Promise<Omit<KeptTable, keyof TableDigest>[]> {
  const old = await d1
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '${BASE}*'`)
    .all<{ name: string }>();
  const sqlOf = new Map((await schemaOf(d1)).map(({ name, sql }) => [name, sql]));
  const columnsOfAll = await allColumns(d1);
  const tables = (await tablesInOrder(d1)).map((name) => {
    const all = columnsOfAll.get(name) ?? [];
    const keys = keysOf(sqlOf.get(name) ?? "", all);
    const columns = all.map((column) => column.name);
    return { name, columns, keys: keys[0] === "rowid" ? null : keys };
  });
  const copyOf = ({ name, columns, keys }: (typeof tables)[number], isMore: boolean) => {
    const base = quoted(BASE + name);
    const [own, copied] = keys ? [keys, keys] : [["rowid"], ["backup_key"]];
    const last = `(SELECT ${copied} FROM ${base} ORDER BY ${copied.map((key) => `${key} DESC`)} LIMIT 1)`;
    return d1.prepare(
      `INSERT INTO ${base} SELECT ${[...(keys ? [] : own), ...columns.map(quoted)]} FROM ${quoted(name)} ${isMore ? `WHERE (${own}) > ${last}` : ""} ORDER BY ${own} LIMIT ${COPIED}`,
    );
  };
  const made = [
    ...old.results.map(({ name }) => d1.prepare(`DROP TABLE ${quoted(name)}`)),
    d1.prepare(`CREATE TABLE ${BASE}of (folder text)`),
    ...tables.map(({ name, columns, keys }) => {
      const own = columns.map(quoted);
      const base = quoted(BASE + name);
      return d1.prepare(
        keys
          ? `CREATE TABLE ${base} (${own}, PRIMARY KEY (${keys})) WITHOUT ROWID`
          : `CREATE TABLE ${base} (backup_key INTEGER PRIMARY KEY, ${own})`,
      );
    }),
  ];
  const answers = await d1.batch([...made, ...tables.map((table) => copyOf(table, false))]);
  ask(answers.length);
  for (const [at, table] of tables.entries())
    for (let changes = answers[made.length + at]?.meta.changes; changes === COPIED; ask())
      ({ changes } = (await copyOf(table, true).run()).meta);
  return tables;
}

/** Stores the pages that are left of a whole backup, as far as a call may. */
async function storeParts(
  d1: D1Database,
  bucket: Bucket,
  latest: Latest,
  { left, ask }: { left: () => number; ask: () => void },
): Promise<Stored> {
  let text = "";
  const flush = async () => {
    await bucket.put(partKey(latest.folder, latest.parts), text);
    latest.parts += 1;
    await bucket.put(LATEST, JSON.stringify(latest));
    text = "";
  };
  const rows = () => latest.tables.reduce((sum, table) => sum + table.rows, 0);
  const unfinished = async (): Promise<Stored> => {
    await flush();
    return { key: partKey(latest.folder, latest.parts - 1), rows: rows(), isUnfinished: true };
  };
  for (const [at, table] of latest.tables.entries()) {
    if (at < latest.done) continue;
    if (left() < 2) return unfinished();
    const { name, columns } = table;
    if (!latest.behind) text += tableLine(name, columns);
    const sum = new TableSum(table);
    const of = { rows: ROWS, keys: table.keys ?? ["rowid"], behind: latest.behind, ask };
    for await (const { values, key, isLast } of readTable(d1, BASE + name, columns, of)) {
      sum.add(columns, values);
      text += rowLine(values);
      if (!isLast || (text.length <= PART && left() >= 2)) continue;
      Object.assign(table, sum.end());
      latest.behind = key;
      if (left() < 2) return unfinished();
      await flush();
    }
    Object.assign(table, sum.end());
    latest.behind = null;
    latest.done = at + 1;
  }
  await bucket.put(partKey(latest.folder, latest.parts), text);
  latest.parts += 1;
  const { done: _done, behind: _behind, ...whole } = latest;
  const key = `${latest.folder}/whole.json`;
  // It is listed before it counts as done: a call that dies here is made up for by the next one.
  await bucket.put(key, JSON.stringify(whole satisfies Whole));
  await bucket.put(LATEST, JSON.stringify(latest));
  return { key, rows: rows() };
}

/**
 * Deletes backups that broke off, and those that are too old; the newest whole one stays however old
 * it is. @returns the keys that stay
 */
async function tidy(bucket: Bucket, now: number, latest: Latest | null): Promise<string[]> {
  const keys = (await keysIn(bucket)).filter((key) => key !== LATEST);
  const folderOf = (key: string) => key.slice(0, key.indexOf("/"));
  const whole = keys.filter((key) => key.endsWith("/whole.json")).map(folderOf);
  const last = momentOf(now - KEPT);
  const kept = new Set(whole.filter((folder, at) => folder >= last || at === whole.length - 1));
  if (latest) kept.add(latest.folder);
  const over = keys.filter((key) => !kept.has(folderOf(key)));
  for (let from = 0; from < over.length; from += DELETED)
    await bucket.delete(over.slice(from, from + DELETED));
  return keys.filter((key) => kept.has(folderOf(key)));
}

/** How two sides of a table are compared. */
const joinOf = ({ keys }: Pick<KeptTable, "keys">) =>
  keys
    ? keys.map((key) => `base.${key} = now.${key}`).join(" AND ")
    : "base.backup_key = now.rowid";
const sideOf = (columns: readonly string[], side: string) =>
  columns.map((column) => `${side}.${quoted(column)}`).join(", ");

/** Makes the copy of a table what the table is, by the rows that differ. */
function refreshOf(table: Pick<KeptTable, "name" | "columns" | "keys">): string[] {
  const { name, columns, keys } = table;
  const [base, now] = [`${quoted(BASE + name)} AS base`, `${quoted(name)} AS now`];
  const own = keys ? "" : "now.rowid, ";
  return [
    `DELETE FROM ${base} WHERE NOT EXISTS (SELECT 1 FROM ${now} WHERE ${joinOf(table)})`,
    `INSERT OR REPLACE INTO ${quoted(BASE + name)} SELECT ${own}${sideOf(columns, "now")} FROM ${now} LEFT JOIN ${base} ON ${joinOf(table)} WHERE (${sideOf(columns, "base")}) IS NOT (${sideOf(columns, "now")})`,
  ];
}

/**
 * Rows of a table that are gone since its copy, and those that have come; a changed row is both. The
 * copy stands on the left, as its columns compare byte by byte.
 */
function changesOf(table: KeptTable): [gone: string, come: string] {
  const { name, columns } = table;
  const [before, after] = [sideOf(columns, "base"), sideOf(columns, "now")];
  const base = `${quoted(BASE + name)} AS base`;
  const now = `${quoted(name)} AS now`;
  const where = `ON ${joinOf(table)} WHERE (${before}) IS NOT (${after})`;
  return [
    `SELECT ${before} FROM ${base} LEFT JOIN ${now} ${where}`,
    `SELECT ${after} FROM ${now} LEFT JOIN ${base} ${where}`,
  ];
}

/** @returns null where the changes are more than an answer may have */
async function storeChanges(
  d1: D1Database,
  bucket: Bucket,
  { folder, tables, migrations }: Whole,
  now: number,
): Promise<Stored | null> {
  const both = tables.map((table) => ({ table, sql: changesOf(table) }));
  const lengths = await d1.batch<{ length: number }>(
    both.map(({ table, sql }) => {
      const lengths = sql.map((one) => `(SELECT total(${lengthOf(table.columns)}) FROM (${one}))`);
      return d1.prepare(`SELECT ${lengths.join(" + ")} AS length`);
    }),
  );
  if (lengths.reduce((sum, { results }) => sum + (results[0]?.length ?? 0), 0) > MOST) return null;
  const answers = await d1.batch<Record<string, Value | number[]>>(
    both.flatMap(({ sql }) => sql.map((one) => d1.prepare(one))),
  );
  const summary: BackupSummary = { tables: {}, migrations };
  let text = "";
  let rows = 0;
  for (const [at, { name, columns, ...digest }] of tables.entries()) {
    const sum = new TableSum(digest);
    const [gone, come] = [answers[2 * at], answers[2 * at + 1]].map((answer) =>
      (answer?.results ?? []).map((row) =>
        columns.map((column) => boundValue(row[column] ?? null)),
      ),
    );
    for (const values of gone ?? []) sum.add(columns, values, -1);
    for (const values of come ?? []) sum.add(columns, values);
    summary.tables[name] = sum.end();
    if (!gone?.length && !come?.length) continue;
    text += tableLine(name, columns);
    text += (gone ?? []).map((values) => goneLine(values)).join("");
    text += (come ?? []).map((values) => rowLine(values)).join("");
    rows += (gone?.length ?? 0) + (come?.length ?? 0);
  }
  const key = `${folder}/changes-${momentOf(now)}.jsonl`;
  await bucket.put(key, text + summaryLine(summary));
  return { key, rows };
}
