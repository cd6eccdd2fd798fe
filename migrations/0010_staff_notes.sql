CREATE TABLE `event_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`author_id` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_notes_by_event` ON `event_notes` (`event_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `event_notes_by_author` ON `event_notes` (`author_id`,`created_at`);