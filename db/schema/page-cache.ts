import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * One row: a version that rises with every change of public content. Part of the page cache's key.
 */
export const contentVersions = sqliteTable("content_versions", {
  name: text("name").primaryKey(),
  version: integer("version").notNull().default(0),
});
