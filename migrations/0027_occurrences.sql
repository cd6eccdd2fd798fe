-- Occurrences of events (docs/decisions/occurrences.md). `schedule` is JSON in wall time; NULL is a single date at `starts_at`.
-- `starts_at`, `ends_at`, `local_day` and `search_rowid` are those of the next occurrence, after the last one of the last.
ALTER TABLE `events` ADD `schedule` text;--> statement-breakpoint
ALTER TABLE `events` ADD `occurrence_count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `runs_until` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `schedule_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `event_facets` ADD `local_day` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `event_facets` ADD `is_next` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `event_facets` ADD `is_run` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `plan_changes` ADD `original_start` text;--> statement-breakpoint
CREATE TABLE `event_occurrences` (
	`event_id` text NOT NULL,
	`original_start` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`local_day` text NOT NULL,
	`status` text DEFAULT 'scheduled' NOT NULL,
	`note_en` text,
	`note_fa` text,
	`price` real,
	`ticket_url` text,
	`previous_starts_at` integer,
	`is_over` integer DEFAULT false NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `original_start`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;--> statement-breakpoint
CREATE INDEX `event_occurrences_in_order` ON `event_occurrences` (`event_id`,`starts_at`,`ends_at`,`status`,`local_day`);--> statement-breakpoint
CREATE INDEX `events_series_to_end` ON `events` (`ends_at`) WHERE schedule IS NOT NULL AND is_over = 0;--> statement-breakpoint
CREATE INDEX `event_occurrences_to_end` ON `event_occurrences` (`is_over`,`ends_at`);--> statement-breakpoint
CREATE INDEX `event_occurrences_due` ON `event_occurrences` (`starts_at`) WHERE is_over = 0;--> statement-breakpoint
CREATE TABLE `saved_occurrences` (
	`user_id` text NOT NULL,
	`event_id` text NOT NULL,
	`original_start` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `event_id`, `original_start`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;--> statement-breakpoint
CREATE INDEX `saved_occurrences_by_event` ON `saved_occurrences` (`event_id`,`original_start`);--> statement-breakpoint
-- SQLite knows no time zones: an existing event gets its start in UTC as the identity of its one occurrence.
INSERT INTO `event_occurrences` (`event_id`, `original_start`, `starts_at`, `ends_at`, `local_day`, `previous_starts_at`, `is_over`, `sequence`, `updated_at`)
SELECT `id`, strftime('%Y-%m-%dT%H:%M', `starts_at` / 1000, 'unixepoch'), `starts_at`, `ends_at`, `local_day`, `previous_starts_at`, `is_over`, `sequence`, `updated_at` FROM `events`;--> statement-breakpoint
UPDATE `event_facets` SET `local_day` = (SELECT `local_day` FROM `events` WHERE `id` = `event_id`);--> statement-breakpoint
CREATE INDEX `event_facets_next` ON `event_facets` (`facet`,`is_over`,`starts_at`,`event_id`,`ends_at`,`is_free`,`latitude`,`longitude`,`local_day`) WHERE is_next = 1;--> statement-breakpoint
-- A row per event and day on which it takes place. Cancelled and postponed occurrences are in no list.
CREATE VIEW `event_days` AS
SELECT id AS event_id, starts_at, ends_at, local_day, is_over, 1 AS is_next, 0 AS is_run FROM events WHERE schedule IS NULL
UNION ALL
SELECT o.event_id, min(o.starts_at), max(o.ends_at), o.local_day, max(min(o.is_over), e.is_over), max(o.local_day = e.local_day), e.runs_until IS NOT NULL
FROM events e JOIN event_occurrences o ON o.event_id = e.id
WHERE e.schedule IS NOT NULL AND o.status IN ('scheduled', 'sold-out')
GROUP BY o.event_id, o.local_day;--> statement-breakpoint
DROP VIEW `event_facet_rows`;--> statement-breakpoint
CREATE VIEW `event_facet_rows` AS
SELECT e.id AS event_id, f.facet, d.is_over, d.starts_at, d.ends_at, d.local_day, d.is_next, d.is_run, coalesce(e.price = 0, 0) AS is_free, e.latitude, e.longitude
FROM events e
JOIN event_days d ON d.event_id = e.id
JOIN (
  SELECT events.id, s.value AS facet FROM events, json_each(json_array(
    'all',
    'city:' || city_id,
    CASE WHEN price = 0 THEN 'free' END,
    CASE WHEN price = 0 THEN 'city:' || city_id || '|free' END,
    'geo:' || CAST((latitude + 90) * 4 AS INTEGER) || ':' || CAST((longitude + 180) * 4 AS INTEGER),
    'geo2:' || CAST((latitude + 90) / 2 AS INTEGER) || ':' || CAST((longitude + 180) / 2 AS INTEGER)
  )) s WHERE s.value IS NOT NULL
  UNION ALL SELECT events.id, 'category:' || c.value FROM events, json_each(events.categories) c
  UNION ALL SELECT events.id, 'city:' || city_id || '|category:' || c.value FROM events, json_each(events.categories) c
  UNION ALL SELECT events.id, 'tag:' || t.value FROM events, json_each(events.tag_keys) t
  UNION ALL SELECT events.id, prefix.value || 'trait:' || t.value FROM events, json_each(json_array('', 'city:' || city_id || '|')) prefix,
    json_each(json_array(json(events.traits), json(events.accessibility))) l, json_each(l.value) t
) f ON f.id = e.id
WHERE e.is_listed = 1;--> statement-breakpoint
DROP TRIGGER `events_facets_insert`;--> statement-breakpoint
CREATE TRIGGER `events_facets_insert` AFTER INSERT ON `events` BEGIN
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude)
  SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id;
END;--> statement-breakpoint
DROP TRIGGER `events_facets_update`;--> statement-breakpoint
-- Writers of occurrences raise `schedule_version` last, so that facets are rewritten once and not for each row.
CREATE TRIGGER `events_facets_update` AFTER UPDATE OF `status`, `is_active`, `deleted_at`, `is_over`, `starts_at`, `ends_at`, `city_id`, `categories`, `tag_keys`, `traits`, `accessibility`, `latitude`, `longitude`, `price`, `schedule_version` ON `events` BEGIN
  DELETE FROM event_facets WHERE event_id = new.id;
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude)
  SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id;
END;--> statement-breakpoint
DROP TRIGGER `facet_counts_insert`;--> statement-breakpoint
CREATE TRIGGER `facet_counts_insert` AFTER INSERT ON `event_facets` WHEN new.is_over = 0 AND new.is_next = 1 BEGIN
  INSERT INTO facet_counts (facet, upcoming) VALUES (new.facet, 1) ON CONFLICT (facet) DO UPDATE SET upcoming = upcoming + 1;
END;--> statement-breakpoint
DROP TRIGGER `facet_counts_delete`;--> statement-breakpoint
CREATE TRIGGER `facet_counts_delete` AFTER DELETE ON `event_facets` WHEN old.is_over = 0 AND old.is_next = 1 BEGIN
  UPDATE facet_counts SET upcoming = upcoming - 1 WHERE facet = old.facet;
END;--> statement-breakpoint
-- The one occurrence of an event without a schedule follows it, and keeps its identity.
CREATE TRIGGER `events_occurrence_insert` AFTER INSERT ON `events` WHEN new.schedule IS NULL BEGIN
  INSERT INTO event_occurrences (event_id, original_start, starts_at, ends_at, local_day, previous_starts_at, is_over, sequence, updated_at)
  VALUES (new.id, strftime('%Y-%m-%dT%H:%M', new.starts_at / 1000, 'unixepoch'), new.starts_at, new.ends_at, new.local_day, new.previous_starts_at, new.is_over, new.sequence, new.updated_at);
END;--> statement-breakpoint
CREATE TRIGGER `events_occurrence_update` AFTER UPDATE OF `starts_at`, `ends_at`, `local_day`, `previous_starts_at`, `is_over`, `sequence` ON `events` WHEN new.schedule IS NULL AND old.schedule IS NULL BEGIN
  UPDATE event_occurrences SET starts_at = new.starts_at, ends_at = new.ends_at, local_day = new.local_day, previous_starts_at = new.previous_starts_at,
    is_over = new.is_over, sequence = new.sequence, updated_at = new.updated_at WHERE event_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `events_occurrence_single` AFTER UPDATE OF `schedule` ON `events` WHEN new.schedule IS NULL AND old.schedule IS NOT NULL BEGIN
  DELETE FROM event_occurrences WHERE event_id = new.id;
  INSERT INTO event_occurrences (event_id, original_start, starts_at, ends_at, local_day, previous_starts_at, is_over, sequence, updated_at)
  VALUES (new.id, strftime('%Y-%m-%dT%H:%M', new.starts_at / 1000, 'unixepoch'), new.starts_at, new.ends_at, new.local_day, new.previous_starts_at, new.is_over, new.sequence, new.updated_at);
END;
