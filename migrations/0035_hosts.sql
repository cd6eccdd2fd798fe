-- Venues and organizers with pages of their own (docs/decisions/follows.md).
CREATE TABLE `host_names` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`host_id` text NOT NULL,
	PRIMARY KEY(`scope`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `host_names_by_host` ON `host_names` (`host_id`);--> statement-breakpoint
CREATE TABLE `organizers` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text DEFAULT '' NOT NULL,
	`name_en` text NOT NULL,
	`name_fa` text,
	`aliases` text DEFAULT '[]' NOT NULL,
	`about_en` text,
	`about_fa` text,
	`links` text DEFAULT '[]' NOT NULL,
	`search_key` text NOT NULL,
	`status` text DEFAULT 'listed' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `organizers_by_slug` ON `organizers` (`slug`) WHERE slug <> '';--> statement-breakpoint
CREATE INDEX `organizers_by_name` ON `organizers` (`name_en`,`id`);--> statement-breakpoint
ALTER TABLE `venues` ADD `slug` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `venues` ADD `aliases` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `venues` ADD `about_en` text;--> statement-breakpoint
ALTER TABLE `venues` ADD `about_fa` text;--> statement-breakpoint
ALTER TABLE `venues` ADD `links` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `venues` ADD `status` text DEFAULT 'listed' NOT NULL;--> statement-breakpoint
ALTER TABLE `venues` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- `search_key` holds the search keys of the English and the Persian name, a line each. Of two venues of one slug the later one gets a suffix.
UPDATE `venues` SET `slug` = replace(CASE instr(`search_key`, char(10)) WHEN 0 THEN `search_key` ELSE substr(`search_key`, 1, instr(`search_key`, char(10)) - 1) END, ' ', '-');--> statement-breakpoint
UPDATE `venues` SET `slug` = 'venue-' || substr(`id`, -6) WHERE `slug` GLOB '*[^a-z0-9-]*' OR `slug` = '';--> statement-breakpoint
UPDATE `venues` SET `slug` = `slug` || '-' || substr(`id`, -6) WHERE EXISTS (SELECT 1 FROM `venues` AS first WHERE first.`city_id` = `venues`.`city_id` AND first.`slug` = `venues`.`slug` AND first.`id` < `venues`.`id`);--> statement-breakpoint
INSERT OR IGNORE INTO `host_names` (`scope`, `key`, `host_id`) SELECT 'slug:venue:' || `city_id`, `slug`, `id` FROM `venues`;--> statement-breakpoint
INSERT OR IGNORE INTO `host_names` (`scope`, `key`, `host_id`)
SELECT 'venue:' || `city_id`, replace(line.value, ' ', ''), `venues`.`id` FROM `venues`, json_each('["' || replace(replace(`search_key`, '"', ''), char(10), '","') || '"]') AS line
WHERE line.value <> '';--> statement-breakpoint
CREATE UNIQUE INDEX `venues_by_slug` ON `venues` (`city_id`,`slug`) WHERE slug <> '';--> statement-breakpoint
CREATE INDEX `venues_by_name` ON `venues` (`name_en`,`id`);--> statement-breakpoint
ALTER TABLE `events` ADD `organizer_id` text REFERENCES organizers(id);--> statement-breakpoint
CREATE INDEX `events_by_organizer` ON `events` (`organizer_id`);--> statement-breakpoint
-- Facets `venue:<id>` and `organizer:<id>`: lists of what is on at a venue are walks like those of a city.
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
    CASE WHEN attendance IN ('online', 'hybrid') THEN 'trait:online' END,
    CASE WHEN attendance IN ('online', 'hybrid') THEN 'city:' || city_id || '|trait:online' END,
    'venue:' || venue_id,
    'organizer:' || organizer_id,
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
DROP TRIGGER `events_facets_update`;--> statement-breakpoint
-- As in migration 0033, and after a change of `venue_id` and `organizer_id`.
CREATE TRIGGER `events_facets_update` AFTER UPDATE OF `status`, `is_active`, `deleted_at`, `is_over`, `starts_at`, `ends_at`, `city_id`, `venue_id`, `organizer_id`, `categories`, `tag_keys`, `traits`, `accessibility`, `attendance`, `latitude`, `longitude`, `price`, `schedule_version` ON `events` BEGIN
  DELETE FROM event_facets WHERE event_id = new.id AND (facet, is_over, starts_at) IN (SELECT facet, is_over, starts_at FROM (
    SELECT facet, is_over, starts_at, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facets WHERE event_id = new.id
    EXCEPT SELECT facet, is_over, starts_at, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id));
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude)
  SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id;
END;--> statement-breakpoint
INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude)
SELECT 'venue:' || e.venue_id, f.is_over, f.starts_at, f.event_id, f.ends_at, f.local_day, f.is_next, f.is_run, f.is_free, f.latitude, f.longitude
FROM event_facets f JOIN events e ON e.id = f.event_id WHERE f.facet = 'all' AND e.venue_id IS NOT NULL;--> statement-breakpoint
-- SQL cannot fold names: each city's events are linked to their venues and organizers by a job, after the Worker with the new rules has been deployed.
INSERT OR IGNORE INTO `jobs` (`id`, `kind`, `values`, `due_at`, `created_at`)
SELECT 'hosts-0035-' || `id`, 'city.index', json_object('cityId', `id`, 'after', NULL), (unixepoch() + 900) * 1000, unixepoch() * 1000
FROM `cities`;
