CREATE TABLE `duplicate_pairs` (
	`id` text PRIMARY KEY NOT NULL,
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`score` real NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `duplicate_pairs_once` ON `duplicate_pairs` (`first_id`,`second_id`);--> statement-breakpoint
CREATE INDEX `duplicate_pairs_by_age` ON `duplicate_pairs` (`created_at`,`id`);