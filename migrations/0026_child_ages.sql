-- The index has new words: ages of children and age limits. Each city's events are indexed anew, after the Worker with the new rules has
-- been deployed (migration 0025 did the same).
INSERT OR IGNORE INTO `jobs` (`id`, `kind`, `values`, `due_at`, `created_at`)
SELECT 'search-rules-0026-' || `id`, 'city.index', json_object('cityId', `id`, 'after', NULL), (unixepoch() + 900) * 1000, unixepoch() * 1000
FROM `cities`;
