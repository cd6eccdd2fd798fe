import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../migrations/", import.meta.url);

/** Statements of all migrations, in order. */
export const migrationStatements = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .flatMap((name) =>
      readFileSync(new URL(name, FOLDER), "utf8").split("--> statement-breakpoint"),
    )
    .filter((statement) => statement.trim() !== "");
