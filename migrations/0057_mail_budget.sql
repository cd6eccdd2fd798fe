ALTER TABLE `mails` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `mails_of_mailbox` ON `mails` (`mailbox`,`created_at`) WHERE mailbox IS NOT NULL;