CREATE TABLE `import_materials` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`packed` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `import_materials_by_creator` ON `import_materials` (`creator_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `import_materials_by_age` ON `import_materials` (`created_at`);--> statement-breakpoint
ALTER TABLE `source_checks` ADD `unread_entries` integer DEFAULT 0 NOT NULL;