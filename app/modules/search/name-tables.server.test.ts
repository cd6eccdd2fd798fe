import { expect, it } from "vitest";
import migration from "../../../migrations/0007_staff.sql?raw";
import { NAME_TABLES } from "./index-event.server";

it("the migration and a rebuild fill the names alike", () => {
  const statements = migration.split("--> statement-breakpoint").map((statement) =>
    statement
      .replace(/^--.*$/gm, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
  for (const { table, rows, from } of NAME_TABLES)
    expect(statements).toContain(`INSERT INTO ${table} SELECT ${rows} FROM ${from};`);
});
