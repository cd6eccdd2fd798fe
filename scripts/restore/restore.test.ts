import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import backups from "../../backups";
import { rowLine } from "../../backups/backup-rows";
import { columnsOf, readTable, SCHEMA, schemaOf, tablesInOrder } from "../../backups/read-table";
import { type Bucket, storeBackup } from "../../backups/write-backup";
import { migrationStatements } from "../../tests/bench/migrations";
import { limitPlatform } from "../../tests/helpers/limited-platform";
import { meterDatabase } from "../../tests/helpers/metered-database";
import { nodeDatabases } from "../../tests/helpers/node-d1";
import { configurationOf } from "../open-database";
import { openBackup, rowsOf } from "./backup-file";
import { dropCopies, dumpDatabase, sweepCopies } from "./dump-database";
import { expectedSchema, migrationNames, sameSql } from "./expected-schema";
import { gatherBackup } from "./gather-backup";
import { restoreDatabase } from "./restore-database";

// Whole databases are migrated, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** Texts that a file may mistake for something else. */
const TEXTS = [
  String.raw`literal \n and \r\n, \\n and \u0041`,
  "a break\nand one of\r\nWindows, and a \\n between\n",
  `'single', "double", \`back\` and ''two''; -- no comment`,
  "🎉👩‍👩‍👧 نیم‌فاصله و «گیومه»\u2028a line separator\u2029",
  '{"table":"users","columns":[]}',
  '{"bytes":"00ff"}',
  "a\u0000b",
  "",
];
const LONG = `${"متنی بلند؛ با «گیومه»، 'apostrophes' و\nسطرها; ".repeat(9_000)}`.slice(0, 400_000);
const folder = mkdtempSync(join(tmpdir(), "rooydad-restore-"));
const file = join(folder, "backup.jsonl");
const NAMES = [
  "SOURCE",
  "ONE",
  "TWO",
  "THREE",
  "FOUR",
  "LIVE",
  "STORED",
  "GATHERED",
  "BAD",
  "BROUGHT",
] as const;
let databases: Awaited<ReturnType<typeof nodeDatabases<(typeof NAMES)[number]>>>;

/** A migrated database of its own. */
async function migrated(name: (typeof NAMES)[number]): Promise<D1Database> {
  const d1 = databases.open(name);
  await d1.batch(migrationStatements().map((statement) => d1.prepare(statement)));
  return d1;
}
/** Tables that a backup leaves out and a restore fills again, in the order of their keys. */
const REFILLED = ["event_facets", "facet_counts"];

async function contentsOf(d1: D1Database) {
  const contents: Record<string, unknown[]> = {};
  for (const name of [...(await tablesInOrder(d1)), ...REFILLED])
    contents[name] = (await d1.prepare(`SELECT * FROM "${name}"`).all()).results;
  return contents;
}
const triggersOf = async (d1: D1Database) =>
  (await d1.prepare(SCHEMA).all<{ type: string }>()).results.filter(
    ({ type }) => type === "trigger",
  ).length;

beforeAll(async () => {
  databases = await nodeDatabases(NAMES);
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
  await d1.batch(
    TEXTS.map((text, at) =>
      d1
        .prepare(
          "INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at) VALUES (?1, ?1, 'k', 'a@b', 'fa', ?2, ?2, '', 0, 0)",
        )
        .bind(`text ${at}`, text),
    ),
  );
  await dumpDatabase(d1, file);
}, 120_000);

afterAll(async () => {
  await databases?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Why restoring the file into a database failed, or null. Drizzle names the statement and attaches
 * the failure as `cause`.
 */
const deathOf = (d1: D1Database): Promise<string | null> =>
  restoreDatabase(d1, file).then(
    () => null,
    (error: Error) => `${error.message} ${error.cause}`,
  );

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
  const unwrap = (of: D1PreparedStatement) =>
    (of as unknown as { unwrapped?: D1PreparedStatement }).unwrapped ?? of;
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
  it("reads its own file: rows with quotes, semicolons, line breaks and 400,000 characters", async () => {
    const backup = await openBackup(file);
    expect(backup.summary.tables).toMatchObject({
      users: { rows: 250 },
      events: { rows: 60 },
      mails: { rows: 2 + TEXTS.length },
    });
    for (const table of REFILLED) expect(backup.summary.tables).not.toHaveProperty(table);
    const rows = (await Array.fromAsync(rowsOf(file))).filter(({ table }) => table === "mails");
    const column = (name: string) =>
      rows.map(({ columns, values }) => values[columns.indexOf(name)]);
    expect(column("html").slice(0, 2)).toEqual([LONG, LONG]);
    expect(column("text").slice(2)).toEqual(TEXTS);
  });

  it("interrupted at any point and run again is complete: rows, triggers and indexes as after the migrations", async () => {
    const source = await contentsOf(databases.open("SOURCE"));
    const d1 = await migrated("ONE");
    let deaths = 0;
    // Each turn dies a little further on: in its emptying, its loading, the search index, the
    // triggers, the checks.
    for (let steps = 3; ; steps += 47) {
      const death = await deathOf(dyingAt(d1, steps));
      if (death === null) break;
      expect(death).toMatch(/killed/);
      deaths += 1;
      const { count } = (await d1
        .prepare("SELECT count(*) AS count FROM restore_state")
        .first<{ count: number }>()) ?? { count: -1 };
      // Before the first row is written nothing has been done.
      expect(count).toBe(1);
    }
    expect(deaths).toBeGreaterThanOrEqual(4);
    expect(await contentsOf(d1)).toEqual(source);
    // Facets of the source are those that the triggers have written.
    expect(source.event_facets).toHaveLength(60 * 4);
    expect(source.facet_counts).toContainEqual({ facet: "all", upcoming: 60 });
    const found = (await d1.prepare(SCHEMA).all<{ type: string; name: string; sql: string }>())
      .results;
    const expected = expectedSchema();
    expect(found.map(({ type, name }) => `${type} ${name}`)).toEqual(
      expected.map(({ type, name }) => `${type} ${name}`),
    );
    expect(found.every(({ sql }, at) => sameSql(sql, expected[at]?.sql ?? ""))).toBe(true);
    expect(await triggersOf(d1)).toBe(expected.filter(({ type }) => type === "trigger").length);
    expect(await d1.prepare("SELECT count(*) AS count FROM restore_state").first()).toEqual({
      count: 0,
    });
    expect(await d1.prepare("SELECT count(*) AS count FROM event_search").first()).toEqual({
      count: 60,
    });
  }, 120_000);

  it("is incomplete if a row is missing, and resumes only with its own file", async () => {
    const d1 = await migrated("TWO");
    await expect(deathOf(dyingAt(d1, 210))).resolves.toMatch(/killed/);
    const other = join(folder, "other.jsonl");
    copyFileSync(file, other);
    appendFileSync(other, " ");
    await expect(restoreDatabase(d1, other)).rejects.toThrow("another file");
    await d1.batch([
      d1.prepare("DELETE FROM mails WHERE id = 'one'"),
      d1.prepare("UPDATE restore_state SET phase = 'finishing'"),
      d1.prepare("CREATE INDEX of_nobody ON mails (subject)"),
    ]);
    await expect(restoreDatabase(d1, file)).rejects.toThrow(
      `mails has ${1 + TEXTS.length} rows, the file ${2 + TEXTS.length}`,
    );
    expect(await d1.prepare("SELECT count(*) AS count FROM restore_state").first()).toEqual({
      count: 1,
    });
  }, 60_000);

  it("is incomplete if a row differs from the file", async () => {
    const d1 = await migrated("FOUR");
    await expect(deathOf(dyingAt(d1, 170))).resolves.toMatch(/killed/);
    await restoreDatabase(d1, file);
    await d1.batch([
      d1.prepare(
        "UPDATE mails SET text = replace(text, char(92) || 'n', char(10)) WHERE id = 'text 0'",
      ),
      d1
        .prepare(
          "INSERT INTO restore_state (id, file_hash, phase, loaded, started_at) VALUES ('restore', ?, 'finishing', 0, 0)",
        )
        .bind((await openBackup(file)).hash),
    ]);
    await expect(restoreDatabase(d1, file)).rejects.toThrow(
      "mails has other contents than the file",
    );
    expect(await d1.prepare("SELECT count(*) AS count FROM restore_state").first()).toEqual({
      count: 1,
    });
  }, 60_000);

  it("brings back rows with bad values as they were, one in every column that indexes are made of", async () => {
    const d1 = await migrated("BAD");
    await restoreDatabase(d1, file);
    const triggers = (await schemaOf(d1)).filter(({ type }) => type === "trigger");
    for (const { name } of triggers) await d1.prepare(`DROP TRIGGER ${name}`).run();
    const columns = await columnsOf(d1, "events");
    const fixed = new Set(["id", "city_id", "creator_id", "status", "search_rowid"]);
    const planted: string[] = [];
    for (const [at, { name }] of columns.entries()) {
      if (fixed.has(name)) continue;
      const id = `e${at % 30}`;
      const done = await d1
        .prepare(`UPDATE events SET "${name}" = '{broken' WHERE id = ?`)
        .bind(id)
        .run()
        .catch(() => null);
      if (done) planted.push(name);
    }
    expect(planted).toEqual(
      expect.arrayContaining(["time_zone", "currency", "local_day", "schedule", "categories"]),
    );
    await d1
      .prepare(
        "INSERT INTO cities (id, slug, name_en, name_fa, country_en, country_fa, country_code, time_zone, latitude, longitude, search_key, created_at, updated_at) SELECT 'd', 'nowhere', name_en, name_fa, country_en, country_fa, country_code, 'Nowhere/Land', latitude, longitude, '', 0, 0 FROM cities",
      )
      .run();
    await d1.prepare("UPDATE events SET city_id = 'd' WHERE id = 'e59'").run();
    await d1.prepare("UPDATE users SET time_zone = 'Nowhere/Land' WHERE id = 'u1'").run();
    const bad = join(folder, "bad.jsonl");
    await dumpDatabase(d1, bad);
    const brought = await migrated("BROUGHT");
    await restoreDatabase(brought, bad);
    const [were, are] = [await contentsOf(d1), await contentsOf(brought)];
    for (const name of Object.keys(were))
      if (!REFILLED.includes(name)) expect([name, are[name]]).toEqual([name, were[name]]);
    // What is right is found and listed.
    const right = Array.from({ length: 29 }, (_, at) => `e${30 + at}`);
    for (const sql of [
      "SELECT event_id AS id FROM event_search",
      "SELECT event_id AS id FROM event_facets WHERE facet = 'all'",
    ]) {
      const { results } = await brought.prepare(sql).all<{ id: string }>();
      expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining(right));
    }
  }, 120_000);

  it("refuses a file whose rows have changed since the backup", async () => {
    const changed = join(folder, "changed.jsonl");
    writeFileSync(changed, readFileSync(file, "utf8").replace("Evening 7", "Evening 8"));
    await expect(openBackup(changed)).rejects.toThrow("other rows of events");
    await expect(openBackup(import.meta.filename)).rejects.toThrow("no JSON");
  });

  it("refuses a truncated file, and a database with users", async () => {
    const broken = join(folder, "broken.jsonl");
    copyFileSync(file, broken);
    truncateSync(broken, readFileSync(file).length - 4_000);
    const d1 = await migrated("THREE");
    await expect(restoreDatabase(d1, broken)).rejects.toThrow("broke off");
    await expect(restoreDatabase(databases.open("SOURCE"), file)).rejects.toThrow("not empty");
  }, 60_000);
});

/** A bucket in memory, whose lists come in pages of two keys. */
function bucketOf(objects = new Map<string, string>()): Bucket & { objects: Map<string, string> } {
  return {
    objects,
    put: async (key, text) => objects.set(key, text),
    get: async (key) => {
      const text = objects.get(key);
      return text === undefined ? null : { text: async () => text };
    },
    delete: async (keys) => {
      for (const key of keys) objects.delete(key);
    },
    list: async ({ cursor }) => {
      const keys = [...objects.keys()].sort();
      const from = cursor ? keys.findIndex((key) => key > cursor) : 0;
      const page = from < 0 ? [] : keys.slice(from, from + 2);
      const truncated = from >= 0 && from + 2 < keys.length;
      return {
        objects: page.map((key) => ({ key })),
        truncated,
        ...(truncated ? { cursor: page.at(-1) } : null),
      };
    },
  };
}

describe("backups in the bucket", () => {
  const HOUR = 3_600_000;
  const DAWN = Date.UTC(2026, 10, 28, 0, 10);
  const bucket = bucketOf();
  let d1: D1Database;
  const run = (sql: string) => d1.prepare(sql).run();
  const store = async (at: number) => (await storeBackup(d1, bucket, at))?.key;

  it("are whole once a day and after migrations, and hourly what has changed since", async () => {
    d1 = await migrated("STORED");
    await restoreDatabase(d1, file);
    await run("CREATE TABLE d1_migrations (name text)");
    for (const name of migrationNames())
      await d1.prepare("INSERT INTO d1_migrations VALUES (?)").bind(name).run();
    expect(await store(DAWN)).toBe("2026-11-28T00-10/whole.json");
    expect(await storeBackup(d1, bucket, DAWN + HOUR)).toEqual({
      key: "2026-11-28T00-10/changes-2026-11-28T01-10.jsonl",
      rows: 0,
    });
    await run("UPDATE users SET display_name = 'Another' WHERE id = 'u7'");
    await run("DELETE FROM mails WHERE id = 'one'");
    await run(`UPDATE mails SET text = 'it''s' || char(10) || char(8232) WHERE id = 'text 0'`);
    await run("UPDATE events SET title_en = 'A new title' WHERE id = 'e3'");
    expect(await store(DAWN + 2 * HOUR)).toBe("2026-11-28T00-10/changes-2026-11-28T02-10.jsonl");
    const changes = bucket.objects.get("2026-11-28T00-10/changes-2026-11-28T02-10.jsonl") ?? "";
    expect(changes).not.toContain("Evening 7");
  }, 60_000);

  it("are one file that restores: each hour's rows, bytes and all", async () => {
    const now = await contentsOf(d1);
    const one = join(folder, "gathered.jsonl");
    for (const until of ["2026-11-28T01", "2026-11-28T01:10", "2026-11-28T01:10:00Z"])
      expect(await gatherBackup(bucket, one, until)).toContain("changes-2026-11-28T01");
    for (const until of ["2026-11-28T02:09", "2026-11-28T02-09"])
      expect(await gatherBackup(bucket, one, until)).toContain("changes-2026-11-28T01");
    for (const until of ["yesterday", "2026-11-28 14:10", "2026-11-28T1", ""])
      await expect(gatherBackup(bucket, one, until)).rejects.toThrow("is no moment");
    expect((await openBackup(one)).summary.tables.mails).toEqual(
      (await openBackup(file)).summary.tables.mails,
    );
    expect(await gatherBackup(bucket, one)).toContain("changes-2026-11-28T02");
    const restored = await migrated("GATHERED");
    await restoreDatabase(restored, one);
    const contents = await contentsOf(restored);
    for (const [table, rows] of Object.entries(now))
      expect([table, new Set((contents[table] ?? []).map((row) => JSON.stringify(row)))]).toEqual([
        table,
        new Set(rows.map((row) => JSON.stringify(row))),
      ]);
  }, 60_000);

  it("leave an earlier file as it was where they cannot be read", async () => {
    const one = join(folder, "gathered.jsonl");
    const good = readFileSync(one, "utf8");
    const part = [...bucket.objects].find(([key]) => key.includes("/whole-"));
    bucket.objects.delete(part?.[0] ?? "");
    await expect(gatherBackup(bucket, one)).rejects.toThrow(`no ${part?.[0]}`);
    bucket.objects.set(...(part ?? ["", ""]));
    expect(readFileSync(one, "utf8")).toBe(good);
    expect(existsSync(`${one}.part`)).toBe(false);
  });

  it("are read without a database, which may be gone", () => {
    expect(() => configurationOf(true, true)).toThrow("names no database");
    expect(configurationOf(true, false)).toMatchObject({
      d1_databases: [],
      r2_buckets: [{ binding: "BACKUPS", remote: true }],
    });
    expect(configurationOf(false, true).d1_databases).toHaveLength(1);
  });

  it("begin anew on another day, in another database, after migrations and where one was broken off", async () => {
    expect(await store(DAWN + 24 * HOUR)).toBe("2026-11-29T00-10/whole.json");
    await run("UPDATE backup_base_of SET folder = 'an older copy'");
    expect(await store(DAWN + 25 * HOUR)).toBe("2026-11-29T01-10/whole.json");
    await run("INSERT INTO d1_migrations VALUES ('9999_next.sql')");
    expect(await store(DAWN + 26 * HOUR)).toBe("2026-11-29T02-10/whole.json");
    const failing = {
      ...bucket,
      put: async () => {
        throw new Error("R2 is away");
      },
    };
    await expect(storeBackup(d1, failing, DAWN + 48 * HOUR)).rejects.toThrow("R2 is away");
    expect(await store(DAWN + 49 * HOUR)).toBe("2026-11-30T01-10/whole.json");
    // No whole one is listed that was not stored to its end.
    expect([...bucket.objects.keys()].filter((key) => key.startsWith("2026-11-30T00"))).toEqual([]);
    expect(await store(DAWN + 32 * 24 * HOUR)).toContain("2026-12-30");
    expect([...bucket.objects.keys()].filter((key) => key.startsWith("2026-11-28"))).toEqual([]);
    await run(
      "INSERT INTO restore_state (id, file_hash, phase, loaded, started_at) VALUES ('restore', '', 'loading', 0, 0)",
    );
    expect(await storeBackup(d1, bucket, DAWN + 33 * 24 * HOUR)).toBeNull();
  }, 60_000);

  it("ask no more than an invocation may, and leave the database's schema as it was", async () => {
    await run("DELETE FROM restore_state");
    const limited = limitPlatform({ DB: d1 });
    await storeBackup(limited.env.DB, bucket, DAWN + 34 * 24 * HOUR);
    expect(limited.refused).toEqual([]);
    expect(limited.spent.queries).toBeLessThan(470);
    const hourly = limitPlatform({ DB: d1 });
    await storeBackup(hourly.env.DB, bucket, DAWN + 34 * 24 * HOUR + HOUR);
    expect(hourly.spent.queries).toBeLessThan(350);
    expect((await d1.prepare(SCHEMA).all()).results).toHaveLength(expectedSchema().length);
    await expect(tablesInOrder(d1)).resolves.not.toContain("backup_base_users");
  }, 60_000);

  it("make a whole one of changes that are too large, within one invocation", async () => {
    const at = DAWN + 34 * 24 * HOUR;
    await d1
      .prepare(
        "INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at) SELECT 'large ' || value, 'large ' || value, 'k', 'a@b', 'fa', 's', 't', ?, 0, 0 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11]')",
      )
      .bind("x".repeat(1_900_000))
      .run();
    const limited = limitPlatform({ DB: d1 });
    expect(await storeBackup(limited.env.DB, bucket, at + 2 * HOUR)).toMatchObject({
      key: "2027-01-01T02-10/whole.json",
    });
    expect(limited.spent.queries).toBeLessThan(600);
    await run("DELETE FROM mails WHERE id LIKE 'large %'");
  }, 60_000);

  it("that fail fill no bucket, and leave the newest whole one however old it is", async () => {
    const newest = DAWN + 35 * 24 * HOUR;
    expect(await store(newest)).toBe("2027-01-02T00-10/whole.json");
    const last = [...bucket.objects.keys()].filter((key) => key.startsWith("2027-01-02T00-10/"));
    const failing = {
      ...bucket,
      put: async (key: string, text: string) => {
        if (key.endsWith("/whole.json")) throw new Error("R2 is away");
        return bucket.put(key, text);
      },
    };
    for (const hour of [24, 25])
      await expect(storeBackup(d1, failing, newest + hour * HOUR)).rejects.toThrow("R2 is away");
    const broken = (key: string) => key > "2027-01-03" && key !== "latest.json";
    // The parts of one try alone: the next goes on with it.
    expect(
      new Set([...bucket.objects.keys()].filter(broken).map((key) => key.split("/")[0])),
    ).toEqual(new Set(["2027-01-03T00-10"]));
    await run("DROP TABLE backup_base_of");
    await expect(storeBackup(d1, failing, newest + 40 * 24 * HOUR)).rejects.toThrow("away");
    expect(
      [...bucket.objects.keys()]
        .filter((key) => key < "2027-02-01" && key !== "latest.json")
        .sort(),
    ).toEqual(last.sort());
    expect(await store(newest + 40 * 24 * HOUR + HOUR)).toBe("2027-02-11T00-10/whole.json");
    expect(await store(newest + 40 * 24 * HOUR + 2 * HOUR)).toContain("/changes-2027-02-11T02-10");
    expect(new Set([...bucket.objects.keys()].map((key) => key.split("/")[0]))).toEqual(
      new Set(["latest.json", "2027-02-11T00-10"]),
    );
  }, 60_000);

  it("leave copies in the database that a sweep drops: the next one is whole", async () => {
    const at = DAWN + 76 * 24 * HOUR;
    expect(await dropCopies(d1)).toBe(0);
    await run("CREATE TABLE backup_copy_of_one_that_died (id text)");
    expect(await sweepCopies(d1)).toBeGreaterThan(100);
    const { results } = await d1
      .prepare("SELECT name FROM sqlite_master WHERE name GLOB 'backup_*_*'")
      .all();
    expect(results).toEqual([]);
    expect(await store(at + HOUR)).toContain("T01-10/whole.json");
  }, 60_000);

  /** The digests of the gathered file, and of a dump of the database as it is now. */
  const gatheredAndDumped = async () => {
    const [one, dumped] = [join(folder, "one.jsonl"), join(folder, "dumped.jsonl")];
    await gatherBackup(bucket, one);
    await dumpDatabase(d1, dumped);
    return [(await openBackup(one)).summary.tables, (await openBackup(dumped)).summary.tables];
  };

  it("of a later day write the rows that differ alone into their copies, once an hour", async () => {
    const at = DAWN + 80 * 24 * HOUR;
    await store(at);
    await run("UPDATE users SET display_name = 'A third name' WHERE id IN ('u7', 'u8')");
    await run("DELETE FROM mails WHERE id = 'two'");
    const { db, spent } = meterDatabase(d1);
    expect(await storeBackup(db.$client as D1Database, bucket, at + 24 * HOUR)).toMatchObject({
      key: expect.stringContaining("T00-10/whole.json"),
    });
    // Three rows, and the moment of the copies in place of the one before.
    expect(spent.rowsWritten).toBe(3 + 2);
    expect(await store(at + 24 * HOUR + HOUR / 4)).toBeUndefined();
    const [gathered, dumped] = await gatheredAndDumped();
    expect(gathered).toEqual(dumped);
    expect(await store(at + 25 * HOUR)).toContain("/changes-");
    expect(await store(at + 25 * HOUR + HOUR / 4)).toBeUndefined();
  }, 60_000);

  it("whose pages are more than a call may read go on in the next calls", async () => {
    const at = DAWN + 82 * 24 * HOUR;
    let calls = 0;
    for (let stored: Awaited<ReturnType<typeof storeBackup>> = null; ; calls += 1) {
      const limited = limitPlatform({ DB: d1 });
      // The copies take some 240 of them.
      const statements = calls === 0 ? 250 : 25;
      stored = await storeBackup(limited.env.DB, bucket, at + (calls * HOUR) / 4, statements);
      if (!stored?.isUnfinished) break;
      // What changes meanwhile is of the next hour.
      await run(`UPDATE users SET display_name = 'Changed ${calls}' WHERE id = 'u9'`);
    }
    expect(calls).toBeGreaterThan(2);
    expect([...bucket.objects.keys()].some((key) => key.endsWith("/whole-0002.jsonl"))).toBe(true);
    expect(await gatherBackup(bucket, join(folder, "one.jsonl"))).toContain("T00-10/whole.json");
    await openBackup(join(folder, "one.jsonl"));
    expect(await store(at + 3 * HOUR)).toContain("/changes-");
    const [gathered, dumped] = await gatheredAndDumped();
    expect(gathered).toEqual(dumped);
  }, 60_000);

  it("interrupted at any point are whole with the next call", async () => {
    let at = DAWN + 84 * 24 * HOUR;
    let deaths = 0;
    const one = join(folder, "one.jsonl");
    const dies = async (by: D1Database, into: Bucket) => {
      at += 24 * HOUR;
      await run(`UPDATE users SET display_name = 'Day ${at}' WHERE id = 'u5'`);
      const death = await storeBackup(by, into, at).then(
        () => null,
        (error: Error) => error.message,
      );
      if (death === null) return false;
      expect(death).toMatch(/killed/);
      deaths += 1;
      // What the bucket has then is an earlier one or this one, and whole; the next call's has the day's row.
      for (const again of [() => null, () => store(at + HOUR)]) {
        await again();
        await gatherBackup(bucket, one);
        await openBackup(one);
      }
      expect(readFileSync(one, "utf8")).toContain(`"Day ${at}"`);
      return true;
    };
    for (let puts = 0; ; puts += 1) {
      let left = puts;
      const put = async (key: string, text: string) => {
        // Every other one dies when it is stored, but not answered.
        if (puts % 2 === 1 && left === 0) await bucket.put(key, text);
        if (left === 0) throw new Error("killed");
        left -= 1;
        return bucket.put(key, text);
      };
      if (!(await dies(d1, { ...bucket, put }))) break;
    }
    expect(deaths).toBeGreaterThanOrEqual(4);
    for (let steps = 1; await dies(dyingAt(d1, steps), bucket); steps += 29);
    // Without copies of an earlier one.
    for (const steps of [5, 7, 8]) {
      await run("DROP TABLE backup_base_of");
      expect(await dies(dyingAt(d1, steps), bucket)).toBe(true);
    }
    expect(deaths).toBeGreaterThanOrEqual(10);
    const [gathered, dumped] = await gatheredAndDumped();
    expect(gathered).toEqual(dumped);
  }, 120_000);

  it("tell the product's alarms when one was stored, and when one failed", async () => {
    const at = DAWN + 400 * 24 * HOUR;
    const state = () => d1.prepare("SELECT stored_at, failed_at FROM stored_backups").first();
    const bindings = (into: Bucket) => ({ DB: d1, BACKUPS: into }) as never;
    for (const level of ["log", "info", "error"] as const)
      vi.spyOn(console, level).mockImplementation(() => {});
    const away = { ...bucket, list: () => Promise.reject(new Error("R2 is away")) };
    const controller = (scheduledTime: number) => ({ scheduledTime }) as never;
    await backups.scheduled(controller(at), bindings(bucket), {} as never);
    expect(await state()).toEqual({ stored_at: at, failed_at: null });
    await expect(
      backups.scheduled(controller(at + HOUR), bindings(away), {} as never),
    ).rejects.toThrow("R2 is away");
    expect(await state()).toEqual({ stored_at: at, failed_at: at + HOUR });
    await backups.scheduled(controller(at + HOUR + 1), bindings(bucket), {} as never);
    expect(await state()).toEqual({ stored_at: at + HOUR + 1, failed_at: null });
    // One that fails where nothing is due is over with the next call.
    await expect(
      backups.scheduled(controller(at + HOUR + 2), bindings(away), {} as never),
    ).rejects.toThrow("R2 is away");
    expect(await state()).toMatchObject({ failed_at: at + HOUR + 2 });
    await backups.scheduled(controller(at + HOUR + 3), bindings(bucket), {} as never);
    expect(await state()).toEqual({ stored_at: at + HOUR + 1, failed_at: null });
    vi.restoreAllMocks();
  }, 60_000);
});

describe("a backup", () => {
  it("finds no table that refers to itself: one of changes has a table's rows in any order", async () => {
    const { results } = await databases
      .open("SOURCE")
      .prepare(
        `SELECT m.name FROM (SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*') m
          CROSS JOIN pragma_foreign_key_list(m.name) f WHERE f."table" = m.name`,
      )
      .all();
    expect(results).toEqual([]);
  });

  it("is of one moment despite concurrent writes, and leaves no copy behind", async () => {
    const d1 = await migrated("LIVE");
    const add = (id: string) =>
      d1
        .prepare(
          "INSERT INTO mails (id, idempotency_key, kind, to_address, locale, subject, text, html, due_at, created_at) VALUES (?1, ?1, 'k', 'a@b', 'en', 's', 't', 'h', 0, 0)",
        )
        .bind(id)
        .run();
    await add("before");
    await d1.prepare("CREATE TABLE backup_copy_of_one_that_died (id text)").run();
    let isCopied = false;
    const busy = new Proxy(d1, {
      get(target, name) {
        if (name === "batch")
          return async (statements: D1PreparedStatement[]) => {
            const outcome = await target.batch(statements);
            isCopied = true;
            await add("meanwhile");
            return outcome;
          };
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const live = join(folder, "live.jsonl");
    await dumpDatabase(busy, live);
    expect(isCopied).toBe(true);
    await d1.prepare("CREATE TABLE backup_copy_of_another_one (id text)").run();
    expect([await dropCopies(d1), await dropCopies(d1)]).toEqual([1, 0]);
    const mails = (await Array.fromAsync(rowsOf(live))).filter(({ table }) => table === "mails");
    expect(mails.map(({ columns, values }) => values[columns.indexOf("id")])).toEqual(["before"]);
    expect(
      (await d1.prepare(SCHEMA).all<{ name: string }>()).results.filter(({ name }) =>
        name.startsWith("backup_copy_"),
      ),
    ).toEqual([]);
  });

  it("keeps bytes, and reads tables with either kind of key in small pages", async () => {
    const d1 = databases.open("LIVE");
    await d1.batch([
      d1.prepare("CREATE TABLE plain (id text PRIMARY KEY, held blob)"),
      d1.prepare(
        "CREATE TABLE keyed (one text, two integer, PRIMARY KEY (one, two)) WITHOUT ROWID",
      ),
      ...Array.from({ length: 25 }, (_, at) =>
        d1.prepare("INSERT INTO keyed VALUES (?, ?)").bind(`k${at % 3}`, at),
      ),
      d1.prepare(
        "INSERT INTO plain VALUES ('bytes', x'00ff0a5c6e'), ('none', NULL), ('long', zeroblob(3000000))",
      ),
    ]);
    const read = async (table: string, rows: number) => {
      const columns = (await columnsOf(d1, table)).map(({ name }) => name);
      return (await Array.fromAsync(readTable(d1, table, columns, { rows }))).map(
        ({ values }) => values,
      );
    };
    for (const rows of [1, 4, 100]) {
      const keyed = await read("keyed", rows);
      expect(keyed).toHaveLength(25);
      expect(new Set(keyed.map(String)).size).toBe(25);
    }
    const plain = await read("plain", 2);
    expect(plain.map(([id]) => id)).toEqual(["bytes", "none", "long"]);
    expect(Buffer.from(plain[0]?.[1] as ArrayBuffer).toString("hex")).toBe("00ff0a5c6e");
    const line = rowLine(plain[0] ?? []);
    expect(JSON.parse(line)).toEqual(["bytes", { bytes: "00ff0a5c6e" }]);
  });
});
