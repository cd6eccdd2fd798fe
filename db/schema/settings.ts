import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";

/** Platform settings that differ from their defaults, one row a group (decisions.md §7). */
export const platformSettings = sqliteTable("platform_settings", {
  group: text("group").primaryKey(),
  values: json<Record<string, unknown>>("values", {}).notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
});
