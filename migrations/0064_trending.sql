CREATE TABLE `event_points` (
	`event_id` text NOT NULL,
	`day` text NOT NULL,
	`points` integer NOT NULL,
	PRIMARY KEY(`event_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `event_points_by_day` ON `event_points` (`day`);--> statement-breakpoint
ALTER TABLE `events` ADD `recent_points` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `events_trending` ON `events` (recent_points DESC) WHERE recent_points >= 10;--> statement-breakpoint
CREATE INDEX `events_trending_in_city` ON `events` (`city_id`,recent_points DESC) WHERE recent_points >= 10;--> statement-breakpoint
-- The sum of an event's days follows its rows, and so falls when the purge removes old ones.
CREATE TRIGGER `event_points_add` AFTER INSERT ON `event_points` BEGIN
  UPDATE events SET recent_points = recent_points + new.points WHERE id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER `event_points_change` AFTER UPDATE OF points ON `event_points` BEGIN
  UPDATE events SET recent_points = recent_points + new.points - old.points WHERE id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER `event_points_drop` AFTER DELETE ON `event_points` BEGIN
  UPDATE events SET recent_points = recent_points - old.points WHERE id = old.event_id;
END;
--> statement-breakpoint
-- A favourite counts on the day that it was made; taken back later, it leaves that day.
CREATE TRIGGER `collection_events_day_weigh` AFTER INSERT ON `collection_events` WHEN new.weight <> 0 BEGIN
  INSERT OR IGNORE INTO event_points (event_id, day, points) VALUES (new.event_id, date(new.created_at / 1000, 'unixepoch'), 0);
  UPDATE event_points SET points = points + new.weight
  WHERE event_id = new.event_id AND day = date(new.created_at / 1000, 'unixepoch');
END;
--> statement-breakpoint
CREATE TRIGGER `collection_events_day_unweigh` AFTER DELETE ON `collection_events` WHEN old.weight <> 0 BEGIN
  UPDATE event_points SET points = points - old.weight
  WHERE event_id = old.event_id AND day = date(old.created_at / 1000, 'unixepoch');
END;
--> statement-breakpoint
INSERT INTO event_points (event_id, day, points)
SELECT event_id, date(created_at / 1000, 'unixepoch'), sum(weight) FROM collection_events
WHERE weight <> 0 AND created_at > (unixepoch() - 604800) * 1000 GROUP BY 1, 2;
