import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { SCHEMA, type SchemaPart } from "../../backups/read-table";

const FOLDER = new URL("../../migrations/", import.meta.url);

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

/** Layout and comments aside, the same SQL makes the same thing. */
export const sameSql = (one: string, other: string): boolean => plain(one) === plain(other);
const plain = (sql: string) =>
  sql
    .replace(/--[^\n]*$/gm, "")
    .replace(/\s+/g, "")
    .replace(/;$/, "");
