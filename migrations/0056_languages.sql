ALTER TABLE `event_drafts` ADD `machine_translated` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `event_drafts` ADD `needs_language` text;--> statement-breakpoint
ALTER TABLE `event_drafts` ADD `handed_over_at` integer;--> statement-breakpoint
CREATE INDEX `event_drafts_handed_over` ON `event_drafts` (`handed_over_at`,`id`) WHERE needs_language IS NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `machine_translated` text DEFAULT '[]' NOT NULL;