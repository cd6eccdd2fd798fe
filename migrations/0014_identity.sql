ALTER TABLE `users` ADD `email_proved_at` integer;
--> statement-breakpoint
UPDATE `users` SET `email_proved_at` = `email_verified_at` WHERE `email_verified_at` IS NOT NULL;
