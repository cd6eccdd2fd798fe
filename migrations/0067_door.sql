CREATE TABLE `door_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`occ` text NOT NULL,
	`event_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`pin_hash` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `door_devices_by_key` ON `door_devices` (`key_hash`);--> statement-breakpoint
CREATE INDEX `door_devices_of_event` ON `door_devices` (`event_id`,`occ`,`created_at`);--> statement-breakpoint
CREATE INDEX `door_devices_of_host` ON `door_devices` (`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `door_scans` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`occ` text NOT NULL,
	`registration_id` text NOT NULL,
	`device_id` text,
	`user_id` text,
	`kind` text NOT NULL,
	`undoes` text,
	`n` integer NOT NULL,
	`seats` integer NOT NULL,
	`at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`is_offline` integer NOT NULL,
	`is_override` integer NOT NULL,
	`flag` text,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `door_devices`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `door_scans_of_showing` ON `door_scans` (`occ`,`received_at`);--> statement-breakpoint
CREATE INDEX `door_scans_of_event` ON `door_scans` (`event_id`);--> statement-breakpoint
CREATE INDEX `door_scans_of_party` ON `door_scans` (`registration_id`,`kind`);--> statement-breakpoint
CREATE INDEX `door_scans_of_device` ON `door_scans` (`device_id`) WHERE device_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `door_scans_of_host` ON `door_scans` (`user_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `door_scans_undone` ON `door_scans` (`undoes`) WHERE undoes IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ticket_keys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`public_key` text NOT NULL,
	`private_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`current` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_keys_current` ON `ticket_keys` (`current`);