CREATE TABLE `media` (
	`id` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `media_key` ON `media` (`key`);--> statement-breakpoint
CREATE INDEX `media_by_owner` ON `media` (`owner_id`,`kind`,`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `follows_browser_language` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `tokens_valid_from` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `media_bytes` integer DEFAULT 0 NOT NULL;