CREATE TABLE `host_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`original_start` text,
	`audience` text NOT NULL,
	`text` text NOT NULL,
	`author_id` text NOT NULL,
	`status` text NOT NULL,
	`due_at` integer NOT NULL,
	`decided_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `host_messages_of_event` ON `host_messages` (`event_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `host_messages_waiting` ON `host_messages` (`created_at`,`id`) WHERE status = 'held';--> statement-breakpoint
CREATE INDEX `host_messages_by_author` ON `host_messages` (`author_id`,`status`);--> statement-breakpoint
ALTER TABLE `registrations` ADD `mutes_messages` integer DEFAULT false NOT NULL;