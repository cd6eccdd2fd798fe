CREATE TABLE `host_announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`host_id` text NOT NULL,
	`host_kind` text NOT NULL,
	`author_id` text NOT NULL,
	`text_en` text,
	`text_fa` text,
	`status` text NOT NULL,
	`reason` text,
	`decided_by` text,
	`decided_at` integer,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `host_announcements_of_host` ON `host_announcements` (`host_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `host_announcements_waiting` ON `host_announcements` (`created_at`,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `host_announcements_sent` ON `host_announcements` (`sent_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `host_announcements_by_author` ON `host_announcements` (`author_id`);