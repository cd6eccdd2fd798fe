-- The index has new words: hours, weekdays, prices, places, consonants. Each city's events are indexed anew (docs/decisions/jobs.md),
-- after the Worker with the new rules has been deployed.
INSERT OR IGNORE INTO `jobs` (`id`, `kind`, `values`, `due_at`, `created_at`)
SELECT 'search-rules-0025-' || `id`, 'city.index', json_object('cityId', `id`, 'after', NULL), (unixepoch() + 900) * 1000, unixepoch() * 1000
FROM `cities`;
