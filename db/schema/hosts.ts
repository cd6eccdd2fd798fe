import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { IMAGE_FOCUSES } from "../../app/lib/event/event-fields";
import { cities } from "./cities";
import { id, timestamps } from "./columns";

/** A hidden host has no page: staff have taken it away, or it is being merged into another one. */
export const HOST_STATUSES = ["listed", "hidden"] as const;
export type HostStatus = (typeof HOST_STATUSES)[number];

/** Columns of venues and organizers alike (docs/decisions/follows.md). */
const hostColumns = () => ({
  id: id(),
  /** Its address; unique among the venues of a city, and among organizers. */
  slug: text("slug").notNull().default(""),
  nameEn: text("name_en").notNull(),
  nameFa: text("name_fa"),
  /** Other spellings; their keys are in `host_names`. */
  aliases: text("aliases", { mode: "json" }).$type<string[]>().notNull().default([]),
  aboutEn: text("about_en"),
  aboutFa: text("about_fa"),
  /** Web addresses: site, social networks. */
  links: text("links", { mode: "json" }).$type<string[]>().notNull().default([]),
  /** A file that a verified manager has uploaded, as `/media/…`; null for none. */
  imageUrl: text("image_url"),
  imageFocus: text("image_focus", { enum: IMAGE_FOCUSES }).notNull().default("center"),
  searchKey: text("search_key").notNull(),
  status: text("status", { enum: HOST_STATUSES }).notNull().default("listed"),
  /** Optimistic lock: rises with each edit by staff; 1 is as the first event named it. */
  version: integer("version").notNull().default(1),
  ...timestamps,
});

/**
 * A known place. An event keeps its own copy of name, address and position, so that a later
 * correction rewrites no history.
 */
export const venues = sqliteTable(
  "venues",
  {
    ...hostColumns(),
    cityId: text("city_id")
      .notNull()
      .references(() => cities.id),
    addressEn: text("address_en"),
    addressFa: text("address_fa"),
    latitude: real("latitude"),
    longitude: real("longitude"),
  },
  (t) => [
    index("venues_by_city").on(t.cityId, t.nameEn),
    uniqueIndex("venues_by_slug").on(t.cityId, t.slug).where(sql`slug <> ''`),
    index("venues_by_name").on(t.nameEn, t.id),
    index("venues_by_picture").on(t.imageUrl).where(sql`image_url IS NOT NULL`),
  ],
);

/** Who presents events: a company, a gallery, a group. */
export const organizers = sqliteTable("organizers", hostColumns(), (t) => [
  uniqueIndex("organizers_by_slug").on(t.slug).where(sql`slug <> ''`),
  index("organizers_by_name").on(t.nameEn, t.id),
  index("organizers_by_picture").on(t.imageUrl).where(sql`image_url IS NOT NULL`),
]);

/**
 * Keys that resolve to a venue or an organizer. Scopes: `venue:<city id>` and `organizer` for keys
 * of names and aliases; the same after `slug:` for present and former slugs.
 */
export const hostNames = sqliteTable(
  "host_names",
  {
    scope: text("scope").notNull(),
    key: text("key").notNull(),
    hostId: text("host_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.key] }), index("host_names_by_host").on(t.hostId)],
);
