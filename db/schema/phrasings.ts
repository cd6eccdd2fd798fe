import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";
import { events } from "./events";

/**
 * How people ask for an event without its title, for the search index: spoken, in Latin letters, by
 * other names and intents (docs/decisions/search.md). Those of rules are not stored.
 */
export const eventPhrasings = sqliteTable("event_phrasings", {
  eventId: text("event_id")
    .primaryKey()
    .references(() => events.id, { onDelete: "cascade" }),
  /** Folded words with their stems, as the index has them. */
  words: text("words").notNull(),
  /** The texts that they were written for (`phrasedText`): those of others are not indexed. */
  writtenFor: text("written_for").notNull(),
  source: text("source", { enum: ["seed", "model"] }).notNull(),
  createdAt: instant("created_at").notNull(),
});
