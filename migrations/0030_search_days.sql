-- A series has thousands of rows of facets (days × properties), of which an advance to the next date changes a few dozen: only rows that
-- differ are written. EXCEPT compares NULL positions too.
DROP TRIGGER `events_facets_update`;--> statement-breakpoint
CREATE TRIGGER `events_facets_update` AFTER UPDATE OF `status`, `is_active`, `deleted_at`, `is_over`, `starts_at`, `ends_at`, `city_id`, `categories`, `tag_keys`, `traits`, `accessibility`, `latitude`, `longitude`, `price`, `schedule_version` ON `events` BEGIN
  DELETE FROM event_facets WHERE event_id = new.id AND (facet, is_over, starts_at) IN (SELECT facet, is_over, starts_at FROM (
    SELECT facet, is_over, starts_at, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facets WHERE event_id = new.id
    EXCEPT SELECT facet, is_over, starts_at, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id));
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude)
  SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude FROM event_facet_rows WHERE event_id = new.id;
END;--> statement-breakpoint
-- The index has new words: the days of series, and lines of their dates. Each city's events are indexed anew (docs/decisions/jobs.md),
-- after the Worker with the new rules has been deployed.
INSERT OR IGNORE INTO `jobs` (`id`, `kind`, `values`, `due_at`, `created_at`)
SELECT 'search-days-0030-' || `id`, 'city.index', json_object('cityId', `id`, 'after', NULL), (unixepoch() + 900) * 1000, unixepoch() * 1000
FROM `cities`;
