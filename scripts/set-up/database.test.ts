import { globSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createDatabase } from "./database.mjs";

it("a new database has all migrations, recorded as Wrangler does, so that later ones are added to it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rooydad-database-"));
  try {
    await createDatabase(folder);
    const [file = ""] = globSync(join(folder, "v3/d1/*/*.sqlite")).filter(
      (path) => !path.endsWith("metadata.sqlite"),
    );
    const database = new DatabaseSync(file, { readOnly: true });
    const names = database.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
    const events = database.prepare("SELECT count(*) AS count FROM events").get();
    database.close();
    expect(names.map(({ name }) => name)).toEqual(
      readdirSync("migrations").filter((name) => name.endsWith(".sql")),
    );
    expect(events).toEqual({ count: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
