ALTER TABLE `door_devices` ADD `ready_at` integer;--> statement-breakpoint
ALTER TABLE `host_messages` ADD `chosen` text;--> statement-breakpoint
ALTER TABLE `registrations` ADD `brought_by` text;--> statement-breakpoint
CREATE INDEX `registrations_brought_by` ON `registrations` (`brought_by`) WHERE brought_by IS NOT NULL;
