-- New events of a city: one row per event. Each reader's list merges the rows of the cities that they follow when it is read.
CREATE TABLE `city_news` (
	`id` text PRIMARY KEY NOT NULL,
	`city_id` text NOT NULL,
	`event_id` text NOT NULL,
	`actor_id` text,
	`values` text NOT NULL,
	`tells_followers` integer NOT NULL,
	`tells_interested` integer NOT NULL,
	`topics` text NOT NULL,
	`email_rules` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `city_news_of_city` ON `city_news` (`city_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `city_news_by_age` ON `city_news` (`created_at`);--> statement-breakpoint
CREATE TABLE `city_news_states` (
	`user_id` text NOT NULL,
	`news_id` text NOT NULL,
	`read_at` integer,
	`hidden_at` integer,
	PRIMARY KEY(`user_id`, `news_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`news_id`) REFERENCES `city_news`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `city_news_states_by_news` ON `city_news_states` (`news_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `city_news_read_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `city_news_hidden_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `user_topics` ADD `since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Counted once an event, not once a reader.
CREATE TRIGGER `city_news_count` AFTER INSERT ON `city_news` WHEN new.tells_followers = 1 OR new.tells_interested = 1 BEGIN
  INSERT INTO daily_counts (name, day, count) VALUES ('news:sent:in-app:event-new-in-city', date(new.created_at / 1000, 'unixepoch'), 1)
  ON CONFLICT (name, day) DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
DROP TRIGGER `users_topics_insert`;--> statement-breakpoint
CREATE TRIGGER `users_topics_insert` AFTER INSERT ON `users` BEGIN
  INSERT OR IGNORE INTO user_topics (topic, user_id, since) SELECT 'city:' || value, new.id, new.updated_at FROM json_each(new.cities);
  INSERT OR IGNORE INTO user_topics (topic, user_id, since) SELECT 'interest:' || value, new.id, new.updated_at FROM json_each(new.interests);
END;
--> statement-breakpoint
DROP TRIGGER `users_topics_update`;--> statement-breakpoint
-- What stays keeps its `since`: whoever adds a city does not begin anew with the others.
CREATE TRIGGER `users_topics_update` AFTER UPDATE OF `cities`, `interests` ON `users` WHEN new.cities <> old.cities OR new.interests <> old.interests BEGIN
  DELETE FROM user_topics WHERE user_id = new.id
    AND topic NOT IN (SELECT 'city:' || value FROM json_each(new.cities) UNION ALL SELECT 'interest:' || value FROM json_each(new.interests));
  INSERT OR IGNORE INTO user_topics (topic, user_id, since) SELECT 'city:' || value, new.id, new.updated_at FROM json_each(new.cities);
  INSERT OR IGNORE INTO user_topics (topic, user_id, since) SELECT 'interest:' || value, new.id, new.updated_at FROM json_each(new.interests);
END;
--> statement-breakpoint
-- Causes of new events that are under way begin anew as one row; what they have put into lists so far would come twice.
DELETE FROM `notifications` WHERE rowid IN (
  SELECT told.rowid FROM notification_causes cause CROSS JOIN notifications told
  WHERE cause.done_at IS NULL AND cause.kind = 'event-new-in-city'
    AND told.idempotency_key >= 'news:' || cause.id || ':' AND told.idempotency_key < 'news:' || cause.id || ';'
);
--> statement-breakpoint
UPDATE `notification_causes` SET `position` = NULL WHERE done_at IS NULL AND kind = 'event-new-in-city';
