-- Follows of venues, organizers, categories of a city, series and saved searches (docs/decisions/follows.md).
CREATE TABLE `city_news_topics` (
	`topic` text NOT NULL,
	`created_at` integer NOT NULL,
	`news_id` text NOT NULL,
	PRIMARY KEY(`topic`, `created_at`, `news_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `follows` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`label` text,
	`frequency` text NOT NULL,
	`looked_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `follows_of_topic` ON `follows` (`topic`,`user_id`);--> statement-breakpoint
CREATE INDEX `follows_by_user` ON `follows` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `follows_instant` ON `follows` (`topic`,`user_id`) WHERE frequency = 'instant';--> statement-breakpoint
ALTER TABLE `city_news` ADD `follow_topics` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- A row for each list that a new event belongs to, not for each follower.
CREATE TRIGGER `city_news_topics_insert` AFTER INSERT ON `city_news` BEGIN
  INSERT OR IGNORE INTO city_news_topics (topic, created_at, news_id) SELECT value, new.created_at, new.id FROM json_each(new.follow_topics);
END;
--> statement-breakpoint
-- After a merge of venues, organizers or cities.
CREATE TRIGGER `city_news_topics_update` AFTER UPDATE OF `follow_topics` ON `city_news` WHEN new.follow_topics <> old.follow_topics BEGIN
  DELETE FROM city_news_topics WHERE created_at = old.created_at AND news_id = old.id AND topic IN (SELECT value FROM json_each(old.follow_topics));
  INSERT OR IGNORE INTO city_news_topics (topic, created_at, news_id) SELECT value, new.created_at, new.id FROM json_each(new.follow_topics);
END;
--> statement-breakpoint
CREATE TRIGGER `city_news_topics_delete` AFTER DELETE ON `city_news` BEGIN
  DELETE FROM city_news_topics WHERE created_at = old.created_at AND news_id = old.id AND topic IN (SELECT value FROM json_each(old.follow_topics));
END;
