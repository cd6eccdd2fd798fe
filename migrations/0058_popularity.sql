ALTER TABLE `collection_events` ADD `weight` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `popularity_points` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `popularity` integer GENERATED ALWAYS AS ((popularity_points / 10)) VIRTUAL NOT NULL;--> statement-breakpoint
CREATE INDEX `events_by_popularity` ON `events` (`is_listed`,`is_over`,popularity DESC,`starts_at`);--> statement-breakpoint
-- Favourites that are there already weigh what their accounts are worth now.
UPDATE `collection_events` SET weight = (
  SELECT max(0, min(10, u.trust_score - 9)) FROM collections c JOIN users u ON u.id = c.owner_id
  WHERE c.id = collection_events.collection_id
) WHERE EXISTS (
  SELECT 1 FROM collections c JOIN users u ON u.id = c.owner_id
  WHERE c.id = collection_events.collection_id AND c.is_default = 1 AND u.email_verified_at IS NOT NULL AND u.is_active = 1
);--> statement-breakpoint
UPDATE `events` SET popularity_points = (SELECT sum(weight) FROM collection_events h WHERE h.event_id = events.id)
WHERE EXISTS (SELECT 1 FROM collection_events h WHERE h.event_id = events.id AND h.weight > 0);--> statement-breakpoint
-- Points follow the favourites by trigger, so that no writer can forget them. Only a favourite has a weight.
CREATE TRIGGER `collection_events_weigh` AFTER INSERT ON `collection_events` WHEN new.weight <> 0 BEGIN
  UPDATE events SET popularity_points = popularity_points + new.weight WHERE id = new.event_id;
END;
--> statement-breakpoint
CREATE TRIGGER `collection_events_unweigh` AFTER DELETE ON `collection_events` WHEN old.weight <> 0 BEGIN
  UPDATE events SET popularity_points = popularity_points - old.weight WHERE id = old.event_id;
END;
