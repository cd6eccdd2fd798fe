import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { cities } from "./cities";
import { id, instant, timestamps } from "./columns";
import { events } from "./events";
import { users } from "./users";

/** A city's picks of a week ("the week's ten"): by an editor, or by score where none has picked. */
export const cityWeeks = sqliteTable(
  "city_weeks",
  {
    id: id(),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id, { onDelete: "cascade" }),
    /** The week's first day in the city, YYYY-MM-DD. */
    firstDay: text("first_day").notNull(),
    introEn: text("intro_en"),
    introFa: text("intro_fa"),
    /** Who picked last; null for picks by score, or once the account is gone. */
    editorId: text("editor_id").references(() => users.id, { onDelete: "set null" }),
    isAutomatic: integer("is_automatic", { mode: "boolean" }).notNull().default(false),
    /** Null until its publishing day. */
    publishedAt: instant("published_at"),
    /** When its emails were queued. Later edits send none. */
    mailedAt: instant("mailed_at"),
    /** Optimistic lock: rises with each edit. */
    version: integer("version").notNull().default(1),
    ...timestamps,
  },
  (t) => [
    uniqueIndex("city_weeks_of_city").on(t.cityId, t.firstDay),
    index("city_weeks_by_day").on(t.firstDay),
  ],
);

/** The events of a week's picks in order, each with one sentence of the editor. */
export const cityWeekPicks = sqliteTable(
  "city_week_picks",
  {
    weekId: text("week_id")
      .notNull()
      .references(() => cityWeeks.id, { onDelete: "cascade" }),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** From 1. */
    position: integer("position").notNull(),
    lineEn: text("line_en"),
    lineFa: text("line_fa"),
  },
  (t) => [
    primaryKey({ columns: [t.weekId, t.eventId] }),
    index("city_week_picks_by_event").on(t.eventId),
  ],
);

/**
 * Addresses that get a city's picks by email each week. A visitor's counts once its owner has
 * confirmed it.
 */
export const weekSubscribers = sqliteTable(
  "week_subscribers",
  {
    id: id(),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id, { onDelete: "cascade" }),
    /**
     * As it is written to (app/modules/identity/email-address). An account's follows its changes:
     * see `userId`.
     */
    email: text("email").notNull(),
    locale: text("locale", { enum: ["en", "fa"] }).notNull(),
    /** The account that subscribed, whose present address counts. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    confirmedAt: instant("confirmed_at"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("week_subscribers_address").on(t.email, t.cityId),
    index("week_subscribers_of_city").on(t.cityId, t.id),
    index("week_subscribers_of_user").on(t.userId),
    index("week_subscribers_unconfirmed").on(t.confirmedAt, t.createdAt),
  ],
);
