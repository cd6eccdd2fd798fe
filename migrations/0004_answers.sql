CREATE TABLE `kept_answers` (
	`key` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`request_id` text NOT NULL,
	`status` integer,
	`content_type` text,
	`body` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `kept_answers_by_expiry` ON `kept_answers` (`expires_at`);