import { expect, it } from "vitest";
import migration from "../../../migrations/0002_search.sql?raw";
import { CREATE_SEARCH_TABLES } from "./search-tables";

it("the migration and a rebuild make the same tables", () => {
  const statements = migration
    .split("--> statement-breakpoint")
    .map((statement) => statement.replace(/^--.*$/gm, "").trim());
  expect(statements).toEqual(CREATE_SEARCH_TABLES);
});
