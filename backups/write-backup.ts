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

/** The description of a whole backup: `<folder>/whole.json`, and `latest.json` for the next changes. */
export interface Whole {
  /** Its moment, UTC: 2026-11-28T01-10. */
  folder: string;
  parts: number;
  migrations: string[];
  tables: KeptTable[];
}

const LATEST = "latest.json";
/** Characters of a part of a whole backup, and of changes that one answer of D1 may have. */
const PART = 8_000_000;
const MOST = 20_000_000;
/** Rows of a page of a table: an invocation may make 1,000 statements. */
const ROWS = 5_000;
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
 * Stores a backup: on the first call of a day, after migrations, or without an earlier one, the whole
 * database; else what has changed since the last whole one. The tables of the last one are kept as
 * copies in the database, so a batch tells the changes of one moment and reads no more than they are.
 * @returns what was stored; null while a restore is unfinished
 */
export async function storeBackup(
  d1: D1Database,
  bucket: Bucket,
  now: number,
): Promise<{ key: string; rows: number } | null> {
  const count = (sql: string) =>
    d1
      .prepare(`SELECT count(*) AS count FROM ${sql}`)
      .first<{ count: number }>()
      .then((row) => row?.count ?? 0);
  if ((await count("restore_state")) > 0) return null;
  await tidy(bucket, now);
  const { results } = await d1
    .prepare("SELECT name FROM d1_migrations ORDER BY name")
    .all<{ name: string }>();
  const migrations = results.map(({ name }) => name);
  const whole = await lastWhole(d1, bucket, migrations);
  if (whole?.folder.slice(0, 10) === momentOf(now).slice(0, 10)) {
    const stored = await storeChanges(d1, bucket, whole, now);
    if (stored) return stored;
  }
  return storeWhole(d1, bucket, migrations, now);
}

/** The last whole backup, if the database still has its copies and schema. */
async function lastWhole(
  d1: D1Database,
  bucket: Bucket,
  migrations: readonly string[],
): Promise<Whole | null> {
  const stored = await bucket.get(LATEST);
  const whole = stored && (JSON.parse(await stored.text()) as Whole);
  if (!whole || JSON.stringify(whole.migrations) !== JSON.stringify(migrations)) return null;
  // A database that was restored has none, or those of another time.
  const base = await d1
    .prepare(`SELECT folder FROM ${BASE}of`)
    .first<{ folder: string }>()
    .catch(() => null);
  return base?.folder === whole.folder ? whole : null;
}

async function storeWhole(
  d1: D1Database,
  bucket: Bucket,
  migrations: string[],
  now: number,
): Promise<{ key: string; rows: number }> {
  const folder = momentOf(now);
  // From here on the copies are no longer those of the earlier one.
  await bucket.delete([LATEST]);
  const old = await d1
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '${BASE}*'`)
    .all<{ name: string }>();
  const tables: Omit<KeptTable, keyof TableDigest>[] = [];
  const sqlOf = new Map((await schemaOf(d1)).map(({ name, sql }) => [name, sql]));
  const columnsOfAll = await allColumns(d1);
  for (const name of await tablesInOrder(d1)) {
    const all = columnsOfAll.get(name) ?? [];
    const keys = keysOf(sqlOf.get(name) ?? "", all);
    tables.push({
      name,
      columns: all.map((column) => column.name),
      keys: keys[0] === "rowid" ? null : keys,
    });
  }
  await d1.batch([
    ...old.results.map(({ name }) => d1.prepare(`DROP TABLE ${quoted(name)}`)),
    ...tables.flatMap(({ name, columns, keys }) => {
      const own = columns.map(quoted).join(", ");
      const base = quoted(BASE + name);
      return keys
        ? [
            d1.prepare(`CREATE TABLE ${base} (${own}, PRIMARY KEY (${keys})) WITHOUT ROWID`),
            d1.prepare(`INSERT INTO ${base} SELECT ${own} FROM ${quoted(name)}`),
          ]
        : [
            d1.prepare(`CREATE TABLE ${base} (backup_key INTEGER PRIMARY KEY, ${own})`),
            d1.prepare(`INSERT INTO ${base} SELECT rowid, ${own} FROM ${quoted(name)}`),
          ];
    }),
    d1.prepare(`CREATE TABLE ${BASE}of (folder text)`),
    d1.prepare(`INSERT INTO ${BASE}of VALUES (?)`).bind(folder),
  ]);
  const whole: Whole = { folder, parts: 0, migrations, tables: [] };
  let text = "";
  const flush = async () => {
    await bucket.put(partKey(folder, whole.parts), text);
    whole.parts += 1;
    text = "";
  };
  let rows = 0;
  for (const table of tables) {
    const { name, columns } = table;
    text += tableLine(name, columns);
    const sum = new TableSum();
    const keys = table.keys ?? ["rowid"];
    for await (const { values } of readTable(d1, BASE + name, columns, ROWS, keys)) {
      sum.add(columns, values);
      text += rowLine(values);
      if (text.length > PART) await flush();
    }
    const digest = sum.end();
    whole.tables.push({ ...table, ...digest });
    rows += digest.rows;
  }
  await flush();
  const key = `${folder}/whole.json`;
  await bucket.put(key, JSON.stringify(whole));
  await bucket.put(LATEST, JSON.stringify(whole));
  return { key, rows };
}

/**
 * Deletes backups that broke off, and those that are too old; the newest whole one stays however old
 * it is.
 */
async function tidy(bucket: Bucket, now: number): Promise<void> {
  const keys = (await keysIn(bucket)).filter((key) => key !== LATEST);
  const folderOf = (key: string) => key.slice(0, key.indexOf("/"));
  const whole = keys.filter((key) => key.endsWith("/whole.json")).map(folderOf);
  const last = momentOf(now - KEPT);
  const kept = new Set(whole.filter((folder, at) => folder >= last || at === whole.length - 1));
  const over = keys.filter((key) => !kept.has(folderOf(key)));
  for (let from = 0; from < over.length; from += DELETED)
    await bucket.delete(over.slice(from, from + DELETED));
}

/**
 * Rows of a table that are gone since its copy, and those that have come; a changed row is both. The
 * copy stands on the left, as its columns compare byte by byte.
 */
function changesOf({ name, columns, keys }: KeptTable): [gone: string, come: string] {
  const on = keys
    ? keys.map((key) => `base.${key} = now.${key}`).join(" AND ")
    : "base.backup_key = now.rowid";
  const all = (side: string) => columns.map((column) => `${side}.${quoted(column)}`).join(", ");
  const base = `${quoted(BASE + name)} AS base`;
  const now = `${quoted(name)} AS now`;
  const where = `ON ${on} WHERE (${all("base")}) IS NOT (${all("now")})`;
  return [
    `SELECT ${all("base")} FROM ${base} LEFT JOIN ${now} ${where}`,
    `SELECT ${all("now")} FROM ${now} LEFT JOIN ${base} ${where}`,
  ];
}

/** @returns null where the changes are more than an answer may have */
async function storeChanges(
  d1: D1Database,
  bucket: Bucket,
  { folder, tables, migrations }: Whole,
  now: number,
): Promise<{ key: string; rows: number } | null> {
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
