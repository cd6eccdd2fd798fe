import { expect, it } from "vitest";
import migration from "../../../migrations/0007_staff.sql?raw";
import { FILL_NAME_TABLES } from "./name-tables";

it("the migration and a rebuild fill the names alike", () => {
  const statements = migration.split("--> statement-breakpoint").map((statement) => statement.replace(/^--.*$/gm, "").trim());
  for (const fill of FILL_NAME_TABLES.filter((statement) => statement.startsWith("INSERT")))
    expect(statements).toContain(fill.replace(/;$/, ";"));
});
