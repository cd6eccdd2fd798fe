CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`values` text NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`given_up_at` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`due_at`,`id`) WHERE given_up_at IS NULL;--> statement-breakpoint
CREATE TABLE `restore_state` (
	`id` text PRIMARY KEY NOT NULL,
	`file_hash` text NOT NULL,
	`phase` text NOT NULL,
	`loaded` integer NOT NULL,
	`started_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `dead_letters` ADD `error` text;
