-- Practical facts of an event (decisions.md §3): traits and accessibility are lists of keys, ages are years. `proposed_traits` holds
-- what an ingestion proposes until a person confirms it; null leaves it to the rules.
ALTER TABLE `events` ADD `traits` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `child_age_from` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `child_age_to` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `accessibility` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `event_language` text;--> statement-breakpoint
ALTER TABLE `events` ADD `proposed_traits` text;--> statement-breakpoint
-- Facets `trait:<key>` and `city:<id>|trait:<key>`. No event has traits yet, so no rows are missing.
DROP VIEW `event_facet_rows`;--> statement-breakpoint
CREATE VIEW `event_facet_rows` AS
SELECT e.id AS event_id, f.facet, e.is_over, e.starts_at, e.ends_at, coalesce(e.price = 0, 0) AS is_free, e.latitude, e.longitude
FROM events e
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
WHERE e.is_listed = 1;
--> statement-breakpoint
DROP TRIGGER `events_facets_update`;--> statement-breakpoint
CREATE TRIGGER `events_facets_update` AFTER UPDATE OF `status`, `is_active`, `deleted_at`, `is_over`, `starts_at`, `ends_at`, `city_id`, `categories`, `tag_keys`, `traits`, `accessibility`, `latitude`, `longitude`, `price` ON `events` BEGIN
  DELETE FROM event_facets WHERE event_id = new.id;
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, is_free, latitude, longitude)
  SELECT facet, is_over, starts_at, event_id, ends_at, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id;
END;
