ALTER TABLE `source_checks` ADD `left_entries` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `source_checks` ADD `over_entries` integer DEFAULT 0 NOT NULL;