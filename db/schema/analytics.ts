import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { events } from "./events";

/**
 * How often something has happened on a UTC day (YYYY-MM-DD), so that charts count nothing. Names:
 * `view:<route>` from the queue, `event:<action of a decision>` and `user:joined` from the triggers
 * of migration 0007.
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

/**
 * Daily hashes of addresses that a view has been counted for, and of networks that have added to an
 * event's popularity (`net:` and `save:` before the hash); kept 48 hours (decisions.md §3).
 */
export const eventViews = sqliteTable(
  "event_views",
  {
    eventId: text("event_id").notNull(),
    day: text("day").notNull(),
    visitor: text("visitor").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Where a visitor of the page came from (`VisitSource`); null in other rows. */
    source: text("source"),
  },
  (t) => [
    primaryKey({ columns: [t.eventId, t.day, t.visitor] }),
    index("event_views_by_age").on(t.createdAt),
  ],
);

/**
 * What each UTC day added to an event's popularity (`events.popularityPoints`), kept for seven days:
 * their sum ranks what is trending.
 */
export const eventPoints = sqliteTable(
  "event_points",
  {
    eventId: text("event_id").notNull(),
    day: text("day").notNull(),
    points: integer("points").notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.day] }), index("event_points_by_day").on(t.day)],
);

/**
 * Views and interactions of an event for its hosts, by day of its own zone (YYYY-MM-DD) and source.
 * Kept with the event: a count tells of no person.
 */
export const eventDayCounts = sqliteTable(
  "event_day_counts",
  {
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    day: text("day").notNull(),
    kind: text("kind", { enum: ["view", "share", "ticket", "calendar"] }).notNull(),
    source: text("source", {
      enum: ["here", "embed", "search", "social", "site", "direct"],
    }).notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.day, t.kind, t.source] })],
);

/** Queue messages already counted: delivery is at least once, counting is once. */
export const countedMessages = sqliteTable(
  "counted_messages",
  { id: id(), createdAt: instant("created_at").notNull() },
  (t) => [index("counted_messages_by_age").on(t.createdAt)],
);

/**
 * Daily salt of visitor hashes. Deleted with the day's views, so the hashes cannot be recomputed
 * afterwards.
 */
export const visitorSalts = sqliteTable("visitor_salts", {
  day: text("day").primaryKey(),
  salt: text("salt").notNull(),
  createdAt: instant("created_at").notNull(),
});
