import { spawn } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import backups from "../../backups";
import { type TableDigest, TableSum, type Value } from "../../backups/backup-rows";
import { SCHEMA, type SchemaPart } from "../../backups/read-table";
import { storeBackup } from "../../backups/write-backup";
import { withBackups } from "../../scripts/open-database";
import { rowsOf } from "../../scripts/restore/backup-file";
import { expectedSchema, migrationNames, sameSql } from "../../scripts/restore/expected-schema";
import { startServer } from "../../scripts/set-up/server.mjs";
import { CACHE, type Left, leftIn, prepareState } from "./killed-product";

/** When the restore's process is killed: at an output line, or some ms after its start. */
interface Point {
  name: string;
  /**
   * Whether the line triggers the kill. @param share share of rows loaded, 0 to 1; null if the line
   * has no count
   */
  isNow?: (line: string, share: number | null) => boolean;
  /** Delay after that, ms; without `isNow` after the start. */
  wait?: number;
}
const loaded = (least: number) => (_: string, share: number | null) =>
  share !== null && share >= least;
const says = (what: string) => (line: string) => line === what;
const POINTS: readonly Point[] = [
  { name: "as the migrations are looked at", wait: 1_000 },
  { name: "as the tables are emptied", isNow: says("emptying") },
  { name: "after the first rows", isNow: loaded(0) },
  { name: "a quarter of the rows", isNow: loaded(0.25) },
  { name: "half of the rows", isNow: loaded(0.5) },
  { name: "three quarters of the rows", isNow: loaded(0.75) },
  { name: "as the search index begins", isNow: says("search index") },
  { name: "in the search index", isNow: says("search index"), wait: 150 },
  { name: "as triggers and indexes are made", isNow: says("triggers and indexes") },
  { name: "as everything is checked", isNow: says("checking"), wait: 50 },
];
const NAME = "bench-kill-restore";
/**
 * File of the prepared folder, named after the last migration, since a backup belongs to one schema
 * version.
 */
const READY = `prepared-${migrationNames().at(-1)}`;
/** Texts that dumps easily corrupt. */
const TEXTS = [
  String.raw`literal \n and \r`,
  "a\nbreak \\n",
  "it's 🎉 «گیومه»; --",
  `${"متن\\n\n'".repeat(60_000)}`.slice(0, 400_000),
];

const literal = (text: string) => `CAST(x'${Buffer.from(text).toString("hex")}' AS TEXT)`;

/** Runs a script of the product in its own process group. @returns exit status and output */
function run(
  program: "tsx" | "wrangler",
  args: readonly string[],
  onLine: (line: string, kill: () => void) => void = () => {},
) {
  const child = spawn(program, [...args], {
    env: { ...process.env, CI: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const kill = () => {
    try {
      process.kill(-Number(child.pid), "SIGKILL");
    } catch {
      // The process has already ended.
    }
  };
  let said = "";
  let open = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    const lines = (open + text).split("\n");
    open = lines.pop() ?? "";
    for (const line of lines) onLine(line, kill);
  });
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, said })),
  );
  return { ended, kill };
}

const restore = (
  persistTo: string,
  file: string,
  onLine?: (line: string, kill: () => void) => void,
) =>
  run(
    "tsx",
    [
      "--import",
      "./scripts/set-up/raw-text.mjs",
      "scripts/restore.ts",
      file,
      "--persist-to",
      persistTo,
    ],
    onLine,
  );

/** When the process of the third Worker is killed, ms after its first call. */
const DEATHS = [20, 80, 200, 400, 700, 1_100, 1_600, 2_200, 3_000, 4_000];
const QUARTER = 15 * 60_000;

/** Calls the third Worker each quarter of an hour until a backup is stored. */
export async function callBackups(persistTo: string, from: number): Promise<void> {
  await withBackups({ "persist-to": persistTo }, async (bindings) => {
    console.log("storing");
    for (let at = from, isStored = false; !isStored; at += QUARTER) {
      await backups.scheduled({ scheduledTime: at } as ScheduledController, bindings);
      console.log("called");
      const found = await bindings.DB.prepare("SELECT stored_at FROM stored_backups").first();
      isStored = Number(found?.stored_at) >= from;
    }
  });
}

/**
 * Stores a whole backup of the seeded product by processes of the third Worker that are killed with
 * -9, each a little later, then the changes of an hour, and compares the file of both with the
 * database. @returns whether they are the same
 */
export async function backingUp(): Promise<boolean> {
  const source = await prepareState("bench-kill-backup");
  const folder = source.persistTo;
  const began = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  let calls = 0;
  const store = async (at: number, death?: number) => {
    const child = run(
      "tsx",
      [
        "--import",
        "./scripts/set-up/raw-text.mjs",
        "tests/bench/kill.ts",
        "store",
        folder,
        `${at}`,
      ],
      (line, kill) => {
        if (line === "called") calls += 1;
        if (line === "storing" && death !== undefined) setTimeout(kill, death);
      },
    );
    const { code, said } = await child.ended;
    if (code !== 0 && code !== null) throw new Error(said);
    return code === 0;
  };
  let kills = 0;
  let isWhole = false;
  for (const [life, death] of [...DEATHS, undefined].entries()) {
    isWhole = await store(began + life * QUARTER, death);
    if (isWhole) break;
    kills += 1;
  }
  source.write(["UPDATE events SET title_en = title_en || ' again' WHERE rowid % 3 = 0"]);
  await store(began + 6 * 3_600_000);
  const file = join(folder, "backup.jsonl");
  const gathered = await run("tsx", [
    ...["scripts/backup.ts", "--from-bucket", "--persist-to", folder, "--output", file],
  ]).ended;
  if (gathered.code !== 0) throw new Error(gathered.said);
  const tables = new Map<string, readonly string[]>();
  const sums = new Map<string, TableSum>();
  for await (const { table, columns, values } of rowsOf(file)) {
    tables.set(table, columns);
    const sum = sums.get(table) ?? new TableSum();
    sum.add(columns, values);
    sums.set(table, sum);
  }
  const stored = Object.fromEntries([...sums].map(([table, sum]) => [table, sum.end()]));
  const rows = Object.values(stored).reduce((sum, table) => sum + table.rows, 0);
  const isSame = JSON.stringify(stored) === JSON.stringify(contentsOf(source, tables));
  console.log(
    `${isWhole && isSame ? "✓" : "✗"} ${kills} kills, ${calls} calls that ended: ${rows} rows of ${tables.size} tables, ${isSame ? "as" : "not as"} in the database`,
  );
  return isWhole && isSame;
}

/** Content of a database, read from its file: a digest per backed-up table. */
function contentsOf(
  left: Left,
  tables: ReadonlyMap<string, readonly string[]>,
): Record<string, TableDigest> {
  const contents: Record<string, TableDigest> = {};
  for (const [table, columns] of tables) {
    const sum = new TableSum();
    for (const row of left.read<Record<string, Value>>(
      `SELECT ${columns.map((name) => `"${name}"`).join(", ")} FROM "${table}"`,
    ))
      sum.add(
        columns,
        columns.map((name) => row[name] ?? null),
      );
    contents[table] = sum.end();
  }
  return contents;
}

const stateOf = (left: Left) =>
  left.read("SELECT 1 FROM sqlite_master WHERE name = 'restore_state'").length === 0
    ? undefined
    : left.read<{ phase: string; loaded: number }>("SELECT phase, loaded FROM restore_state")[0];

/**
 * Adds texts that dumps easily corrupt, creates a backup with the script, and makes an empty
 * database.
 */
async function prepare(source: Left, file: string, empty: string): Promise<void> {
  const folder = source.persistTo;
  source.write(
    TEXTS.map(
      (text, at) =>
        `INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at) VALUES ('bench-${at}', 'bench-${at}', 'k', 'a@b', 'fa', 's', ${literal(text)}, '', 0, 0)`,
    ),
  );
  const began = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const store = (at: number) =>
    withBackups({ "persist-to": folder }, ({ DB, BACKUPS }) =>
      storeBackup(DB, BACKUPS as never, at),
    );
  const whole = await timed("The whole backup", () => store(began));
  // Changes of each kind, in tables with many rows and with few.
  source.write([
    "UPDATE events SET title_en = title_en || ' again' WHERE rowid % 3 = 0",
    "DELETE FROM mails WHERE id = 'bench-1'",
    `INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at) VALUES ('bench-new', 'bench-new', 'k', 'a@b', 'fa', 's', ${literal(TEXTS[2] ?? "")}, '', 0, 0)`,
  ]);
  const changes = await timed("The changes of an hour", () => store(began + 3_600_000));
  console.log(`${whole?.key}: ${whole?.rows} rows; ${changes?.key}: ${changes?.rows}`);
  const backup = await timed(
    "The file of both",
    () =>
      run("tsx", [
        ...["scripts/backup.ts", "--from-bucket", "--persist-to", folder],
        ...["--output", file],
      ]).ended,
  );
  if (backup.code !== 0) throw new Error(`The backup failed: ${backup.said}`);
  const migrated = await run("wrangler", [
    "d1",
    "migrations",
    "apply",
    "DB",
    "--local",
    "--persist-to",
    empty,
  ]).ended;
  if (migrated.code !== 0) throw new Error(`The migrations failed: ${migrated.said}`);
  writeFileSync(join(folder, READY), "");
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  console.log(`${what} took ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  return done;
}

/**
 * Restores a backup of the seeded product, stored by the third Worker's code as a whole and the changes of an hour, into empty databases and kills each restore with -9 at
 * its own point. Afterwards the product must refuse to serve, and a repeated restore must complete:
 * contents of each table, indexes and triggers.
 * @param chosen numbers of points from 1; empty for all
 * @returns whether all of that holds
 */
export async function restoring(chosen: readonly number[] = []): Promise<boolean> {
  const kept = join(CACHE, NAME);
  // Single points share the preparation of the first one.
  const isPrepared = chosen.length > 0 && existsSync(join(kept, READY));
  const source = isPrepared ? leftIn(kept) : await prepareState(NAME);
  const folder = source.persistTo;
  const file = join(folder, "backup.jsonl");
  const empty = join(folder, "empty");
  if (!isPrepared) await prepare(source, file, empty);
  const tables = new Map<string, readonly string[]>();
  let rows = 0;
  for await (const { table, columns } of rowsOf(file)) {
    tables.set(table, columns);
    rows += 1;
  }
  const expected = contentsOf(source, tables);
  const indexed = source.read("SELECT count(*) AS count FROM event_search")[0];
  const schema = expectedSchema();
  if (chosen.length === 0) {
    const persistTo = join(folder, "timed");
    cpSync(empty, persistTo, { recursive: true });
    await timed("A restore that nothing stops", () => restore(persistTo, file).ended);
    rmSync(persistTo, { recursive: true, force: true });
  }
  const made = (type: string) => schema.filter((part) => part.type === type).length;
  console.log(
    `\nRestore of ${rows} rows of ${tables.size} tables that have any, ${migrationNames().length} migrations, ${made("trigger")} triggers, ${made("index")} indexes`,
  );
  let holds = true;
  for (const [at, { name, isNow, wait = 0 }] of POINTS.entries()) {
    if (chosen.length > 0 && !chosen.includes(at + 1)) continue;
    const persistTo = join(folder, `point-${at + 1}`);
    rmSync(persistTo, { recursive: true, force: true });
    cpSync(empty, persistTo, { recursive: true });
    let isDying = false;
    const first = restore(persistTo, file, (said, kill) => {
      const line = said.replace(/^… /, "");
      const of = /^(\d+) of (\d+) rows$/.exec(line);
      if (isDying || !isNow?.(line, of ? Number(of[1]) / Number(of[2]) : null)) return;
      isDying = true;
      if (wait === 0) kill();
      else setTimeout(kill, wait);
    });
    if (!isNow) setTimeout(first.kill, wait);
    const { code } = await first.ended;
    const left = leftIn(persistTo);
    const state = stateOf(left);
    const problems: string[] = [];
    if (code !== null) problems.push(`it ended with ${code} before it was killed`);
    let served = "nothing was there to be served";
    if (state) {
      const refused = await startServer({ persistTo, logLevel: "none" }).then(
        async (server: { stop: () => Promise<void> }) => {
          await server.stop();
          return null;
        },
        (error: Error) => error.message,
      );
      if (
        refused &&
        /restore of the database has not ended|database restore isn’t finished/.test(refused)
      )
        served = "the product refused to serve, and said why";
      else problems.push(`the product was served: ${refused ?? "healthy"}`);
    } else if (left.read("SELECT 1 FROM users LIMIT 1").length > 0)
      problems.push("people are there, and no restore is");
    const again = await restore(persistTo, file).ended;
    if (again.code !== 0) problems.push(`run again it failed: ${again.said.slice(-300)}`);
    const contents = contentsOf(left, tables);
    for (const table of tables.keys())
      if (JSON.stringify(contents[table]) !== JSON.stringify(expected[table]))
        problems.push(`${table} is not that of the backup`);
    const parts = new Map(
      left
        .read<SchemaPart & Record<string, unknown>>(SCHEMA)
        .map((part) => [`${part.type} ${part.name}`, part.sql]),
    );
    for (const { type, name, sql } of schema)
      if (!sameSql(parts.get(`${type} ${name}`) ?? "", sql))
        problems.push(`${type} ${name} is not that of the migrations`);
    if (parts.size !== schema.length)
      problems.push(`the schema has ${parts.size} parts instead of ${schema.length}`);
    if (
      JSON.stringify(left.read("SELECT count(*) AS count FROM event_search")[0]) !==
      JSON.stringify(indexed)
    )
      problems.push("the search index holds another number of events");
    if (stateOf(left)) problems.push("the row of restore_state is still there");
    const where = state ? `${state.phase}, ${state.loaded} rows` : "not begun";
    console.log(
      problems.length === 0
        ? `✓ ${at + 1} ${name} (${where}): ${served}; run again, whole`
        : `✗ ${at + 1} ${name} (${where}): ${problems.slice(0, 5).join("; ")}`,
    );
    holds &&= problems.length === 0;
    rmSync(persistTo, { recursive: true, force: true });
  }
  console.log(
    holds
      ? "✓ Every restore that was killed ended whole."
      : "✗ A restore that was killed did not end whole.",
  );
  return holds;
}
