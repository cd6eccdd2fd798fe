-- What clients say has happened, apart from what the server itself has recorded.
CREATE TABLE `client_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text,
	`metadata` text NOT NULL,
	`severity` text NOT NULL,
	`source` text NOT NULL,
	`session_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `client_reports_by_age` ON `client_reports` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `client_reports_by_user` ON `client_reports` (`user_id`,`created_at`);
