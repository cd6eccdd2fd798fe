ALTER TABLE `event_views` ADD `source` text;--> statement-breakpoint
ALTER TABLE `host_people` ADD `gets_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `registrations` ADD `source` text;