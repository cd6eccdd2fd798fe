-- The search index. The same statements stand in app/modules/search/search-tables.ts, which a rebuild runs; a test compares them.
-- Triggers take away what is no longer listed, so that no writer can forget it; rows come from indexEventStatements.
CREATE VIRTUAL TABLE `event_search` USING fts5(
  title, venue, tags, categories, organizer, city, description, facets,
  event_id UNINDEXED, ends_at UNINDEXED, is_featured UNINDEXED, document UNINDEXED,
  detail=column, prefix='1 2 3', tokenize='ascii'
);
--> statement-breakpoint
CREATE TABLE `search_words` (`word` text PRIMARY KEY NOT NULL) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `search_spellings` (`spelling` text NOT NULL, `word` text NOT NULL, PRIMARY KEY(`spelling`, `word`)) WITHOUT ROWID;
--> statement-breakpoint
CREATE TRIGGER `events_search_update` AFTER UPDATE OF `status`, `is_active`, `deleted_at`, `search_rowid` ON `events`
WHEN old.search_rowid <> new.search_rowid OR new.status <> 'approved' OR new.is_active = 0 OR new.deleted_at IS NOT NULL BEGIN
  DELETE FROM event_search WHERE rowid = old.search_rowid;
END;
--> statement-breakpoint
CREATE TRIGGER `events_search_over` AFTER UPDATE OF `is_over` ON `events` WHEN old.is_over <> new.is_over BEGIN
  UPDATE event_search SET facets = iif(new.is_over, 'over', 'current') || substr(facets, instr(facets, ' ')) WHERE rowid = new.search_rowid;
END;
--> statement-breakpoint
CREATE TRIGGER `events_search_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM event_search WHERE rowid = old.search_rowid;
END;
