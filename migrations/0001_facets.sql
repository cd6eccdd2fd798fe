-- Facets follow the events by trigger, so that no writer can forget them.
-- D1 takes five terms of a compound SELECT at most. Cells are numbered from the south-west corner: quarter degrees for near, two degrees for far.
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
) f ON f.id = e.id
WHERE e.is_listed = 1;
--> statement-breakpoint
CREATE TRIGGER `events_facets_insert` AFTER INSERT ON `events` BEGIN
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, is_free, latitude, longitude)
  SELECT facet, is_over, starts_at, event_id, ends_at, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `events_facets_update` AFTER UPDATE OF `status`, `is_active`, `deleted_at`, `is_over`, `starts_at`, `ends_at`, `city_id`, `categories`, `tag_keys`, `latitude`, `longitude`, `price` ON `events` BEGIN
  DELETE FROM event_facets WHERE event_id = new.id;
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, is_free, latitude, longitude)
  SELECT facet, is_over, starts_at, event_id, ends_at, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `events_facets_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM event_facets WHERE event_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `facet_counts_insert` AFTER INSERT ON `event_facets` WHEN new.is_over = 0 BEGIN
  INSERT INTO facet_counts (facet, upcoming) VALUES (new.facet, 1) ON CONFLICT (facet) DO UPDATE SET upcoming = upcoming + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `facet_counts_delete` AFTER DELETE ON `event_facets` WHEN old.is_over = 0 BEGIN
  UPDATE facet_counts SET upcoming = upcoming - 1 WHERE facet = old.facet;
END;
--> statement-breakpoint
INSERT INTO `content_versions` (`name`, `version`) VALUES ('public', 1);
