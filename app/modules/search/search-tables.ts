/**
 * What migration 0002_search.sql makes; a test holds the two together. `wrangler d1 export` fails while a
 * full-text table exists, so a backup drops these and a rebuild makes them anew.
 *
 * The index keeps no text but what ranking needs (`document`): contentless, one position per column.
 * `ascii` splits at spaces and ASCII punctuation only, so that the normaliser alone decides what a word is.
 */
export const CREATE_SEARCH_TABLES: readonly string[] = [
  `CREATE VIRTUAL TABLE \`event_search\` USING fts5(
  title, venue, tags, categories, organizer, city, description, facets,
  event_id UNINDEXED, ends_at UNINDEXED, is_featured UNINDEXED, document UNINDEXED,
  content='', contentless_delete=1, contentless_unindexed=1, detail=column, prefix='1 2 3', tokenize='ascii'
);`,
  "CREATE TABLE `search_words` (`word` text PRIMARY KEY NOT NULL) WITHOUT ROWID;",
  "CREATE TABLE `search_spellings` (`spelling` text NOT NULL, `word` text NOT NULL, PRIMARY KEY(`spelling`, `word`)) WITHOUT ROWID;",
  `CREATE TRIGGER \`events_search_update\` AFTER UPDATE OF \`status\`, \`is_active\`, \`deleted_at\`, \`search_rowid\` ON \`events\`
WHEN old.search_rowid <> new.search_rowid OR new.status <> 'approved' OR new.is_active = 0 OR new.deleted_at IS NOT NULL BEGIN
  DELETE FROM event_search WHERE rowid = old.search_rowid;
END;`,
  `CREATE TRIGGER \`events_search_delete\` AFTER DELETE ON \`events\` BEGIN
  DELETE FROM event_search WHERE rowid = old.search_rowid;
END;`,
];

/** The triggers first: they write to the tables. */
export const DROP_SEARCH_TABLES: readonly string[] = [
  "DROP TRIGGER IF EXISTS `events_search_update`;",
  "DROP TRIGGER IF EXISTS `events_search_delete`;",
  "DROP TABLE IF EXISTS `event_search`;",
  "DROP TABLE IF EXISTS `search_words`;",
  "DROP TABLE IF EXISTS `search_spellings`;",
];
