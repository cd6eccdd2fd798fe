import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Table objects for building statements only: drizzle-kit does not support full-text tables, so the
 * migration is handwritten.
 */
export const eventSearch = sqliteTable("event_search", {
  rowid: integer("rowid").primaryKey(),
  title: text("title").notNull(),
  venue: text("venue").notNull(),
  tags: text("tags").notNull(),
  categories: text("categories").notNull(),
  organizer: text("organizer").notNull(),
  city: text("city").notNull(),
  description: text("description").notNull(),
  facets: text("facets").notNull(),
  eventId: text("event_id").notNull(),
  endsAt: integer("ends_at").notNull(),
  isFeatured: integer("is_featured").notNull(),
  document: text("document").notNull(),
});

export const searchWordsTable = sqliteTable("search_words", { word: text("word").primaryKey() });

export const searchSpellings = sqliteTable("search_spellings", {
  spelling: text("spelling").notNull(),
  word: text("word").notNull(),
});

/**
 * Same statements as migration 0002_search.sql; a test compares them. `wrangler d1 export` fails
 * while a full-text table exists, so backups drop these tables and rebuild them. `detail=column`
 * suffices, since ranking detects phrases in `document`. A contentless index would be smaller, but
 * SQLite 3.47 to 3.50 does not drop the content table of one with unindexed columns.
 * `tokenize='ascii'` splits at spaces and ASCII punctuation only, so that `searchKey` alone defines
 * words.
 */
export const CREATE_SEARCH_TABLES: readonly string[] = [
  `CREATE VIRTUAL TABLE \`event_search\` USING fts5(
  title, venue, tags, categories, organizer, city, description, facets,
  event_id UNINDEXED, ends_at UNINDEXED, is_featured UNINDEXED, document UNINDEXED,
  detail=column, prefix='1 2 3', tokenize='ascii'
);`,
  "CREATE TABLE `search_words` (`word` text PRIMARY KEY NOT NULL) WITHOUT ROWID;",
  "CREATE TABLE `search_spellings` (`spelling` text NOT NULL, `word` text NOT NULL, PRIMARY KEY(`spelling`, `word`)) WITHOUT ROWID;",
  `CREATE TRIGGER \`events_search_update\` AFTER UPDATE OF \`status\`, \`is_active\`, \`deleted_at\`, \`search_rowid\` ON \`events\`
WHEN old.search_rowid <> new.search_rowid OR new.status <> 'approved' OR new.is_active = 0 OR new.deleted_at IS NOT NULL BEGIN
  DELETE FROM event_search WHERE rowid = old.search_rowid;
END;`,
  `CREATE TRIGGER \`events_search_over\` AFTER UPDATE OF \`is_over\` ON \`events\` WHEN old.is_over <> new.is_over BEGIN
  UPDATE event_search SET facets = iif(new.is_over, 'over', 'current') || substr(facets, instr(facets, ' ')) WHERE rowid = new.search_rowid;
END;`,
  `CREATE TRIGGER \`events_search_delete\` AFTER DELETE ON \`events\` BEGIN
  DELETE FROM event_search WHERE rowid = old.search_rowid;
END;`,
];

/** Triggers first: they write to the tables. */
export const DROP_SEARCH_TABLES: readonly string[] = [
  "DROP TRIGGER IF EXISTS `events_search_update`;",
  "DROP TRIGGER IF EXISTS `events_search_over`;",
  "DROP TRIGGER IF EXISTS `events_search_delete`;",
  "DROP TABLE IF EXISTS `event_search`;",
  "DROP TABLE IF EXISTS `search_words`;",
  "DROP TABLE IF EXISTS `search_spellings`;",
];
