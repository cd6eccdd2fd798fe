ALTER TABLE `users` ADD `totp_begun_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `second_factor_due_at` integer;--> statement-breakpoint
-- The rule for staff first applies to those who are here already: they have the same seven days.
UPDATE `users` SET `second_factor_due_at` = unixepoch() * 1000 + 604800000 WHERE `role` <> 'user';--> statement-breakpoint
-- Set-ups begun before they expired are discarded.
UPDATE `users` SET `totp_secret` = NULL WHERE `totp_enabled_at` IS NULL;--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`user_id`,`created_at`);
