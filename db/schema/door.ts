import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";
import { events } from "./events";
import { users } from "./users";

/** Key pairs (ES256) that sign tickets, kept as long as tickets may be shown. */
export const ticketKeys = sqliteTable(
  "ticket_keys",
  {
    /** Its number in tickets. */
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** JWK as JSON. */
    publicKey: text("public_key").notNull(),
    /** JWK as JSON, sealed. */
    privateKey: text("private_key").notNull(),
    createdAt: instant("created_at").notNull(),
    /** 1 for the key that signs, so that there is one; null for earlier ones, which still verify. */
    current: integer("current"),
  },
  (t) => [uniqueIndex("ticket_keys_current").on(t.current)],
);

/** Links that open the door of a showing on a phone, with a PIN. */
export const doorDevices = sqliteTable(
  "door_devices",
  {
    id: id(),
    /** The showing, as in `hosted_showings`. */
    occ: text("occ").notNull(),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** Gate or person, as the host named it. */
    name: text("name").notNull(),
    /** SHA-256 of the link's key, hexadecimal. */
    keyHash: text("key_hash").notNull(),
    /** Keyed hash of the PIN. */
    pinHash: text("pin_hash").notNull(),
    /** The host who made it, until it is ended. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    /** When a phone last asked for the list. */
    lastSeenAt: instant("last_seen_at"),
    /** When a phone last passed its own test of working without a network. */
    readyAt: instant("ready_at"),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    uniqueIndex("door_devices_by_key").on(t.keyHash),
    index("door_devices_of_event").on(t.eventId, t.occ, t.createdAt),
    index("door_devices_of_host").on(t.userId).where(sql`user_id IS NOT NULL`),
  ],
);

/** The log of the door: rows are added and never changed (`Scan` in app/lib/door/entries.ts). */
export const doorScans = sqliteTable(
  "door_scans",
  {
    /** Made by the device. */
    id: id(),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    occ: text("occ").notNull(),
    /** Stays when the registration is deleted: counts need no person. */
    registrationId: text("registration_id").notNull(),
    deviceId: text("device_id").references(() => doorDevices.id, { onDelete: "set null" }),
    /** The host, for scans on the host's page and for overrides. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    kind: text("kind", { enum: ["in", "undo"] }).notNull(),
    undoes: text("undoes"),
    n: integer("n").notNull(),
    seats: integer("seats").notNull(),
    at: instant("at").notNull(),
    receivedAt: instant("received_at").notNull(),
    isOffline: integer("is_offline", { mode: "boolean" }).notNull(),
    isOverride: integer("is_override", { mode: "boolean" }).notNull(),
    flag: text("flag", { enum: ["not-going", "old-code", "unknown"] }),
  },
  (t) => [
    index("door_scans_of_showing").on(t.occ, t.receivedAt),
    index("door_scans_of_event").on(t.eventId),
    index("door_scans_of_party").on(t.registrationId, t.kind),
    index("door_scans_of_device").on(t.deviceId).where(sql`device_id IS NOT NULL`),
    index("door_scans_of_host").on(t.userId).where(sql`user_id IS NOT NULL`),
    uniqueIndex("door_scans_undone").on(t.undoes).where(sql`undoes IS NOT NULL`),
  ],
);
