ALTER TABLE `scheduled_decisions` ADD `cause` text;--> statement-breakpoint
CREATE INDEX `scheduled_decisions_of_case` ON `scheduled_decisions` (`subject_id`,`id`);