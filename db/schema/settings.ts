import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import type { users } from "./users";

/** Platform settings that differ from their defaults, one row a group (decisions.md §7). */
export const platformSettings = sqliteTable("platform_settings", {
  group: text("group").primaryKey(),
  values: json<Record<string, unknown>>("values", {}).notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
});

/** Parts of the product that can be switched on for some (decisions.md §8). */
export const featureFlags = sqliteTable("feature_flags", {
  /** Letters, digits, dots, hyphens and underscores. */
  key: text("key").primaryKey(),
  description: text("description").notNull().default(""),
  isOn: integer("is_on", { mode: "boolean" }).notNull().default(false),
  /** Percentage of users who have it; growing it keeps its users. */
  percentage: integer("percentage").notNull().default(100),
  /** Empty: all users and visitors. */
  roles: json<(typeof users.$inferSelect)["role"][]>("roles", []).notNull(),
  /** Empty: both. */
  languages: json<("en" | "fa")[]>("languages", []).notNull(),
  /** Optimistic lock: rises with each change; saving over an older version is a conflict. */
  version: integer("version").notNull().default(1),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
});
