import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const FOLDER = new URL("../../migrations/", import.meta.url);

/** A table, index, trigger or view with its SQL. */
export interface SchemaPart {
  type: string;
  name: string;
  sql: string;
}

export const migrationNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort();

/** The schema that the migrations make, found by running them in memory. */
export function expectedSchema(): SchemaPart[] {
  const database = new DatabaseSync(":memory:");
  for (const name of migrationNames())
    database.exec(
      readFileSync(new URL(name, FOLDER), "utf8").replaceAll("--> statement-breakpoint", ""),
    );
  const parts = database.prepare(SCHEMA).all() as unknown as SchemaPart[];
  database.close();
  return parts;
}

/** All objects of the product that have SQL. */
export const SCHEMA =
  "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' ORDER BY type, name";

/** Layout and comments aside, the same SQL makes the same thing. */
export const sameSql = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (sql: string) =>
  sql
    .replace(/--[^\n]*$/gm, "")
    .replace(/\s+/g, "")
    .replace(/;$/, "");
