-- Bit 45 of `marks` says that an event is cancelled, and two more facets have those alone, of their next date: the numbers of a search
-- leave out what it leaves out without a further row of each event.
DROP TRIGGER `events_facets_insert`;--> statement-breakpoint
DROP TRIGGER `events_facets_update`;--> statement-breakpoint
DROP TRIGGER `events_facets_delete`;--> statement-breakpoint
DROP VIEW `event_facet_rows`;--> statement-breakpoint
CREATE VIEW `event_facet_rows` AS
SELECT e.id AS event_id, f.facet, d.is_over, d.starts_at, d.ends_at, d.local_day, d.is_next, d.is_run, coalesce(e.price = 0, 0) AS is_free, e.latitude, e.longitude,
  ((instr(e.categories, '"Workshop"') > 0) << 0)
  | ((instr(e.categories, '"Movie Screening"') > 0) << 1)
  | ((instr(e.categories, '"Festival"') > 0) << 2)
  | ((instr(e.categories, '"Talk"') > 0) << 3)
  | ((instr(e.categories, '"Theater"') > 0) << 4)
  | ((instr(e.categories, '"Community"') > 0) << 5)
  | ((instr(e.categories, '"Art Exhibition"') > 0) << 6)
  | ((instr(e.categories, '"Concert"') > 0) << 7)
  | ((instr(e.categories, '"Music"') > 0) << 8)
  | ((instr(e.categories, '"Dance"') > 0) << 9)
  | ((instr(e.categories, '"Food & Drink"') > 0) << 10)
  | ((instr(e.categories, '"Sports"') > 0) << 11)
  | ((instr(e.categories, '"Networking"') > 0) << 12)
  | ((instr(e.categories, '"Comedy"') > 0) << 13)
  | ((instr(e.categories, '"Film"') > 0) << 14)
  | ((instr(e.categories, '"Literature"') > 0) << 15)
  | ((instr(e.categories, '"Technology"') > 0) << 16)
  | ((instr(e.categories, '"Business"') > 0) << 17)
  | ((instr(e.categories, '"Health & Wellness"') > 0) << 18)
  | ((instr(e.categories, '"Fashion"') > 0) << 19)
  | ((instr(e.categories, '"Gaming"') > 0) << 20)
  | ((instr(e.categories, '"Charity"') > 0) << 21)
  | ((instr(e.categories, '"Education"') > 0) << 22)
  | ((instr(e.categories, '"Kids & Family"') > 0) << 23)
  | ((instr(e.categories, '"Outdoors"') > 0) << 24)
  | ((instr(e.categories, '"Nightlife"') > 0) << 25)
  | ((instr(e.traits, '"indoor"') > 0) << 26)
  | ((instr(e.traits, '"outdoor"') > 0) << 27)
  | ((instr(e.traits, '"quiet"') > 0) << 28)
  | ((instr(e.traits, '"lively"') > 0) << 29)
  | ((instr(e.traits, '"for-two"') > 0) << 30)
  | ((instr(e.traits, '"for-children"') > 0) << 31)
  | ((instr(e.traits, '"english-friendly"') > 0) << 32)
  | ((instr(e.traits, '"beginner"') > 0) << 33)
  | ((instr(e.traits, '"seated"') > 0) << 34)
  | ((instr(e.accessibility, '"wheelchair"') > 0) << 35)
  | ((instr(e.accessibility, '"step-free"') > 0) << 36)
  | ((instr(e.accessibility, '"seating"') > 0) << 37)
  | ((instr(e.accessibility, '"hearing-loop"') > 0) << 38)
  | ((e.attendance IN ('online', 'hybrid')) << 39)
  | (CASE e.categories ->> 0 WHEN 'Workshop' THEN 1 WHEN 'Movie Screening' THEN 2 WHEN 'Festival' THEN 3 WHEN 'Talk' THEN 4 WHEN 'Theater' THEN 5 WHEN 'Community' THEN 6 WHEN 'Art Exhibition' THEN 7 WHEN 'Concert' THEN 8 WHEN 'Music' THEN 9 WHEN 'Dance' THEN 10 WHEN 'Food & Drink' THEN 11 WHEN 'Sports' THEN 12 WHEN 'Networking' THEN 13 WHEN 'Comedy' THEN 14 WHEN 'Film' THEN 15 WHEN 'Literature' THEN 16 WHEN 'Technology' THEN 17 WHEN 'Business' THEN 18 WHEN 'Health & Wellness' THEN 19 WHEN 'Fashion' THEN 20 WHEN 'Gaming' THEN 21 WHEN 'Charity' THEN 22 WHEN 'Education' THEN 23 WHEN 'Kids & Family' THEN 24 WHEN 'Outdoors' THEN 25 WHEN 'Nightlife' THEN 26 ELSE 0 END << 40)
  | ((e.lifecycle = 'cancelled') << 45) AS marks
FROM events e
JOIN event_days d ON d.event_id = e.id
JOIN (
  SELECT events.id, s.value AS facet FROM events, json_each(json_array(
    'all',
    'city:' || city_id,
    CASE WHEN price = 0 THEN 'free' END,
    CASE WHEN price = 0 THEN 'city:' || city_id || '|free' END,
    CASE WHEN lifecycle = 'cancelled' THEN 'cancelled' END,
    CASE WHEN lifecycle = 'cancelled' THEN 'city:' || city_id || '|cancelled' END,
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
WHERE e.is_listed = 1 AND (d.is_next = 1 OR f.facet NOT GLOB 'venue:*' AND f.facet NOT GLOB 'organizer:*' AND f.facet <> 'cancelled' AND f.facet NOT GLOB 'city:*|cancelled');--> statement-breakpoint
UPDATE `event_facets` SET marks = marks | (1 << 45) WHERE event_id IN (SELECT id FROM events WHERE lifecycle = 'cancelled');--> statement-breakpoint
INSERT OR IGNORE INTO `event_facets` (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks) SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks FROM event_facet_rows WHERE event_id IN (SELECT id FROM events WHERE lifecycle = 'cancelled') AND (facet = 'cancelled' OR facet GLOB 'city:*|cancelled');--> statement-breakpoint
CREATE TRIGGER `events_facets_insert` AFTER INSERT ON `events` BEGIN
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks) SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks FROM event_facet_rows WHERE event_id = new.id;
END;--> statement-breakpoint
-- Writes the rows that differ alone. Facets that only some rows have (`free`, `trait:online`) are looked for too.
CREATE TRIGGER `events_facets_update` AFTER UPDATE OF `status`, `lifecycle`, `is_active`, `deleted_at`, `is_over`, `starts_at`, `ends_at`, `city_id`, `venue_id`, `organizer_id`, `categories`, `tag_keys`, `traits`, `accessibility`, `attendance`, `latitude`, `longitude`, `price`, `schedule_version` ON `events` BEGIN
  DELETE FROM event_facets WHERE (facet, is_over, starts_at, event_id) IN (SELECT facet, is_over, starts_at, event_id FROM (
    SELECT f.facet, f.is_over, f.starts_at, f.event_id, f.ends_at, f.local_day, f.is_next, f.is_run, f.is_free, f.latitude, f.longitude, f.marks FROM (
      SELECT is_over, starts_at FROM event_facets WHERE event_id = old.id AND facet = 'all') AS day
    CROSS JOIN (
    SELECT value AS facet FROM json_each(json_array('all', 'city:' || old.city_id, 'free', 'city:' || old.city_id || '|free', 'cancelled', 'city:' || old.city_id || '|cancelled',
      'trait:online', 'city:' || old.city_id || '|trait:online', 'venue:' || old.venue_id, 'organizer:' || old.organizer_id,
      'geo:' || CAST((old.latitude + 90) * 4 AS INTEGER) || ':' || CAST((old.longitude + 180) * 4 AS INTEGER),
      'geo2:' || CAST((old.latitude + 90) / 2 AS INTEGER) || ':' || CAST((old.longitude + 180) / 2 AS INTEGER)))
    UNION SELECT prefix.value || 'category:' || c.value FROM json_each(json_array('', 'city:' || old.city_id || '|')) prefix, json_each(CASE WHEN json_valid(old.categories) THEN old.categories ELSE '[]' END) c
    UNION SELECT 'tag:' || t.value FROM json_each(CASE WHEN json_valid(old.tag_keys) THEN old.tag_keys ELSE '[]' END) t
    UNION SELECT prefix.value || 'trait:' || t.value FROM json_each(json_array('', 'city:' || old.city_id || '|')) prefix, json_each(CASE WHEN json_valid(old.traits) THEN old.traits ELSE '[]' END) t
    UNION SELECT prefix.value || 'trait:' || t.value FROM json_each(json_array('', 'city:' || old.city_id || '|')) prefix, json_each(CASE WHEN json_valid(old.accessibility) THEN old.accessibility ELSE '[]' END) t) AS own
    CROSS JOIN event_facets f ON f.facet = own.facet AND f.is_over = day.is_over AND f.starts_at = day.starts_at AND f.event_id = old.id
    EXCEPT SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks FROM event_facet_rows WHERE event_id = new.id));
  INSERT OR IGNORE INTO event_facets (facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks) SELECT facet, is_over, starts_at, event_id, ends_at, local_day, is_next, is_run, is_free, latitude, longitude, marks FROM event_facet_rows WHERE event_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER `events_facets_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM event_facets WHERE (facet, is_over, starts_at, event_id) IN (SELECT f.facet, f.is_over, f.starts_at, f.event_id FROM (
      SELECT is_over, starts_at FROM event_facets WHERE event_id = old.id AND facet = 'all') AS day
    CROSS JOIN (
    SELECT value AS facet FROM json_each(json_array('all', 'city:' || old.city_id, 'free', 'city:' || old.city_id || '|free', 'cancelled', 'city:' || old.city_id || '|cancelled',
      'trait:online', 'city:' || old.city_id || '|trait:online', 'venue:' || old.venue_id, 'organizer:' || old.organizer_id,
      'geo:' || CAST((old.latitude + 90) * 4 AS INTEGER) || ':' || CAST((old.longitude + 180) * 4 AS INTEGER),
      'geo2:' || CAST((old.latitude + 90) / 2 AS INTEGER) || ':' || CAST((old.longitude + 180) / 2 AS INTEGER)))
    UNION SELECT prefix.value || 'category:' || c.value FROM json_each(json_array('', 'city:' || old.city_id || '|')) prefix, json_each(CASE WHEN json_valid(old.categories) THEN old.categories ELSE '[]' END) c
    UNION SELECT 'tag:' || t.value FROM json_each(CASE WHEN json_valid(old.tag_keys) THEN old.tag_keys ELSE '[]' END) t
    UNION SELECT prefix.value || 'trait:' || t.value FROM json_each(json_array('', 'city:' || old.city_id || '|')) prefix, json_each(CASE WHEN json_valid(old.traits) THEN old.traits ELSE '[]' END) t
    UNION SELECT prefix.value || 'trait:' || t.value FROM json_each(json_array('', 'city:' || old.city_id || '|')) prefix, json_each(CASE WHEN json_valid(old.accessibility) THEN old.accessibility ELSE '[]' END) t) AS own
    CROSS JOIN event_facets f ON f.facet = own.facet AND f.is_over = day.is_over AND f.starts_at = day.starts_at AND f.event_id = old.id);
END;
