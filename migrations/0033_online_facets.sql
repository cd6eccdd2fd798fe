-- Facets `trait:online` and `city:<id>|trait:online`, for events that one can take part in online. There are none yet, so no rows are missing.
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
-- As in migration 0030, and after a change of `attendance`.
CREATE TRIGGER `events_facets_update` AFTER UPDATE OF `status`, `is_active`, `deleted_at`, `is_over`, `starts_at`, `ends_at`, `city_id`, `categories`, `tag_keys`, `traits`, `accessibility`, `attendance`, `latitude`, `longitude`, `price`, `schedule_version` ON `events` BEGIN
  DELETE FROM event_facets WHERE event_id = new.id AND (facet, is_over, starts_at) IN (SELECT facet, is_over, starts_at FROM (
    SELECT facet, is_over, starts_at, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facets WHERE event_id = new.id
    EXCEPT SELECT facet, is_over, starts_at, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id));
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude)
  SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id;
END;
