ALTER TABLE `organizers` ADD `image_url` text;--> statement-breakpoint
ALTER TABLE `organizers` ADD `image_focus` text DEFAULT 'center' NOT NULL;--> statement-breakpoint
CREATE INDEX `organizers_by_picture` ON `organizers` (`image_url`) WHERE image_url IS NOT NULL;--> statement-breakpoint
ALTER TABLE `venues` ADD `image_url` text;--> statement-breakpoint
ALTER TABLE `venues` ADD `image_focus` text DEFAULT 'center' NOT NULL;--> statement-breakpoint
CREATE INDEX `venues_by_picture` ON `venues` (`image_url`) WHERE image_url IS NOT NULL;