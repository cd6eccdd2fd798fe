import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, timestamps } from "./columns";

/**
 * A city in which events take place. Addressed by slug; its time zone and country decide wall time,
 * weekend and currency.
 */
export const cities = sqliteTable(
  "cities",
  {
    id: id(),
    slug: text("slug").notNull(),
    nameEn: text("name_en").notNull(),
    nameFa: text("name_fa"),
    countryCode: text("country_code").notNull(),
    countryEn: text("country_en").notNull(),
    countryFa: text("country_fa"),
    stateEn: text("state_en"),
    stateFa: text("state_fa"),
    timeZone: text("time_zone").notNull(),
    latitude: real("latitude").notNull(),
    longitude: real("longitude").notNull(),
    heroImageUrl: text("hero_image_url"),
    /** Search keys of all names, one per line, for prefix look-ups of a short list. */
    searchKey: text("search_key").notNull(),
    /** Kept by the hourly job and after every change of an event: no counting in a request. */
    upcomingCount: integer("upcoming_count").notNull().default(0),
    nextEventId: text("next_event_id"),
    nextEventStartsAt: instant("next_event_starts_at"),
    /**
     * Optimistic lock: rises with each edit, not with counters; saving over a newer version is a
     * conflict.
     */
    version: integer("version").notNull().default(1),
    ...timestamps,
  },
  (t) => [uniqueIndex("cities_slug").on(t.slug), index("cities_by_upcoming").on(t.upcomingCount)],
);

/**
 * Former addresses of a city: the slugs of those that were merged into it. A city's own slug comes
 * before them.
 */
export const cityAliases = sqliteTable(
  "city_aliases",
  {
    slug: text("slug").primaryKey(),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [index("city_aliases_by_city").on(t.cityId)],
);
