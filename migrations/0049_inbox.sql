CREATE TABLE `case_watchers` (
	`subject_id` text NOT NULL,
	`user_id` text NOT NULL,
	`is_claim` integer DEFAULT false NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `case_watchers_of_user` ON `case_watchers` (`user_id`);--> statement-breakpoint
CREATE INDEX `case_watchers_by_age` ON `case_watchers` (`seen_at`);--> statement-breakpoint
CREATE TABLE `inbox_views` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_views_of_user` ON `inbox_views` (`user_id`,`name`);--> statement-breakpoint
CREATE TABLE `scheduled_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`intent` text NOT NULL,
	`title` text NOT NULL,
	`values` text NOT NULL,
	`actor_id` text NOT NULL,
	`session_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `scheduled_decisions_waiting` ON `scheduled_decisions` (`subject_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `scheduled_decisions_due` ON `scheduled_decisions` (`due_at`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `scheduled_decisions_of_actor` ON `scheduled_decisions` (`actor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `scheduled_decisions_by_age` ON `scheduled_decisions` (`created_at`);--> statement-breakpoint
CREATE INDEX `ingestion_candidates_open` ON `ingestion_candidates` (`created_at`,`id`) WHERE status IN ('pending_review', 'auto_approved', 'flagged', 'pending_retry');