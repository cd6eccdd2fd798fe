CREATE TABLE `webhook_causes` (
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`event_id`, `type`)
);
--> statement-breakpoint
CREATE INDEX `webhook_causes_in_order` ON `webhook_causes` (`at`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`message_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`began_at` integer NOT NULL,
	`last_status` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`message_id`) REFERENCES `webhook_messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`endpoint_id`) REFERENCES `webhook_endpoints`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`message_id`,`endpoint_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_by_due` ON `webhook_deliveries` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_of_endpoint` ON `webhook_deliveries` (`endpoint_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`endpoint_id`,`due_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`url` text NOT NULL,
	`types` text NOT NULL,
	`is_own_only` integer NOT NULL,
	`city_id` text,
	`category` text,
	`venue_id` text,
	`organizer_id` text,
	`sealed_secret` text NOT NULL,
	`old_sealed_secret` text,
	`old_secret_until` integer,
	`failing_since` integer,
	`off_since` integer,
	`is_off_by_failures` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `webhook_endpoints_by_user` ON `webhook_endpoints` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_endpoints_on` ON `webhook_endpoints` (`id`) WHERE off_since IS NULL;--> statement-breakpoint
CREATE TABLE `webhook_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`event_id` text,
	`body` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhook_messages_by_age` ON `webhook_messages` (`created_at`);--> statement-breakpoint
-- What happens to a public event is a row for webhooks, in the transaction of the change, whatever code makes it. None while no endpoint is on.
-- A change leaves no row of its own beside a publication or a cancellation that waits: their message has the event as it is when it is made.
CREATE TRIGGER `webhook_causes_insert` AFTER INSERT ON `events`
WHEN new.status = 'approved' AND new.is_active = 1 AND new.deleted_at IS NULL AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE off_since IS NULL) BEGIN
  INSERT OR REPLACE INTO webhook_causes (event_id, type, at) VALUES (new.id, 'event.published', new.updated_at);
END;
--> statement-breakpoint
CREATE TRIGGER `webhook_causes_update` AFTER UPDATE OF `status`, `is_active`, `deleted_at`, `lifecycle`, `version` ON `events`
WHEN ((new.status = 'approved' AND new.is_active = 1 AND new.deleted_at IS NULL) <> (old.status = 'approved' AND old.is_active = 1 AND old.deleted_at IS NULL)
  OR (new.version <> old.version AND new.status = 'approved' AND new.is_active = 1 AND new.deleted_at IS NULL))
  AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE off_since IS NULL) BEGIN
  INSERT OR REPLACE INTO webhook_causes (event_id, type, at)
  SELECT new.id, type, new.updated_at FROM (SELECT CASE
    WHEN NOT (new.status = 'approved' AND new.is_active = 1 AND new.deleted_at IS NULL) THEN 'event.removed'
    WHEN NOT (old.status = 'approved' AND old.is_active = 1 AND old.deleted_at IS NULL) THEN 'event.published'
    WHEN new.lifecycle = 'cancelled' AND old.lifecycle <> 'cancelled' THEN 'event.cancelled'
    ELSE 'event.changed' END AS type)
  WHERE type <> 'event.changed' OR NOT EXISTS (SELECT 1 FROM webhook_causes WHERE event_id = new.id AND type IN ('event.published', 'event.cancelled'));
END;
