import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import type { ROLES } from "./users";

/** Parts of the product that can be switched on for some (decisions.md §8). */
export const featureFlags = sqliteTable("feature_flags", {
  /** Letters, digits, dots, hyphens and underscores. */
  key: text("key").primaryKey(),
  description: text("description").notNull().default(""),
  isOn: integer("is_on", { mode: "boolean" }).notNull().default(false),
  /** Of a hundred people, how many have it; who is among them never changes while the share only grows. */
  percentage: integer("percentage").notNull().default(100),
  /** Empty: everybody, visitors too. */
  roles: json<(typeof ROLES)[number][]>("roles", []).notNull(),
  /** Empty: both. */
  languages: json<("en" | "fa")[]>("languages", []).notNull(),
  /** Rises with each change: who saves over an older one is told. */
  version: integer("version").notNull().default(1),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by"),
});

/**
 * How often something has happened on a UTC day (YYYY-MM-DD), so that charts count nothing. Names: `view:<route>` from
 * the queue, `event:<action of a decision>` and `user:joined` from the triggers of migration 0007.
 */
export const dailyCounts = sqliteTable(
  "daily_counts",
  {
    name: text("name").notNull(),
    day: text("day").notNull(),
    count: integer("count").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.name, t.day] }), index("daily_counts_by_day").on(t.day, t.name)],
);
