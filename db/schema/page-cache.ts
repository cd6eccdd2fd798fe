import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row: a number that rises with every change of what public pages show. It is part of the page cache's key. */
export const contentVersions = sqliteTable("content_versions", {
  name: text("name").primaryKey(),
  version: integer("version").notNull().default(0),
});
