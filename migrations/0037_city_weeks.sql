-- The week's picks of a city, and who gets them by email (docs/decisions/weeks.md).
CREATE TABLE `city_week_picks` (
	`week_id` text NOT NULL,
	`event_id` text NOT NULL,
	`position` integer NOT NULL,
	`line_en` text,
	`line_fa` text,
	PRIMARY KEY(`week_id`, `event_id`),
	FOREIGN KEY (`week_id`) REFERENCES `city_weeks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `city_week_picks_by_event` ON `city_week_picks` (`event_id`);--> statement-breakpoint
CREATE TABLE `city_weeks` (
	`id` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`first_day` text NOT NULL,
	`intro_en` text,
	`intro_fa` text,
	`editor_id` text,
	`is_automatic` integer DEFAULT false NOT NULL,
	`published_at` integer,
	`mailed_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `city_weeks_of_city` ON `city_weeks` (`city_id`,`first_day`);--> statement-breakpoint
CREATE INDEX `city_weeks_by_day` ON `city_weeks` (`first_day`);--> statement-breakpoint
CREATE TABLE `week_subscribers` (
	`id` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`email` text NOT NULL,
	`locale` text NOT NULL,
	`user_id` text,
	`confirmed_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `week_subscribers_address` ON `week_subscribers` (`email`,`city_id`);--> statement-breakpoint
CREATE INDEX `week_subscribers_of_city` ON `week_subscribers` (`city_id`,`id`);--> statement-breakpoint
CREATE INDEX `week_subscribers_of_user` ON `week_subscribers` (`user_id`);--> statement-breakpoint
CREATE INDEX `week_subscribers_unconfirmed` ON `week_subscribers` (`confirmed_at`,`created_at`);
