import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root, tool, toolsEnvironment, toolsNode } from "./environment.mjs";
import { step } from "./report.mjs";
import { runQuietly } from "./run.mjs";

/**
 * Migrates and seeds the local database; idempotent. `persistTo` replaces .wrangler/state; `now`
 * (ISO) is the day around which sample events are placed.
 */
export async function prepareDatabase({ persistTo, now } = {}) {
  const place = persistTo ? ["--persist-to", persistTo] : [];
  await step("database", "Applying the migrations to the local database", () =>
    existsSync(resolve(root, persistTo ?? ".wrangler/state", "v3", "d1"))
      ? runQuietly(
          "migrate",
          toolsNode(),
          [tool("wrangler"), "d1", "migrations", "apply", "DB", "--local", ...place],
          toolsEnvironment(),
        )
      : createDatabase(persistTo),
  );
  await step("seed", "Seeding cities, venues and sample events", () =>
    runQuietly(
      "seed",
      "npm",
      ["run", "db:seed", "--", ...place, ...(now ? ["--now", now] : [])],
      toolsEnvironment(),
    ),
  );
}

/**
 * All migrations and Wrangler's record of them in one transaction: `migrations apply` starts D1
 * anew for each, which takes half a second.
 */
export async function createDatabase(persistTo) {
  const folder = join(root, "migrations");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const migrations = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const records = names.map((name) => `INSERT INTO d1_migrations (name) VALUES ('${name}');`);
  await executeSql([...migrations, WRANGLERS_TABLE, ...records].join("\n;\n"), { persistTo });
}

/** As Wrangler creates it. */
const WRANGLERS_TABLE = `CREATE TABLE d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

/** Runs SQL against the local database, while no server does. */
export async function executeSql(sql, { persistTo } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "rooydad-sql-"));
  const file = join(folder, "statements.sql");
  try {
    await writeFile(file, sql);
    const place = persistTo ? ["--persist-to", persistTo] : [];
    await runQuietly(
      "sql",
      toolsNode(),
      [tool("wrangler"), "d1", "execute", "DB", "--local", "--yes", "--file", file, ...place],
      toolsEnvironment(),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Puts a file into the local bucket of media, while no server runs. */
export async function storeObject(key, file, { persistTo }) {
  const object = `rooydad-media/${key}`;
  await runQuietly(
    "object",
    toolsNode(),
    [
      tool("wrangler"),
      ...["r2", "object", "put", object, "--file", file, "--local", "--persist-to", persistTo],
    ],
    toolsEnvironment(),
  );
}
