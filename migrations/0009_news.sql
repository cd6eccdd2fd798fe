CREATE TABLE `distinct_pairs` (
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`decided_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`first_id`, `second_id`)
);
--> statement-breakpoint
CREATE INDEX `distinct_pairs_by_second` ON `distinct_pairs` (`second_id`);--> statement-breakpoint
CREATE TABLE `ingestion_candidates` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`values` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`findings` text NOT NULL,
	`local_day` text,
	`venue_id` text,
	`event_id` text,
	`rejection_reason` text,
	`decided_by` text,
	`decided_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `ingestion_runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ingestion_candidates_place` ON `ingestion_candidates` (`run_id`,`position`);--> statement-breakpoint
CREATE INDEX `ingestion_candidates_by_status` ON `ingestion_candidates` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `ingestion_candidates_of_run` ON `ingestion_candidates` (`run_id`,`status`,`position`);--> statement-breakpoint
CREATE TABLE `ingestion_logs` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`level` text NOT NULL,
	`code` text NOT NULL,
	`values` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `ingestion_runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ingestion_logs_by_run` ON `ingestion_logs` (`run_id`,`id`);--> statement-breakpoint
CREATE TABLE `ingestion_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text DEFAULT 'ai-agent' NOT NULL,
	`city_id` text NOT NULL,
	`month` text NOT NULL,
	`provider` text NOT NULL,
	`categories` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`events_count` integer NOT NULL,
	`processed_count` integer DEFAULT 0 NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`idempotency_key` text NOT NULL,
	`due_at` integer NOT NULL,
	`last_error` text,
	`creator_id` text NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ingestion_runs_idempotency_key` ON `ingestion_runs` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `ingestion_runs_by_age` ON `ingestion_runs` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `ingestion_runs_by_status` ON `ingestion_runs` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `ingestion_runs_open` ON `ingestion_runs` (`due_at`,`id`) WHERE status IN ('pending', 'running');--> statement-breakpoint
CREATE TABLE `ingestion_texts` (
	`owner_id` text NOT NULL,
	`part` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `part`)
);
--> statement-breakpoint
CREATE INDEX `ingestion_texts_by_age` ON `ingestion_texts` (`created_at`);--> statement-breakpoint
CREATE TABLE `ingestion_wizards` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`values` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ingestion_wizards_by_user` ON `ingestion_wizards` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `ingestion_wizards_by_age` ON `ingestion_wizards` (`updated_at`);--> statement-breakpoint
CREATE TABLE `digest_items` (
	`user_id` text NOT NULL,
	`cause_id` text NOT NULL,
	`kind` text NOT NULL,
	`event_id` text,
	`values` text NOT NULL,
	`action_path` text,
	`created_at` integer NOT NULL,
	`digested_at` integer,
	PRIMARY KEY(`user_id`, `cause_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digest_items_waiting` ON `digest_items` (`user_id`,`created_at`) WHERE digested_at IS NULL;--> statement-breakpoint
CREATE INDEX `digest_items_by_age` ON `digest_items` (`created_at`);--> statement-breakpoint
CREATE TABLE `digests` (
	`user_id` text NOT NULL,
	`period` text NOT NULL,
	`mail_id` text,
	`events` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `period`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digests_by_age` ON `digests` (`created_at`);--> statement-breakpoint
CREATE INDEX `digests_of_user` ON `digests` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `email_template_versions` (
	`key` text NOT NULL,
	`version` integer NOT NULL,
	`values` text NOT NULL,
	`saved_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`key`, `version`)
);
--> statement-breakpoint
CREATE TABLE `email_templates` (
	`key` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`kind` text NOT NULL,
	`subject_en` text NOT NULL,
	`subject_fa` text NOT NULL,
	`html_en` text NOT NULL,
	`html_fa` text NOT NULL,
	`text_en` text NOT NULL,
	`text_fa` text NOT NULL,
	`selection` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notification_causes` (
	`id` text PRIMARY KEY NOT NULL,
	`trigger` text NOT NULL,
	`kind` text NOT NULL,
	`event_id` text,
	`actor_id` text,
	`values` text NOT NULL,
	`action_path` text,
	`idempotency_key` text NOT NULL,
	`position` text,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notification_causes_idempotency_key` ON `notification_causes` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `notification_causes_due` ON `notification_causes` (`due_at`,`id`) WHERE done_at IS NULL;--> statement-breakpoint
CREATE INDEX `notification_causes_by_age` ON `notification_causes` (`created_at`);--> statement-breakpoint
CREATE TABLE `notification_rules` (
	`key` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`trigger` text NOT NULL,
	`audience` text NOT NULL,
	`conditions` text NOT NULL,
	`channels` text NOT NULL,
	`timing` text NOT NULL,
	`template_key` text,
	`cap_per_day` integer,
	`quiet_hours` text,
	`is_active` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`locale` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_sent_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_by_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`idempotency_key` text NOT NULL,
	`subscription_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`rule_key` text,
	`payload` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pushes_idempotency_key` ON `pushes` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `pushes_by_due` ON `pushes` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `pushes_by_subscription` ON `pushes` (`subscription_id`);--> statement-breakpoint
CREATE INDEX `pushes_of_rule` ON `pushes` (`user_id`,`rule_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `pushes_by_age` ON `pushes` (`created_at`);--> statement-breakpoint
ALTER TABLE `events` ADD `ingestion_run_id` text;--> statement-breakpoint
ALTER TABLE `events` ADD `source_url` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `rule_key` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `unsubscribes` text;--> statement-breakpoint
ALTER TABLE `mails` ADD `is_tracked` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `mails` ADD `opened_at` integer;--> statement-breakpoint
ALTER TABLE `mails` ADD `clicked_at` integer;--> statement-breakpoint
CREATE INDEX `mails_of_rule` ON `mails` (`user_id`,`rule_key`,`created_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `digest_due_at` integer DEFAULT 0;--> statement-breakpoint
ALTER TABLE `users` ADD `allows_mail_tracking` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `mail_refused_at` integer;--> statement-breakpoint
CREATE INDEX `users_by_digest` ON `users` (`digest_due_at`,`id`) WHERE digest_due_at IS NOT NULL;--> statement-breakpoint
-- What became of each piece of news is counted when it happens: `news:<outcome>:<channel>:<kind>` (decisions.md §9).
CREATE TRIGGER `notifications_count` AFTER INSERT ON `notifications` BEGIN
  INSERT INTO daily_counts (name, day, count) VALUES ('news:sent:in-app:' || new.kind, date(new.created_at / 1000, 'unixepoch'), 1)
  ON CONFLICT (name, day) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `mails_count` AFTER UPDATE OF `status` ON `mails` WHEN new.status <> old.status AND new.status IN ('sent', 'dead') AND new.is_secret = 0 BEGIN
  INSERT INTO daily_counts (name, day, count)
  VALUES ('news:' || iif(new.status = 'sent', 'sent', 'failed') || ':email:' || new.kind, date(coalesce(new.sent_at, new.due_at) / 1000, 'unixepoch'), 1)
  ON CONFLICT (name, day) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `mails_opened_count` AFTER UPDATE OF `opened_at` ON `mails` WHEN old.opened_at IS NULL AND new.opened_at IS NOT NULL BEGIN
  INSERT INTO daily_counts (name, day, count) VALUES ('news:opened:email:' || new.kind, date(new.opened_at / 1000, 'unixepoch'), 1)
  ON CONFLICT (name, day) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `mails_clicked_count` AFTER UPDATE OF `clicked_at` ON `mails` WHEN old.clicked_at IS NULL AND new.clicked_at IS NOT NULL BEGIN
  INSERT INTO daily_counts (name, day, count) VALUES ('news:clicked:email:' || new.kind, date(new.clicked_at / 1000, 'unixepoch'), 1)
  ON CONFLICT (name, day) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `pushes_count` AFTER UPDATE OF `status` ON `pushes` WHEN new.status <> old.status AND new.status IN ('sent', 'dead') BEGIN
  INSERT INTO daily_counts (name, day, count)
  VALUES ('news:' || iif(new.status = 'sent', 'sent', 'failed') || ':push:' || new.kind, date(coalesce(new.sent_at, new.due_at) / 1000, 'unixepoch'), 1)
  ON CONFLICT (name, day) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TABLE `user_topics` (
	`topic` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`topic`, `user_id`)
);
--> statement-breakpoint
CREATE INDEX `user_topics_by_user` ON `user_topics` (`user_id`);--> statement-breakpoint
-- Who follows a city or is interested in something, so that news find them without a walk through all people.
INSERT OR IGNORE INTO `user_topics` (topic, user_id)
SELECT 'city:' || followed.value, users.id FROM users, json_each(users.cities) followed;
--> statement-breakpoint
INSERT OR IGNORE INTO `user_topics` (topic, user_id)
SELECT 'interest:' || liked.value, users.id FROM users, json_each(users.interests) liked;
--> statement-breakpoint
CREATE TRIGGER `users_topics_insert` AFTER INSERT ON `users` BEGIN
  INSERT OR IGNORE INTO user_topics (topic, user_id) SELECT 'city:' || value, new.id FROM json_each(new.cities);
  INSERT OR IGNORE INTO user_topics (topic, user_id) SELECT 'interest:' || value, new.id FROM json_each(new.interests);
END;
--> statement-breakpoint
CREATE TRIGGER `users_topics_update` AFTER UPDATE OF `cities`, `interests` ON `users` WHEN new.cities <> old.cities OR new.interests <> old.interests BEGIN
  DELETE FROM user_topics WHERE user_id = new.id;
  INSERT OR IGNORE INTO user_topics (topic, user_id) SELECT 'city:' || value, new.id FROM json_each(new.cities);
  INSERT OR IGNORE INTO user_topics (topic, user_id) SELECT 'interest:' || value, new.id FROM json_each(new.interests);
END;
--> statement-breakpoint
CREATE TRIGGER `users_topics_delete` AFTER DELETE ON `users` BEGIN
  DELETE FROM user_topics WHERE user_id = old.id;
END;
--> statement-breakpoint
-- Whatever changes when somebody's digest is due, and does not say when: it is reckoned anew within a minute.
CREATE TRIGGER `users_digest_due` AFTER UPDATE OF `notification_preferences`, `time_zone`, `calendar`, `preferred_language` ON `users`
WHEN new.digest_due_at IS old.digest_due_at AND (
  new.notification_preferences <> old.notification_preferences OR new.time_zone IS NOT old.time_zone
  OR new.calendar IS NOT old.calendar OR new.preferred_language IS NOT old.preferred_language
) BEGIN
  UPDATE users SET digest_due_at = 0 WHERE id = new.id;
END;
