-- Reports count by the trust of the reporter (decisions.md §3).
ALTER TABLE `event_flags` ADD `weight` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `event_flags` ADD `uncounted` text;--> statement-breakpoint
ALTER TABLE `event_flags` ADD `network` text;--> statement-breakpoint
-- Reports of before: by what the reporter is now and how old the account was then.
UPDATE `event_flags` SET `uncounted` = (SELECT CASE
    WHEN u.`email_verified_at` IS NULL THEN 'unverified'
    WHEN `event_flags`.`created_at` - u.`created_at` < 86400000 THEN 'new-account'
    WHEN u.`trust_score` < 0 THEN 'low-trust' END
  FROM `users` u WHERE u.`id` = `event_flags`.`user_id`);--> statement-breakpoint
UPDATE `event_flags` SET `weight` = (SELECT CASE WHEN u.`trust_score` >= 60 THEN 2 WHEN u.`trust_score` >= 20 THEN 1 ELSE 0.5 END
  FROM `users` u WHERE u.`id` = `event_flags`.`user_id`) WHERE `uncounted` IS NULL;--> statement-breakpoint
CREATE INDEX `event_flags_by_network` ON `event_flags` (`network`,`created_at`) WHERE network IS NOT NULL;--> statement-breakpoint
CREATE INDEX `event_flags_open` ON `event_flags` (`created_at`,`event_id`,`user_id`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE INDEX `events_reported` ON `events` (`flag_count`,`id`) WHERE status = 'approved' AND flag_count > 0 AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `event_decisions_by_reports` ON `event_decisions` (`created_at`) WHERE action = 'flag' AND actor_id IS NULL;--> statement-breakpoint
CREATE TABLE `auto_hiding_pauses` (
	`hour` integer PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
-- A public collection needs a verified address (decisions.md §5).
UPDATE `collections` SET `is_public` = 0 WHERE `is_public` = 1
  AND `owner_id` IN (SELECT `id` FROM `users` WHERE `email_verified_at` IS NULL);
