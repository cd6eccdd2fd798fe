ALTER TABLE `event_views` ADD `source` text;--> statement-breakpoint
ALTER TABLE `host_people` ADD `gets_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `registrations` ADD `source` text;--> statement-breakpoint
-- The index has a new word: cancelled events are no answer to what is on. As in 0061.
INSERT OR IGNORE INTO `jobs` (`id`, `kind`, `values`, `due_at`, `created_at`)
SELECT 'search-on-0076-' || `id`, 'city.index', json_object('cityId', `id`, 'after', NULL), (unixepoch() + 900) * 1000, unixepoch() * 1000
FROM `cities`;
