CREATE TABLE `event_decisions` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`action` text NOT NULL,
	`actor_id` text,
	`from_status` text NOT NULL,
	`to_status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `event_decisions_by_event` ON `event_decisions` (`event_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `event_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`title_en` text NOT NULL,
	`values` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_drafts_by_creator` ON `event_drafts` (`creator_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `event_flags` (
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`outcome` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `user_id`),
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_flags_by_user` ON `event_flags` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `event_revisions` (
	`event_id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`values` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`rejection_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_revisions_by_status` ON `event_revisions` (`status`,`created_at`);--> statement-breakpoint
CREATE TABLE `event_submissions` (
	`event_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `event_submissions_by_creator` ON `event_submissions` (`creator_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `trust_entries` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`points` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `trust_entries_by_age` ON `trust_entries` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `calendar_feeds` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`sealed_token` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token` ON `calendar_feeds` (`token_hash`);--> statement-breakpoint
CREATE TABLE `collection_events` (
	`collection_id` text NOT NULL,
	`event_id` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`collection_id`, `event_id`),
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `collection_events_by_event` ON `collection_events` (`event_id`);--> statement-breakpoint
CREATE INDEX `collection_events_in_order` ON `collection_events` (`collection_id`,`position`,`event_id`);--> statement-breakpoint
CREATE TABLE `collections` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`color` text NOT NULL,
	`icon` text NOT NULL,
	`is_public` integer DEFAULT false NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`event_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `collections_by_owner` ON `collections` (`owner_id`,`is_default`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `collections_default` ON `collections` (`owner_id`) WHERE is_default = 1;--> statement-breakpoint
ALTER TABLE `events` ADD `video_url` text;--> statement-breakpoint
ALTER TABLE `events` ADD `save_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `previous_starts_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `decision_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `submitted_at` integer;--> statement-breakpoint
CREATE INDEX `events_active` ON `events` (`creator_id`,`status`) WHERE is_over = 0 AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `events_of_creator` ON `events` (`creator_id`,`deleted_at`,`updated_at`);
--> statement-breakpoint
-- Counts follow the collections by trigger, so that no writer can forget them.
CREATE TRIGGER `collection_events_insert` AFTER INSERT ON `collection_events` BEGIN
  UPDATE collections SET event_count = event_count + 1 WHERE id = new.collection_id;
  UPDATE events SET save_count = save_count + 1, interaction_count = interaction_count + 1
  WHERE id = new.event_id AND EXISTS (SELECT 1 FROM collections WHERE id = new.collection_id AND is_default = 1);
END;
--> statement-breakpoint
CREATE TRIGGER `collection_events_delete` AFTER DELETE ON `collection_events` BEGIN
  UPDATE collections SET event_count = event_count - 1 WHERE id = old.collection_id;
  UPDATE events SET save_count = save_count - 1, interaction_count = interaction_count - 1
  WHERE id = old.event_id AND EXISTS (SELECT 1 FROM collections WHERE id = old.collection_id AND is_default = 1);
END;
--> statement-breakpoint
-- A score is the sum of its entries, from -50 to 100.
CREATE TRIGGER `trust_entries_insert` AFTER INSERT ON `trust_entries` BEGIN
  UPDATE users SET trust_score = max(-50, min(100, (SELECT sum(points) FROM trust_entries WHERE user_id = new.user_id))) WHERE id = new.user_id;
END;
--> statement-breakpoint
-- An address is confirmed in many ways, and earns its points once. What an account starts with beside is an adjustment.
CREATE TRIGGER `users_verified_insert` AFTER INSERT ON `users` WHEN new.email_verified_at IS NOT NULL BEGIN
  INSERT INTO trust_entries (user_id, kind, subject, points, created_at)
  SELECT new.id, 'adjustment', '', new.trust_score - 10, new.created_at WHERE new.trust_score NOT IN (0, 10);
  INSERT INTO trust_entries (user_id, kind, subject, points, created_at) VALUES (new.id, 'verified-email', '', 10, new.email_verified_at);
END;
--> statement-breakpoint
CREATE TRIGGER `users_verified_update` AFTER UPDATE OF `email_verified_at` ON `users` WHEN new.email_verified_at IS NOT NULL BEGIN
  INSERT OR IGNORE INTO trust_entries (user_id, kind, subject, points, created_at) VALUES (new.id, 'verified-email', '', 10, new.email_verified_at);
END;
--> statement-breakpoint
-- Scores of before keep their height: what no cause explains is an adjustment.
INSERT INTO `trust_entries` (`user_id`, `kind`, `subject`, `points`, `created_at`)
SELECT id, 'adjustment', '', trust_score - 10, created_at FROM users WHERE email_verified_at IS NOT NULL AND deleted_at IS NULL AND trust_score NOT IN (0, 10);
--> statement-breakpoint
INSERT INTO `trust_entries` (`user_id`, `kind`, `subject`, `points`, `created_at`)
SELECT id, 'verified-email', '', 10, email_verified_at FROM users WHERE email_verified_at IS NOT NULL AND deleted_at IS NULL;
