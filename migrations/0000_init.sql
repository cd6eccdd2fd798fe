CREATE TABLE `cities` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name_en` text NOT NULL,
	`name_fa` text,
	`country_code` text NOT NULL,
	`country_en` text NOT NULL,
	`country_fa` text,
	`state_en` text,
	`state_fa` text,
	`time_zone` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`hero_image_url` text,
	`search_key` text NOT NULL,
	`upcoming_count` integer DEFAULT 0 NOT NULL,
	`next_event_id` text,
	`next_event_starts_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cities_slug` ON `cities` (`slug`);--> statement-breakpoint
CREATE INDEX `cities_by_upcoming` ON `cities` (`upcoming_count`);--> statement-breakpoint
CREATE TABLE `venues` (
	`id` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`name_en` text NOT NULL,
	`name_fa` text,
	`address_en` text,
	`address_fa` text,
	`latitude` real,
	`longitude` real,
	`search_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `venues_by_city` ON `venues` (`city_id`,`name_en`);--> statement-breakpoint
CREATE TABLE `content_versions` (
	`name` text PRIMARY KEY NOT NULL,
	`version` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counted_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `counted_messages_by_age` ON `counted_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letters_by_age` ON `dead_letters` (`created_at`);--> statement-breakpoint
CREATE TABLE `event_facets` (
	`facet` text NOT NULL,
	`is_over` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`event_id` text NOT NULL,
	`ends_at` integer NOT NULL,
	`is_free` integer NOT NULL,
	`latitude` real,
	`longitude` real,
	PRIMARY KEY(`facet`, `is_over`, `starts_at`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `event_facets_by_event` ON `event_facets` (`event_id`);--> statement-breakpoint
CREATE TABLE `event_views` (
	`event_id` text NOT NULL,
	`day` text NOT NULL,
	`visitor` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `day`, `visitor`)
);
--> statement-breakpoint
CREATE INDEX `event_views_by_age` ON `event_views` (`created_at`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`venue_id` text,
	`title_en` text NOT NULL,
	`title_fa` text,
	`description_en` text DEFAULT '' NOT NULL,
	`description_fa` text,
	`venue_en` text DEFAULT '' NOT NULL,
	`venue_fa` text,
	`address_en` text,
	`address_fa` text,
	`latitude` real,
	`longitude` real,
	`organizer_en` text,
	`organizer_fa` text,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`time_zone` text NOT NULL,
	`local_day` text NOT NULL,
	`all_day` integer DEFAULT false NOT NULL,
	`price` real,
	`currency` text NOT NULL,
	`ticket_url` text,
	`image_url` text,
	`categories` text NOT NULL,
	`tags` text NOT NULL,
	`tag_keys` text NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`lifecycle` text DEFAULT 'scheduled' NOT NULL,
	`is_featured` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`rejection_reason` text,
	`flag_count` integer DEFAULT 0 NOT NULL,
	`view_count` integer DEFAULT 0 NOT NULL,
	`interaction_count` integer DEFAULT 0 NOT NULL,
	`creator_id` text,
	`title_key` text NOT NULL,
	`search_rowid` integer NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`published_at` integer,
	`is_over` integer DEFAULT false NOT NULL,
	`deleted_at` integer,
	`is_listed` integer GENERATED ALWAYS AS ((status = 'approved' AND is_active = 1 AND deleted_at IS NULL)) VIRTUAL NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`venue_id`) REFERENCES `venues`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_search_rowid` ON `events` (`search_rowid`);--> statement-breakpoint
CREATE INDEX `events_to_end` ON `events` (`is_over`,`ends_at`);--> statement-breakpoint
CREATE INDEX `events_by_venue` ON `events` (`venue_id`,`is_listed`,`is_over`,`starts_at`);--> statement-breakpoint
CREATE INDEX `events_by_title` ON `events` (`city_id`,`local_day`,`title_key`);--> statement-breakpoint
CREATE INDEX `events_by_creator` ON `events` (`creator_id`,`status`,`starts_at`);--> statement-breakpoint
CREATE INDEX `events_by_status` ON `events` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `events_deleted` ON `events` (`deleted_at`);--> statement-breakpoint
CREATE INDEX `events_popular` ON `events` (`is_listed`,`is_over`,`interaction_count`,`view_count`);--> statement-breakpoint
CREATE INDEX `events_new` ON `events` (`is_listed`,`is_over`,`published_at`);--> statement-breakpoint
CREATE INDEX `events_featured` ON `events` (`is_listed`,`is_over`,`is_featured`,`starts_at`);--> statement-breakpoint
CREATE TABLE `facet_counts` (
	`facet` text PRIMARY KEY NOT NULL,
	`upcoming` integer DEFAULT 0 NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `visitor_salts` (
	`day` text PRIMARY KEY NOT NULL,
	`salt` text NOT NULL,
	`created_at` integer NOT NULL
);
