CREATE TABLE `daily_counts` (
	`name` text NOT NULL,
	`day` text NOT NULL,
	`count` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`name`, `day`)
);
--> statement-breakpoint
CREATE INDEX `daily_counts_by_day` ON `daily_counts` (`day`,`name`);--> statement-breakpoint
CREATE TABLE `feature_flags` (
	`key` text PRIMARY KEY NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`is_on` integer DEFAULT false NOT NULL,
	`percentage` integer DEFAULT 100 NOT NULL,
	`roles` text NOT NULL,
	`languages` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text
);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`kind` text NOT NULL,
	`values` text NOT NULL,
	`action_path` text,
	`related_entity_id` text,
	`idempotency_key` text NOT NULL,
	`read_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifications_idempotency_key` ON `notifications` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `notifications_by_user` ON `notifications` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`,`created_at`,`id`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notifications_by_age` ON `notifications` (`created_at`);--> statement-breakpoint
CREATE TABLE `audit_anchors` (
	`id` text PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL,
	`hash` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `sequence` integer;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `previous_hash` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_sequence` ON `audit_entries` (`sequence`);--> statement-breakpoint
CREATE INDEX `audit_entries_unsealed` ON `audit_entries` (`created_at`,`id`) WHERE sequence IS NULL;--> statement-breakpoint
CREATE INDEX `audit_entries_by_action` ON `audit_entries` (`action`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_severity` ON `audit_entries` (`severity`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `event_decisions_by_actor` ON `event_decisions` (`actor_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `events_pending` ON `events` (`submitted_at`,`id`) WHERE status = 'pending' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `events_flagged` ON `events` (`updated_at`,`id`) WHERE status = 'flagged' AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `events_by_age` ON `events` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_by_start` ON `events` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `events_of_city` ON `events` (`city_id`,`created_at`,`id`);--> statement-breakpoint
-- What charts show is counted when it happens: a request never counts a large table.
CREATE TRIGGER `event_decisions_count` AFTER INSERT ON `event_decisions` BEGIN
  INSERT INTO daily_counts (name, day, count) VALUES ('event:' || new.action, date(new.created_at / 1000, 'unixepoch'), 1)
  ON CONFLICT (name, day) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `users_count` AFTER INSERT ON `users` BEGIN
  INSERT INTO daily_counts (name, day, count) VALUES ('user:joined', date(new.created_at / 1000, 'unixepoch'), 1)
  ON CONFLICT (name, day) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
INSERT INTO `daily_counts` (`name`, `day`, `count`)
SELECT 'event:' || action, date(created_at / 1000, 'unixepoch'), count(*) FROM event_decisions GROUP BY 1, 2;
--> statement-breakpoint
INSERT INTO `daily_counts` (`name`, `day`, `count`)
SELECT 'user:joined', date(created_at / 1000, 'unixepoch'), count(*) FROM users GROUP BY 2;
--> statement-breakpoint
-- Staff find events of every status by the beginnings of their titles' words: `event_search` holds only what is public.
-- Arabic letters are written as Persian ones and half-spaces as spaces, as app/modules/search/staff-words.ts does with what is asked.
CREATE VIRTUAL TABLE `event_titles` USING fts5(title, event_id UNINDEXED, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER `event_titles_insert` AFTER INSERT ON `events` BEGIN
  INSERT INTO event_titles (rowid, title, event_id)
  VALUES (new.search_rowid, replace(replace(replace(new.title_en || ' ' || coalesce(new.title_fa, ''), 'ي', 'ی'), 'ك', 'ک'), char(8204), ' '), new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `event_titles_update` AFTER UPDATE OF `title_en`, `title_fa`, `search_rowid` ON `events`
WHEN old.title_en <> new.title_en OR old.title_fa IS NOT new.title_fa OR old.search_rowid <> new.search_rowid BEGIN
  DELETE FROM event_titles WHERE rowid = old.search_rowid;
  INSERT INTO event_titles (rowid, title, event_id)
  VALUES (new.search_rowid, replace(replace(replace(new.title_en || ' ' || coalesce(new.title_fa, ''), 'ي', 'ی'), 'ك', 'ک'), char(8204), ' '), new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `event_titles_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM event_titles WHERE rowid = old.search_rowid;
END;
--> statement-breakpoint
INSERT INTO event_titles (rowid, title, event_id)
SELECT search_rowid, replace(replace(replace(title_en || ' ' || coalesce(title_fa, ''), 'ي', 'ی'), 'ك', 'ک'), char(8204), ' '), id FROM events;
--> statement-breakpoint
-- And people by any three letters of their name or address (product.md §5).
CREATE VIRTUAL TABLE `user_names` USING fts5(search_key, user_id UNINDEXED, tokenize='trigram');
--> statement-breakpoint
CREATE TRIGGER `user_names_insert` AFTER INSERT ON `users` BEGIN
  INSERT INTO user_names (rowid, search_key, user_id) VALUES (new.rowid, new.search_key, new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `user_names_update` AFTER UPDATE OF `search_key` ON `users` WHEN old.search_key <> new.search_key BEGIN
  DELETE FROM user_names WHERE rowid = old.rowid;
  INSERT INTO user_names (rowid, search_key, user_id) VALUES (new.rowid, new.search_key, new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `user_names_delete` AFTER DELETE ON `users` BEGIN
  DELETE FROM user_names WHERE rowid = old.rowid;
END;
--> statement-breakpoint
INSERT INTO user_names (rowid, search_key, user_id) SELECT rowid, search_key, id FROM users;
