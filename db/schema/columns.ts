import { integer, text } from "drizzle-orm/sqlite-core";

/** UUIDv7 primary key, lower case. It is made by the `ids` dependency, never by the database. */
export const id = () => text("id").primaryKey();

/** An instant: UTC epoch milliseconds. */
export const instant = (name: string) => integer(name);

/** When a row was made and last changed: UTC epoch milliseconds, written from the injected clock. */
export const timestamps = {
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
};
