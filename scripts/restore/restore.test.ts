import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrationStatements } from "../../tests/bench/migrations";
import { countRows, openBackup, rowsOf, summaryLine } from "./backup-file";
import { expectedSchema, migrationNames, SCHEMA, sameSql } from "./expected-schema";
import { isBackedUp, restoreDatabase } from "./restore-database";

const LONG = `${"متنی بلند؛ با «گیومه»، 'apostrophes' و\nسطرها; ".repeat(9_000)}`.slice(0, 400_000);
const folder = mkdtempSync(join(tmpdir(), "rooydad-restore-"));
const file = join(folder, "backup.sql");
let miniflare: Miniflare;

/** A migrated database of its own. */
async function migrated(name: "SOURCE" | "ONE" | "TWO" | "THREE"): Promise<D1Database> {
  const d1 = (await miniflare.getD1Database(name)) as unknown as D1Database;
  await d1.batch(migrationStatements().map((statement) => d1.prepare(statement)));
  return d1;
}
const tablesOf = async (d1: D1Database) =>
  (await d1.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all<{ name: string }>()).results
    .map(({ name }) => name)
    .filter(isBackedUp);
async function contentsOf(d1: D1Database) {
  const contents: Record<string, unknown[]> = {};
  for (const name of await tablesOf(d1)) contents[name] = (await d1.prepare(`SELECT * FROM "${name}"`).all()).results;
  return contents;
}
const triggersOf = async (d1: D1Database) =>
  (await d1.prepare(SCHEMA).all<{ type: string }>()).results.filter(({ type }) => type === "trigger").length;

beforeAll(async () => {
  miniflare = new Miniflare({
    workers: [
      {
        config: {
          name: "restore",
          compatibilityDate: "2026-11-01",
          manifest: { mainModule: "index.js", modules: { "index.js": { type: "esm", contents: "export default {}" } } },
          env: Object.fromEntries(["SOURCE", "ONE", "TWO", "THREE"].map((id) => [id, { type: "d1", id }])),
        },
      },
    ],
  } as never);
  const d1 = await migrated("SOURCE");
  await d1.batch([
    d1.prepare(
      "INSERT INTO cities (id, slug, name_en, name_fa, country_en, country_fa, country_code, time_zone, latitude, longitude, search_key, created_at, updated_at) VALUES ('c', 'tehran', 'Tehran', 'تهران', 'Iran', 'ایران', 'IR', 'Asia/Tehran', 35.7, 51.4, '', 0, 0)",
    ),
    ...Array.from({ length: 250 }, (_, at) =>
      d1
        .prepare(
          "INSERT INTO users (id, email, email_verified_at, display_name, interests, cities, notification_preferences, search_key, created_at, updated_at) VALUES (?, ?, 0, ?, '[]', '[\"tehran\"]', '{}', '', 0, 0)",
        )
        .bind(`u${at}`, `u${at}@rooydad.example`, `It's ; number "${at}"`),
    ),
    ...Array.from({ length: 60 }, (_, at) =>
      d1
        .prepare(
          "INSERT INTO events (id, city_id, title_en, description_en, venue_en, starts_at, ends_at, time_zone, local_day, currency, categories, tags, tag_keys, status, creator_id, title_key, search_rowid, created_at, updated_at) VALUES (?, 'c', ?, 'x', 'A hall', 4000000000000, 4000000000001, 'Asia/Tehran', '2096-10-02', 'IRR', '[\"Concert\"]', '[]', '[]', 'approved', 'u1', 'k', ?, 0, 0)",
        )
        .bind(`e${at}`, `Evening ${at}`, 9_000_000_000_000_000 + at),
    ),
    ...["one", "two"].map((id) =>
      d1
        .prepare(
          "INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at) VALUES (?, ?, 'k', 'a@b', 'fa', 's', 't', ?, 0, 0)",
        )
        .bind(id, id, LONG),
    ),
  ]);
  // As `wrangler d1 export` writes it.
  const dump = (await d1
    .prepare("PRAGMA miniflare_d1_export(?,?,?);")
    .bind(1, 0, ...(await tablesOf(d1)))
    .raw()) as unknown as [string[]];
  appendFileSync(file, (dump[0] as unknown as string[]).join("\n"));
  appendFileSync(file, `\n${summaryLine({ tables: await countRows(file), migrations: migrationNames() })}`);
}, 120_000);

afterAll(async () => {
  await miniflare?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** A database that dies with the statement or batch of that number. */
function dyingAt(d1: D1Database, count: number): D1Database {
  let left = count;
  const step = () => {
    left -= 1;
    if (left < 0) throw new Error("killed");
  };
  const statement = (of: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(of, {
      get(target, name) {
        if (name === "unwrapped") return target;
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === "bind") return statement(value.apply(target, args));
          step();
          return value.apply(target, args);
        };
      },
    });
  const unwrap = (of: D1PreparedStatement) => (of as unknown as { unwrapped?: D1PreparedStatement }).unwrapped ?? of;
  return new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => statement(target.prepare(sql));
      if (name === "batch")
        return (statements: D1PreparedStatement[]) => {
          step();
          return target.batch(statements.map(unwrap));
        };
      return Reflect.get(target, name);
    },
  });
}

describe("a restore", () => {
  it("knows its file: rows with quotes, semicolons, line breaks and 400,000 characters", async () => {
    const backup = await openBackup(file);
    expect(backup.summary.tables).toMatchObject({ users: 250, events: 60, mails: 2 });
    const rows = await Array.fromAsync(rowsOf(file, backup, "mails"));
    expect(rows.map(({ columns, values }) => values[columns.indexOf("html")] === LONG)).toEqual([true, true]);
  });

  it("that broke off at any point, run again, ends whole: rows, triggers and indexes as the migrations make them", async () => {
    const source = await contentsOf((await miniflare.getD1Database("SOURCE")) as unknown as D1Database);
    const d1 = await migrated("ONE");
    let deaths = 0;
    // Each turn dies a little further on: in its emptying, its loading, the search index, the triggers, the checks.
    for (let steps = 3; ; steps += 47) {
      const outcome = await restoreDatabase(dyingAt(d1, steps), file).catch((error: Error) => error);
      if (!(outcome instanceof Error)) break;
      // Drizzle names the statement, and the failure as its cause.
      expect(`${outcome.message} ${outcome.cause}`).toMatch(/killed/);
      deaths += 1;
      const { count } = (await d1.prepare("SELECT count(*) AS count FROM restore_state").first<{ count: number }>()) ?? { count: -1 };
      // Before the first row is written nothing has been done.
      expect(count).toBe(1);
    }
    expect(deaths).toBeGreaterThanOrEqual(4);
    expect(await contentsOf(d1)).toEqual(source);
    const found = (await d1.prepare(SCHEMA).all<{ type: string; name: string; sql: string }>()).results;
    const expected = expectedSchema();
    expect(found.map(({ type, name }) => `${type} ${name}`)).toEqual(expected.map(({ type, name }) => `${type} ${name}`));
    expect(found.every(({ sql }, at) => sameSql(sql, expected[at]?.sql ?? ""))).toBe(true);
    expect(await triggersOf(d1)).toBe(expected.filter(({ type }) => type === "trigger").length);
    expect(await d1.prepare("SELECT count(*) AS count FROM restore_state").first()).toEqual({ count: 0 });
    expect(await d1.prepare("SELECT count(*) AS count FROM event_search").first()).toEqual({ count: 60 });
  }, 120_000);

  it("is not taken for whole where a row is missing in the end, and goes on only with its own file", async () => {
    const d1 = await migrated("TWO");
    await expect(restoreDatabase(dyingAt(d1, 150), file)).rejects.toThrow("killed");
    const other = join(folder, "other.sql");
    copyFileSync(file, other);
    appendFileSync(other, "\n");
    await expect(restoreDatabase(d1, other)).rejects.toThrow("another file");
    await d1.batch([
      d1.prepare("DELETE FROM mails WHERE id = 'one'"),
      d1.prepare("UPDATE restore_state SET phase = 'finishing'"),
      d1.prepare("CREATE INDEX of_nobody ON mails (subject)"),
    ]);
    await expect(restoreDatabase(d1, file)).rejects.toThrow("mails has 1 rows, the file 2");
    expect(await d1.prepare("SELECT count(*) AS count FROM restore_state").first()).toEqual({ count: 1 });
  }, 60_000);

  it("refuses a file that broke off, and a database with people in it", async () => {
    const broken = join(folder, "broken.sql");
    copyFileSync(file, broken);
    truncateSync(broken, readFileSync(file).length - 4_000);
    const d1 = await migrated("THREE");
    await expect(restoreDatabase(d1, broken)).rejects.toThrow("broke off");
    const source = (await miniflare.getD1Database("SOURCE")) as unknown as D1Database;
    await expect(restoreDatabase(source, file)).rejects.toThrow("not empty");
  }, 60_000);
});
