ALTER TABLE `collection_events` ADD `source` text;--> statement-breakpoint
ALTER TABLE `host_claims` ADD `gets_mails` integer DEFAULT true NOT NULL;