CREATE TABLE `city_aliases` (
	`slug` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `city_aliases_by_city` ON `city_aliases` (`city_id`);--> statement-breakpoint
CREATE TABLE `audit_personal` (
	`entry_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`salt` text NOT NULL,
	`details` text NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `audit_entries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `audit_personal_by_user` ON `audit_personal` (`user_id`);--> statement-breakpoint
ALTER TABLE `cities` ADD `version` integer DEFAULT 1 NOT NULL;