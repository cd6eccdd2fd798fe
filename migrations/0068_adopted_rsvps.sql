CREATE INDEX `registrations_of_email` ON `registrations` (`email`) WHERE email IS NOT NULL AND user_id IS NULL;--> statement-breakpoint
CREATE TRIGGER `registrations_adopted` AFTER UPDATE OF `email`, `email_verified_at` ON `users` WHEN new.email IS NOT NULL AND new.email_verified_at IS NOT NULL BEGIN
  UPDATE registrations SET user_id = new.id WHERE email = new.email AND email IS NOT NULL AND user_id IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER `registrations_adopted_at_once` AFTER INSERT ON `users` WHEN new.email IS NOT NULL AND new.email_verified_at IS NOT NULL BEGIN
  UPDATE registrations SET user_id = new.id WHERE email = new.email AND email IS NOT NULL AND user_id IS NULL;
END;
