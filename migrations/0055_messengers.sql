CREATE TABLE `bot_updates` (
	`service` text NOT NULL,
	`update_id` text NOT NULL,
	`chat_hash` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`service`, `update_id`)
);
--> statement-breakpoint
CREATE INDEX `bot_updates_of_chat` ON `bot_updates` (`chat_hash`,`at`);--> statement-breakpoint
CREATE INDEX `bot_updates_by_age` ON `bot_updates` (`at`);--> statement-breakpoint
CREATE TABLE `channel_post_events` (
	`post_id` text NOT NULL,
	`event_id` text NOT NULL,
	`position` integer NOT NULL,
	`version` integer NOT NULL,
	`is_listed` integer NOT NULL,
	PRIMARY KEY(`post_id`, `event_id`),
	FOREIGN KEY (`post_id`) REFERENCES `channel_posts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `channel_posts` (
	`id` text PRIMARY KEY NOT NULL,
	`channel_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`message_id` text,
	`text` text,
	`week_version` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`channel_id`) REFERENCES `channels`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channel_posts_once` ON `channel_posts` (`channel_id`,`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `channel_posts_by_due` ON `channel_posts` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `channel_posts_alive` ON `channel_posts` (`status`,`ends_at`);--> statement-breakpoint
CREATE INDEX `channel_posts_by_age` ON `channel_posts` (`created_at`);--> statement-breakpoint
CREATE TABLE `channels` (
	`id` text PRIMARY KEY NOT NULL,
	`service` text NOT NULL,
	`city_id` text NOT NULL,
	`chat` text NOT NULL,
	`locale` text NOT NULL,
	`posts_week` integer NOT NULL,
	`posts_tonight` integer NOT NULL,
	`off_since` integer,
	`off_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channels_of_chat` ON `channels` (`service`,`chat`,`city_id`);--> statement-breakpoint
CREATE INDEX `channels_on` ON `channels` (`city_id`) WHERE off_since IS NULL;--> statement-breakpoint
CREATE TABLE `messenger_bots` (
	`service` text PRIMARY KEY NOT NULL,
	`sealed_token` text NOT NULL,
	`hook_key_hash` text,
	`hook_secret_hash` text,
	`leased_until` integer DEFAULT 0 NOT NULL,
	`paused_until` integer DEFAULT 0 NOT NULL,
	`problem` text,
	`updated_at` integer NOT NULL
);
