CREATE TABLE `event_phrasings` (
	`event_id` text PRIMARY KEY NOT NULL,
	`words` text NOT NULL,
	`written_for` text NOT NULL,
	`source` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- The index has new words: how people ask for events, by rules. Each city's events are indexed anew (docs/decisions/jobs.md),
-- after the Worker with the new rules has been deployed.
INSERT OR IGNORE INTO `jobs` (`id`, `kind`, `values`, `due_at`, `created_at`)
SELECT 'search-on-0066-' || `id`, 'city.index', json_object('cityId', `id`, 'after', NULL), (unixepoch() + 900) * 1000, unixepoch() * 1000
FROM `cities`;
